import type Stripe from 'stripe'
import type { Kinds, Sandbox } from '../account/sandbox.ts'

/** What the card was used for before; a new one for nothing. */
export function historyOf(sandbox: Sandbox, { id }: Stripe.PaymentMethod): Kinds['payment_method_history'] {
  const known = sandbox.find('payment_method_history', id)
  return known ?? { id, object: 'payment_method_history', isSetUp: false, isSpent: false }
}

/** The cardholder agreed that the card may be charged off session. */
export function noteSetUp(sandbox: Sandbox, method: Stripe.PaymentMethod): void {
  sandbox.save({ ...historyOf(sandbox, method), isSetUp: true })
}

/** A card that belongs to nobody is good for one payment, one that was detached for none. */
export function noteSpent(sandbox: Sandbox, method: Stripe.PaymentMethod): void {
  sandbox.save({ ...historyOf(sandbox, method), isSpent: true })
}
