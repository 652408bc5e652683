import Stripe from 'stripe'
import { build } from '../account/objects.ts'
import { idOf, newId } from '../account/sandbox.ts'

export type Period = { start: number; end: number }

export type Purchase = {
  price: Stripe.Price
  quantity: number
  /** The subscription item a recurring line belongs to; absent for a one-time line. */
  itemId?: string
}

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
  return build('invoice', {
    id,
    amount_due: total,
    amount_remaining: total,
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: { subscription_details: { metadata: subscription.metadata, subscription: subscription.id } },
    period_end: collected.end,
    period_start: collected.start,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  })
}

function buildLine(
  invoiceId: string,
  subscription: Stripe.Subscription,
  { itemId, price, quantity }: Purchase,
  period: Period,
  now: number,
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity
  return build('line_item', {
    id: newId('il'),
    amount,
    currency: price.currency,
    description: price.nickname ?? price.lookup_key,
    invoice: invoiceId,
    metadata: itemId === undefined ? {} : subscription.metadata,
    parent: parentOf(subscription.id, itemId),
    period: itemId === undefined ? { start: now, end: now } : period,
    pricing: {
      price_details: { price: price.id, product: idOf(price.product)! },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: subscription.id,
    subtotal: amount,
  })
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
