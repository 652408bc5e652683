import { endSubscription } from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { customerFailures } from './toasts.ts'

/** The write that ends a person's subscription (D206). */
export function useEndSubscription(done: (answer: { accessEndsAt: string | null }) => void) {
  return useAdminCall(endSubscription, { list: adminUsers, failed: customerFailures.endSubscription, done })
}
