import { endSubscription } from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { customerFailures, subscriptionEnded } from './toasts.ts'

/** The write that ends a person's subscription, with its toasts (D206). */
export function useEndSubscription(onDone: () => void = () => {}) {
  return useAdminCall(endSubscription, {
    list: adminUsers,
    failed: customerFailures.endSubscription,
    done: ({ accessEndsAt }) => {
      showToast(subscriptionEnded(accessEndsAt))
      onDone()
    },
  })
}
