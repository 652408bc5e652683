import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { cancelSubscription, resumeSubscription } from '#contract/billing/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { formatDate } from '#web/kit/text/date-time.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { refreshSubscription } from '#web/client/refresh.ts'
import { failures, subscriptionCancelled, successes } from '#web/client/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** Buying, and what the state of the subscription allows (S098, S099, D41). */
export function QuickActions({ user }: { user: Me }) {
  const { subscriptionStatus: status, subscriptionPlan: plan, cancelAtPeriodEnd } = user
  const isRunning = status === 'active' || status === 'trialing' || status === 'past_due'
  const isUnpaid = status === 'past_due'
  return (
    <Card title="Quick Actions">
      <div className="flex flex-col gap-3">
        {isUnpaid && (
          <>
            <p className="text-muted">The last payment of your subscription failed. Pay it to keep your access.</p>
            <LinkButton href={paths.subscribe()} wide>
              Fix Payment
            </LinkButton>
          </>
        )}
        {status === 'canceled' && (
          <LinkButton href={paths.subscribe()} wide>
            Reactivate
          </LinkButton>
        )}
        <LinkButton
          href={paths.checkout()}
          wide
          variant={isUnpaid || status === 'canceled' ? 'secondary' : 'primary'}
          icon={<CirclePlus aria-hidden className="size-4" />}
        >
          Buy Credits
        </LinkButton>
        {isRunning && <CancelOrResume user={user} />}
        {plan && status === 'active' && !cancelAtPeriodEnd && (
          <p className="text-sm text-muted">
            Platform access costs {formatDollars(plan.price)} a month and brings {plan.minutes} minutes.
          </p>
        )}
      </div>
    </Card>
  )
}

/** One button for both, so that the focus stays on it when one has become the other. */
function CancelOrResume({ user }: { user: Me }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useCall(cancelSubscription, {
    failed: failures.cancelSubscription,
    done: async ({ accessEndsAt }) => {
      await refreshSubscription()
      showToast(subscriptionCancelled(accessEndsAt && formatDate(accessEndsAt)))
    },
  })
  const resume = useCall(resumeSubscription, {
    failed: failures.resumeSubscription,
    done: async () => {
      await refreshSubscription()
      showToast(successes.subscriptionResumed)
    },
  })
  const { cancelAtPeriodEnd, subscriptionRenewsAt: endsAt } = user
  return (
    <>
      <Button
        variant="secondary"
        wide
        pending={resume.isPending}
        pendingText="Resuming…"
        onClick={() => (cancelAtPeriodEnd ? resume.mutate() : setAsking(true))}
      >
        {cancelAtPeriodEnd ? 'Resume Subscription' : 'Cancel Subscription'}
      </Button>
      {cancelAtPeriodEnd && (
        <p className="text-sm text-muted">
          {endsAt
            ? `Until ${formatDate(endsAt)} you can take the cancellation back.`
            : 'You can take the cancellation back.'}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel your subscription?"
        keepLabel="Keep Subscription"
        confirmLabel="Cancel Subscription"
        onConfirm={() => cancel.submit()}
      >
        <p>
          Your access ends at the end of the billing period{endsAt && `, on ${formatDate(endsAt)}`}. Until then you keep
          everything, and nothing more is charged for the subscription.
        </p>
        <p className="mt-3">Your purchased minutes are kept and usable again when you come back.</p>
      </ConfirmDialog>
    </>
  )
}
