import type Stripe from 'stripe'
import { countAttempt, failInvoice, finalizeInvoice, intentOf } from './billing.ts'
import { buildInvoice } from './build-invoice.ts'
import { changeSubscription } from './change-subscription.ts'
import { confirmIntent } from '../payments/confirmation.ts'
import { StripeFault } from '../calls/faults.ts'
import { periodEnd } from './periods.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'
import { endSubscription } from './subscription-ends.ts'

const FINALIZED_AFTER_S = 3_600

/** Declines after which the same card is not charged again. */
const HARD_DECLINES = [
  'authentication_required',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]

/** Begins the next period. The subscription moves on at once, paid or not; its invoice is a draft for an hour. */
export function renewSubscription(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const items = subscription.items.data
  const [{ current_period_end: start, current_period_start: lastStart, price }] = items as [Stripe.SubscriptionItem]
  const end = periodEnd(subscription.billing_cycle_anchor, price.recurring!, start)
  changeSubscription(sandbox, subscription, () => {
    for (const item of items) {
      item.current_period_start = start
      item.current_period_end = end
    }
    const customer = sandbox.need('customer', idOf(subscription.customer)!)
    const invoice = buildInvoice(sandbox.now(), customer, subscription, {
      reason: 'subscription_cycle',
      purchases: items.map((item) => ({ price: item.price, quantity: item.quantity ?? 1, itemId: item.id })),
      period: { start, end },
      collected: { start: lastStart, end: start },
      finalizesAt: sandbox.now() + FINALIZED_AFTER_S,
    })
    subscription.latest_invoice = invoice.id
    sandbox.save(invoice)
    sandbox.emit('invoice.created', invoice)
  })
}

/** Opens a renewal's draft and charges the saved card for it. */
export function finalizeRenewal(sandbox: Sandbox, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  finalizeInvoice(sandbox, invoice)
  if (invoice.status === 'open') collectRenewal(sandbox, subscription, invoice)
}

/** Charges the saved card for an open renewal. When no further attempt is planned, the subscription ends. */
export function collectRenewal(sandbox: Sandbox, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const intent = intentOf(sandbox, invoice)!
  const method = savedMethodOf(sandbox, subscription)
  const before = { attempt_count: invoice.attempt_count, next_payment_attempt: invoice.next_payment_attempt }
  countAttempt(invoice)
  if (method === null) failInvoice(sandbox, invoice, false)
  else if (isHopeless(intent, method)) {
    sandbox.save(invoice)
    sandbox.emit('invoice.updated', invoice, before)
  } else chargeOffSession(sandbox, intent, method)
  if (invoice.status !== 'open' || invoice.next_payment_attempt !== null) return
  endSubscription(sandbox, subscription, { reason: 'payment_failed' })
}

/** Returns the card that pays renewals: the subscription's own, otherwise the customer's; null when there is none. */
export function savedMethodOf(sandbox: Sandbox, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = sandbox.need('customer', idOf(subscription.customer)!)
  const ids = [subscription.default_payment_method, customer.invoice_settings.default_payment_method].map(idOf)
  const methods = ids.map((id) => sandbox.find('payment_method', id ?? ''))
  return methods.find((method) => method !== undefined && idOf(method.customer) === customer.id) ?? null
}

function isHopeless({ last_payment_error: error }: Stripe.PaymentIntent, method: Stripe.PaymentMethod): boolean {
  return error?.payment_method?.id === method.id && HARD_DECLINES.includes(error.decline_code ?? '')
}

/** Charges without the person. A decline is recorded on the intent and its invoice, because no caller waits for it. */
function chargeOffSession(sandbox: Sandbox, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  try {
    confirmIntent(sandbox, intent, method, true)
  } catch (error) {
    if (!(error instanceof StripeFault) || error.status !== 402) throw error
  }
}
