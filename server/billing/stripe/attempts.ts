import type Stripe from 'stripe'
import { orMissing, reaching, toDate } from './client.ts'

/** One try to charge a card for a payment. */
interface PaymentAttempt {
  at: Date
  isPaid: boolean
  amountCents: number
  refundedCents: number
  isDisputed: boolean
  card: { brand: string; last4: string } | null
  /** Why the bank refused it; null when it did not. */
  declineCode: string | null
}

export function attemptCalls(stripe: Stripe) {
  return reaching(stripe, { listAttempts })
}

/** Returns each try to charge a card for a payment, at most 100, newest first. */
async function listAttempts(stripe: Stripe, paymentIntentId: string): Promise<PaymentAttempt[]> {
  const charges = await orMissing(stripe.charges.list({ payment_intent: paymentIntentId, limit: 100 }))
  return (charges?.data ?? []).map((charge) => {
    const card = charge.payment_method_details?.card
    return {
      at: toDate(charge.created),
      isPaid: charge.status === 'succeeded',
      amountCents: charge.amount,
      refundedCents: charge.amount_refunded,
      isDisputed: charge.disputed,
      card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
      declineCode: charge.status === 'failed' ? (charge.outcome?.reason ?? charge.failure_code) : null,
    }
  })
}
