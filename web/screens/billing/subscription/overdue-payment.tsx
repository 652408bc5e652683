import { useEffect } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useOpened } from '#web/client/use-opened.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AutoOpenedPayment } from '../paying/payment-step.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { KeptLinks } from '#web/screens/frame/kept-links.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'

const explained = ['nothing_overdue']

/** Pays the open invoice of a failed renewal: never a second subscription beside it (D4, D7). */
export function OverduePayment({ user, onPaid }: { user: Me; onPaid: () => void }) {
  const open = useOpened(query(payOverdue), { failed: payOverdue, explained })
  const isSettled = open.error instanceof ApiError && open.error.code === 'nothing_overdue'
  useEffect(() => {
    if (isSettled) void refreshMe()
  }, [isSettled])
  return (
    <Page title="Fix your payment" description={<OverdueText user={user} />}>
      {isSettled ? (
        <EmptyState
          title="You're all paid up."
          action={<LinkButton href={paths.dashboard()}>Go to Dashboard</LinkButton>}
        >
          Your subscription has been paid in the meantime.
        </EmptyState>
      ) : (
        <AutoOpenedPayment
          kind="overdue"
          user={user}
          opened={open.data}
          call={open}
          onPaid={onPaid}
          note="We'll save this card for your next renewals."
        />
      )}
      {!user.hasAccess && (
        <div className="mt-6">
          <KeptLinks />
        </div>
      )}
    </Page>
  )
}

function OverdueText({ user: { hasAccess, graceEndsAt } }: { user: Me }) {
  return (
    <>
      We couldn't charge your last subscription renewal.{' '}
      {hasAccess && graceEndsAt ? (
        <span>
          Your access stays open until <DateTime value={graceEndsAt} />.
        </span>
      ) : (
        <span>You'll get your access back as soon as it's paid.</span>
      )}
    </>
  )
}
