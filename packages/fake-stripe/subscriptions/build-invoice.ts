import Stripe from 'stripe'
import { idOf, newId } from '../account/sandbox.ts'

export type Period = { start: number; end: number }

export type Purchase = {
  price: Stripe.Price
  quantity: number
  /** The subscription item a recurring line belongs to; absent for a one-time line. */
  itemId?: string
}

/** What an invoice of this account always is: no tax, no discount, no shipping, no credit. */
const PLAIN = {
  account_country: 'US',
  account_name: 'Luna',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>

type InvoiceFields = {
  reason: 'subscription_create' | 'subscription_cycle'
  purchases: Purchase[]
  /** The period that the recurring lines pay for. */
  period: Period
  /** When items could be added to the invoice: the period before, or only the moment of the first one. */
  collected: Period
  finalizesAt: number | null
}

/** Returns a draft of a subscription's invoice with one line for each purchase; times in seconds. */
export function buildInvoice(
  now: number,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  { collected, finalizesAt, period, purchases, reason }: InvoiceFields,
): Stripe.Invoice {
  const id = newId('in')
  const lines = purchases.map((purchase) => buildLine(id, subscription, purchase, period, now))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...PLAIN,
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    effective_at: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: collected.end,
    period_start: collected.start,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

function buildLine(
  invoiceId: string,
  subscription: Stripe.Subscription,
  { itemId, price, quantity }: Purchase,
  period: Period,
  now: number,
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: price.nickname ?? price.lookup_key,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: itemId === undefined ? {} : subscription.metadata,
    parent: parentOf(subscription.id, itemId),
    period: itemId === undefined ? { start: now, end: now } : period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product)! },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

function parentOf(subscription: string, itemId: string | undefined): Stripe.InvoiceLineItem.Parent {
  const details = { proration: false, proration_details: null, subscription }
  if (itemId === undefined) {
    return {
      invoice_item_details: { ...details, invoice_item: newId('ii') },
      subscription_item_details: null,
      type: 'invoice_item_details',
    }
  }
  return {
    invoice_item_details: null,
    subscription_item_details: { ...details, invoice_item: null, subscription_item: itemId },
    type: 'subscription_item_details',
  }
}
