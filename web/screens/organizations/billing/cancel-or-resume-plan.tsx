import { formatDate } from '#contract/dates.ts'
import { cancelOrganizationSubscription, resumeOrganizationSubscription } from '#contract/organizations/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { organizationCancelled } from './toasts.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { billingFailures, billingSuccesses } from '#web/screens/billing/toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { CancelOrResume } from '#web/screens/billing/subscription/cancel-or-resume.tsx'
import type { Billing } from './billing.ts'

interface Props {
  organizationId: number
  plan: NonNullable<Billing['plan']>
}

/** Cancels or resumes the subscription of a whole organization. */
export function CancelOrResumePlan({ organizationId, plan: { cancelAtPeriodEnd, renewsAt } }: Props) {
  const params = { organizationId: String(organizationId) }
  const cancel = useCall(cancelOrganizationSubscription, {
    failed: billingFailures.cancelSubscription,
    done: ({ accessEndsAt }) => {
      showToast(organizationCancelled(accessEndsAt && formatDate(accessEndsAt)))
    },
  })
  const resume = useCall(resumeOrganizationSubscription, {
    failed: billingFailures.resumeSubscription,
    done: () => {
      showToast(billingSuccesses.subscriptionResumed)
    },
  })
  return (
    <CancelOrResume
      cancelAtPeriodEnd={cancelAtPeriodEnd}
      title="Cancel your organization's subscription?"
      isResuming={resume.isPending}
      onResume={() => resume.mutate({ params })}
      onCancel={() => cancel.submit({ params })}
    >
      <p>
        Everyone loses access at the end of the month
        {renewsAt && (
          <span>
            , on <DateTime value={renewsAt} />
          </span>
        )}
        . Until then, nothing changes. You won't be charged again.
      </p>
      <p className="mt-3">Minutes, people and history are kept. You can come back at any time.</p>
    </CancelOrResume>
  )
}
