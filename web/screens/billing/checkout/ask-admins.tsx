import { MessageSquarePlus } from 'lucide-react'
import { formatMinutes } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Balance } from './balance.tsx'

/** Members cannot buy for the pool, so they ask its admins (D49). */
export function AskAdmins({ user: { organizationName, organizationCredits } }: { user: Me }) {
  return (
    <Page
      title="Minutes for your organization"
      actions={<Balance minutes={formatMinutes(organizationCredits ?? 0)} label="In the pool" />}
      width="form"
    >
      <EmptyState
        title={`${organizationName} pays for your conversations`}
        icon={<MessageSquarePlus aria-hidden className="size-6" />}
        action={
          <>
            <RequestMinutes />
            <LinkButton href={paths.organizationDashboard()} variant="ghost">
              Go to Dashboard
            </LinkButton>
          </>
        }
      >
        Your admins add minutes to the pool everyone shares. If it's running low, ask them for more with one click.
      </EmptyState>
    </Page>
  )
}
