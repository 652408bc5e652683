import { processPaymentSuccess } from '#contract/purchases.ts'
import { notePaymentArriving } from './arriving-payment.ts'
import { send } from './api.ts'
import { refreshAfterPayment } from './refresh.ts'

/** `arriving`: paid, but the bank is not done; `failed`: paid, but the server could not be told. */
export type Settlement = { state: 'credited'; minutes: number } | { state: 'arriving' } | { state: 'failed' }

interface Paid {
  paymentIntentId: string
  /** Purchased minutes before the payment. */
  purchasedBefore: number
}

/**
 * Tells the server of a payment that went through and reads the balance anew (S159). Never rejects: what is not
 * credited now arrives by the provider's own message, and the dashboard says so until then (D38).
 */
export async function settlePayment(paid: Paid): Promise<Settlement> {
  const settlement = await tellServer(paid.paymentIntentId)
  if (settlement.state !== 'credited') notePaymentArriving(paid)
  await refreshAfterPayment()
  return settlement
}

async function tellServer(paymentIntentId: string): Promise<Settlement> {
  try {
    const { creditsAdded, monthlyCreditsAdded } = await send(processPaymentSuccess, { body: { paymentIntentId } })
    const minutes = creditsAdded + monthlyCreditsAdded
    return minutes === 0 ? { state: 'arriving' } : { state: 'credited', minutes }
  } catch (error) {
    console.warn('The payment went through, but is not credited yet:', error)
    return { state: 'failed' }
  }
}
