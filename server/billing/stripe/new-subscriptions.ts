import type Stripe from 'stripe'
import { reaching } from './client.ts'
import { toOpenedPayment } from './invoices.ts'
import type { OpenedPayment } from './payments.ts'
import { type FindPrice, lookupKeys, type Pricing } from './prices.ts'

export interface OpenedSubscription extends OpenedPayment {
  subscriptionId: string
  invoiceId: string
  /** The charge for paying it. */
  amountCents: number
}

/** A quantity and the price of one unit, which together find the price. */
export interface OrderedPrice {
  lookupKey: string
  amountCents: number
  quantity: number
}

export interface OrganizationOrder {
  registrationId: string
  /** Another attempt is another payment. */
  attempt: number | string
  customerId: string
  monthly: OrderedPrice[]
  /** On the first invoice only. */
  oneTime: OrderedPrice[]
}

export function newSubscriptionCalls(pricing: Pricing) {
  return reaching(pricing, { openSubscription, openOrganizationSubscription, reopenSubscription })
}

/**
 * Opens monthly access, alone or with a package as a one-time item on its first invoice: one confirmation, one charge
 * (D34). Throws when the provider answers without a secret.
 */
async function openSubscription(
  { stripe, findPrice }: Pricing,
  checkout: {
    id: string
    customerId: string
    userId: string
    kind: string
    plan: { priceCents: number }
    package: { tier: string; priceCents: number } | null
  },
) {
  const { id, customerId, userId, kind, plan, package: bought } = checkout
  const extra = bought ? [{ price: await findPrice(lookupKeys.package(bought.tier), bought.priceCents) }] : []
  const items = [{ price: await findPrice(lookupKeys.access, plan.priceCents) }]
  const metadata = { userId, checkoutId: id, kind }
  const wanted = { customer: customerId, items, add_invoice_items: extra, metadata }
  return toOpenedSubscription(await createSubscription(stripe, wanted, `combined:${id}`))
}

/** Opens an organization's package: every monthly part, and the one-time parts on its first invoice (D102). */
async function openOrganizationSubscription({ stripe, findPrice }: Pricing, order: OrganizationOrder) {
  const { registrationId, attempt, customerId } = order
  const [items, extra] = [await priceAll(findPrice, order.monthly), await priceAll(findPrice, order.oneTime)]
  const metadata = { registrationId, kind: 'organization' }
  const wanted = { customer: customerId, items, add_invoice_items: extra, metadata }
  return toOpenedSubscription(await createSubscription(stripe, wanted, `organization:${registrationId}:${attempt}`))
}

/** Returns the open first invoice of a subscription again, with its secret; null when it can no longer be paid. */
async function reopenSubscription({ stripe }: Pricing, subscriptionId: string) {
  const subscription = await retrieveWithSecret(stripe, subscriptionId)
  const { status, latest_invoice: invoice } = subscription
  // Between the two steps of ending it, the invoice is void and the subscription still incomplete.
  const isOpen = status === 'incomplete' && invoice && typeof invoice !== 'string' && invoice.status === 'open'
  return isOpen ? toOpenedSubscription(subscription) : null
}

function priceAll(findPrice: FindPrice, parts: OrderedPrice[]): Promise<{ price: string; quantity: number }[]> {
  return Promise.all(
    parts.map(async ({ lookupKey, amountCents, quantity }) => ({
      price: await findPrice(lookupKey, amountCents),
      quantity,
    })),
  )
}

type Wanted = Pick<Stripe.SubscriptionCreateParams, 'customer' | 'items' | 'add_invoice_items' | 'metadata'>

/** Creates a subscription that begins with the payment of its first invoice; the card is saved for later ones. */
function createSubscription(stripe: Stripe, wanted: Wanted, idempotencyKey: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create(
    {
      ...wanted,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      billing_mode: { type: 'flexible' },
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey },
  )
}

function retrieveWithSecret(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice.confirmation_secret'] })
}

function toOpenedSubscription(subscription: Stripe.Subscription): OpenedSubscription {
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string')
    throw new Error(`Subscription ${subscription.id} came without an invoice`)
  const { id: invoiceId, amount_due: amountCents } = invoice
  return { ...toOpenedPayment(invoice), subscriptionId: subscription.id, invoiceId, amountCents }
}
