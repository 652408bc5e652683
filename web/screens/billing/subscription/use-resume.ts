import { resumeSubscription } from '#contract/billing/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { billingFailures, billingSuccesses } from '../toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** Resumes the user's own subscription after a cancellation. */
export function useResume() {
  return useCall(resumeSubscription, {
    failed: billingFailures.resumeSubscription,
    done: () => {
      showToast(billingSuccesses.subscriptionResumed)
    },
  })
}
