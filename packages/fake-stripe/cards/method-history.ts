import type Stripe from 'stripe'
import type { Kinds } from '../account/objects.ts'
import type { Sandbox } from '../account/sandbox.ts'

/** Returns what the card was used for before; nothing for a new one. */
export function historyOf(sandbox: Sandbox, { id }: Stripe.PaymentMethod): Kinds['payment_method_history'] {
  const known = sandbox.find('payment_method_history', id)
  return known ?? { id, object: 'payment_method_history', isSetUp: false, isSpent: false }
}

/** Notes that the cardholder agreed to charges off session. */
export function noteSetUp(sandbox: Sandbox, method: Stripe.PaymentMethod): void {
  sandbox.save({ ...historyOf(sandbox, method), isSetUp: true })
}

/** Notes that a card is spent: without a customer it is good for one payment, and after being detached for none. */
export function noteSpent(sandbox: Sandbox, method: Stripe.PaymentMethod): void {
  sandbox.save({ ...historyOf(sandbox, method), isSpent: true })
}
