import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { notePaymentArriving } from '../arriving-payment.ts'
import { readAgain } from '#web/client/query-client.ts'
import { serverMessage } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'

export type Settlement =
  | { state: 'credited'; minutes: number }
  /** Paid, but the bank is still processing it. */
  | { state: 'arriving' }
  /** The server could not be notified, or (`refusal`) does not know the payment as paid. */
  | { state: 'failed'; refusal: string | null }

interface Paid {
  paymentIntentId: string
  /** Purchased minutes before the payment. */
  purchasedBefore: number
}

/**
 * Notifies the server of a payment that went through and reloads the balance (S159). Never rejects: what is not
 * credited now arrives with the provider's webhook, and the dashboard says so until then (D38).
 */
export async function settlePayment(paid: Paid): Promise<Settlement> {
  const settlement = await notifyServer(paid.paymentIntentId)
  const isComing = settlement.state === 'arriving' || (settlement.state === 'failed' && !settlement.refusal)
  if (isComing) notePaymentArriving(paid)
  await readAgain()
  return settlement
}

async function notifyServer(paymentIntentId: string): Promise<Settlement> {
  try {
    const credited = await send(processPaymentSuccess, { body: { paymentIntentId } })
    const minutes = credited.creditsAdded + credited.monthlyCreditsAdded + (credited.bonusCreditsAdded ?? 0)
    return minutes === 0 ? { state: 'arriving' } : { state: 'credited', minutes }
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 409)
    if (isRefused) return { state: 'failed', refusal: serverMessage(error) ?? billingFailures.payment.text }
    console.warn('The payment went through, but is not credited yet:', error)
    return { state: 'failed', refusal: null }
  }
}
