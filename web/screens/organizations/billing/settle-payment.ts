import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { send } from '#web/client/api.ts'
import { organizationBillingFailures } from './toasts.ts'
import { readAgain } from '#web/client/query-client.ts'
import { showFailure } from '#web/client/failure.ts'

/**
 * Reports a successful payment to the server and reloads what it changes. Returns false when the server could not be
 * reached; the provider's webhook then settles the payment.
 */
export async function settleOrganizationPayment(paymentIntentId: string): Promise<boolean> {
  let isTold = true
  try {
    await send(processPaymentSuccess, { body: { paymentIntentId } })
  } catch (error) {
    console.warn('The payment went through, but is not booked yet:', error)
    showFailure(organizationBillingFailures.paymentLate)
    isTold = false
  }
  await readAgain()
  return isTold
}
