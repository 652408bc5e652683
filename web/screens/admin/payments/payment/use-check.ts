import { disputes, readDispute } from '#contract/admin/disputes.ts'
import { findings } from '#contract/admin/findings.ts'
import { checkPayment } from '#contract/admin/payments.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { useCall } from '#web/client/api.ts'
import { customerReadings } from '../../customers/changes.ts'
import { moneyReadings } from '../changes.ts'
import { paymentFailures } from '../toasts.ts'

const changes = [...moneyReadings, ...customerReadings, disputes, readDispute, findings, adminActs]

/** Asks Stripe about a payment, and reads again what that may have changed. */
export function useCheck() {
  return useCall(checkPayment, { changes, failed: paymentFailures.check })
}
