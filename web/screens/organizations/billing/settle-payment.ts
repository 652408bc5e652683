import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { send } from '#web/client/api.ts'
import { billingFailures } from './billing-toasts.ts'
import { refreshAfterPayment } from '#web/client/refresh.ts'
import { showFailure } from '#web/client/failure.ts'

/**
 * Tells the server of a payment that went through, and reads anew what it changes. False when the server could not be
 * told: the provider's own message settles it then.
 */
export async function settleOrganizationPayment(paymentIntentId: string): Promise<boolean> {
  let isTold = true
  try {
    await send(processPaymentSuccess, { body: { paymentIntentId } })
  } catch (error) {
    console.warn('The payment went through, but is not booked yet:', error)
    showFailure(billingFailures.paymentLate)
    isTold = false
  }
  await refreshAfterPayment()
  return isTold
}
