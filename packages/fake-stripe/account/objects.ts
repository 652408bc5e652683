import type Stripe from 'stripe'
import recorded from './recorded.json' with { type: 'json' }

/** What a card was used for before, which decides what may be done with it; Stripe never shows it. */
type MethodHistory = { id: string; object: 'payment_method_history'; isSetUp: boolean; isSpent: boolean }

export type Kinds = {
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  file: Stripe.File
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payment_method_history: MethodHistory
  price: Stripe.Price
  product: Stripe.Product
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds

/** Everything whose first values are recorded: objects of the account, and parts of them. */
type Made = Kinds & {
  address: Stripe.Address
  cancellation_details: Stripe.Subscription.CancellationDetails
  line_item: Stripe.InvoiceLineItem
  plan: Stripe.Plan
  recurring: Stripe.Price.Recurring
  subscription_item: Stripe.SubscriptionItem
  three_d_secure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure
  token: Omit<Stripe.Token, 'card'> & { card: Partial<Stripe.Card> }
}
type Recorded = typeof recorded
type Part<T> = T extends object ? { [Field in keyof T]?: Part<T[Field]> } : T

/**
 * Returns a new object: the values that Stripe's own begin with, and the given ones, also of parts. Other fields must
 * be given; an undefined one keeps its recorded value.
 */
export function build<K extends keyof Made & keyof Recorded>(
  kind: K,
  fields: Omit<Made[K], keyof Recorded[K]> & Part<Made[K]>,
): Made[K] {
  return merge(structuredClone(recorded[kind]), fields) as Made[K]
}

function merge(base: unknown, fields: unknown): unknown {
  if (fields === undefined) return base
  if (!isPlain(base) || !isPlain(fields)) return fields
  for (const [name, value] of Object.entries(fields)) base[name] = merge(base[name], value)
  return base
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The texts and files that can be given as evidence. */
export type EvidenceName = Exclude<keyof Recorded['dispute']['evidence'], 'enhanced_evidence'>
export const EVIDENCE_NAMES = Object.keys(recorded.dispute.evidence).filter(
  (name): name is EvidenceName => name !== 'enhanced_evidence',
)
