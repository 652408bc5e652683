import type { Me } from '#contract/identity/people.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { minutesToTalk } from '#web/screens/frame/header/balance-parts.tsx'
import { RequestMinutes, shortageOf } from '#web/screens/frame/header/request-minutes.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Balance } from './balance.tsx'

/** Members cannot buy for the pool, so they ask its admins (D49). */
export function AskAdmins({ user }: { user: Me }) {
  const isLimited = user.monthLeftSeconds !== null
  return (
    <Page
      title="Minutes for your organization"
      actions={<Balance minutes={minutesToTalk(user)} label={isLimited ? 'Left this month' : 'In the pool'} />}
      width="form"
    >
      <EmptyState
        title={`${user.organizationName} pays for your sessions`}
        action={
          <>
            <RequestMinutes about={shortageOf(user)} />
            <LinkButton href={paths.organizationDashboard()} variant="ghost">
              Go to Dashboard
            </LinkButton>
          </>
        }
      >
        {isLimited
          ? 'Your admins set how many minutes you get each month. If you need more, ask them with one click.'
          : "Your admins add minutes to the pool everyone shares. If it's running low, ask them for more with one click."}
      </EmptyState>
    </Page>
  )
}
