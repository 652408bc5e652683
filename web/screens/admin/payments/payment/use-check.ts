import { findings } from '#contract/admin/findings.ts'
import { adminPayments, checkPayment, readAdminPayment, readPaymentAtStripe } from '#contract/admin/payments.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { useCall } from '#web/client/api.ts'
import { paymentFailures } from '../toasts.ts'

const changes = [adminPayments, readAdminPayment, readPaymentAtStripe, findings, adminActs]

/** Asks Stripe about a payment, and reads again what that may have changed. */
export function useCheck() {
  return useCall(checkPayment, { changes, failed: paymentFailures.check })
}
