import { useState } from 'react'
import { cancelOrganizationSubscription, resumeOrganizationSubscription } from '#contract/organizations/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { organizationCancelled } from './billing-toasts.ts'
import { DateTime, formatDate } from '#web/kit/text/date-time.tsx'
import { refreshOrganizationBilling } from '#web/client/refresh.ts'
import { failures, successes } from '#web/client/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Billing } from './billing.ts'

interface Props {
  organizationId: number
  plan: NonNullable<Billing['plan']>
}

/** One button for both, so that the focus stays on it when one has become the other. */
export function CancelOrResume({ organizationId, plan: { cancelAtPeriodEnd, renewsAt } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const params = { organizationId: String(organizationId) }
  const cancel = useCall(cancelOrganizationSubscription, {
    failed: failures.cancelSubscription,
    done: async ({ accessEndsAt }) => {
      await refreshOrganizationBilling()
      showToast(organizationCancelled(accessEndsAt && formatDate(accessEndsAt)))
    },
  })
  const resume = useCall(resumeOrganizationSubscription, {
    failed: failures.resumeSubscription,
    done: async () => {
      await refreshOrganizationBilling()
      showToast(successes.subscriptionResumed)
    },
  })
  return (
    <>
      <Button
        variant="secondary"
        wide
        pending={resume.isPending}
        pendingText="Resuming…"
        onClick={() => (cancelAtPeriodEnd ? resume.mutate({ params }) : setAsking(true))}
      >
        {cancelAtPeriodEnd ? 'Resume Subscription' : 'Cancel Subscription'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel the subscription of your organization?"
        keepLabel="Keep Subscription"
        confirmLabel="Cancel Subscription"
        onConfirm={() => cancel.submit({ params })}
      >
        <p>
          Access of everybody in it ends with the month
          {renewsAt && (
            <>
              , on <DateTime value={renewsAt} />
            </>
          )}
          . Until then nothing changes, and no further month is charged.
        </p>
        <p className="mt-3">Minutes, people and history are kept; you can come back at any time.</p>
      </ConfirmDialog>
    </>
  )
}
