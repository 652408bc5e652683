import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { send } from '#web/client/api.ts'
import { readAgain } from '#web/client/query-client.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

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
    showToast({
      title: 'Payment Processed',
      description: 'Your payment went through, but it may take a few minutes to show up.',
      tone: 'info',
    })
    isTold = false
  }
  await readAgain()
  return isTold
}
