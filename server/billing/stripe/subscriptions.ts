import type Stripe from 'stripe'
import { isOver } from '../subscriptions/status.ts'
import { idOf, orMissing, reaching, toDate, unlessRefused } from './client.ts'
import { listOpenInvoices } from './invoices.ts'
import { lookupKeys, type Pricing, productIdOf } from './prices.ts'

export interface SubscriptionState {
  id: string
  status: string
  /** When the next month begins, or when the subscription ends or has ended. */
  renewsAt: Date
  cancelAtPeriodEnd: boolean
  /** Since when the oldest open invoice has waited for payment; null while nothing is overdue (D7). */
  pastDueSince: Date | null
  latestInvoiceId: string | null
  /** Null until it is over. */
  endedAt: Date | null
  /** It ended because its payment never arrived. */
  endedUnpaid: boolean
}

export function subscriptionCalls(stripe: Stripe) {
  return reaching(stripe, { readSubscription, setCancelAtPeriodEnd, endUnpaid, endNow, endAllOf })
}

/** Ends a first payment so that it can no longer be made. The provider decides whether it was paid first. */
async function endUnpaid(stripe: Stripe, subscriptionId: string, invoiceId: string) {
  await unlessRefused(stripe.invoices.voidInvoice(invoiceId))
  const { status } = await stripe.invoices.retrieve(invoiceId)
  if (status === 'void') await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
}

/** Ends a subscription at once, whatever is paid. One that is over stays over. */
async function endNow(stripe: Stripe, subscriptionId: string) {
  await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
}

/** Ends every subscription of a customer at once; one who was deleted has none. */
async function endAllOf(stripe: Stripe, customerId: string) {
  const running = await orMissing(stripe.subscriptions.list({ customer: customerId, limit: 100 }))
  for (const { id } of running?.data ?? []) await endNow(stripe, id)
}

async function readSubscription(stripe: Stripe, subscriptionId: string): Promise<SubscriptionState> {
  return toSubscriptionState(stripe, await stripe.subscriptions.retrieve(subscriptionId))
}

/**
 * Sets or removes the end of a subscription with the paid month (D41); the same request twice changes nothing. Returns
 * null when the subscription has already ended.
 */
async function setCancelAtPeriodEnd(
  stripe: Stripe,
  subscriptionId: string,
  wanted: boolean,
): Promise<SubscriptionState | null> {
  const { status, cancel_at_period_end: isMarked } = await stripe.subscriptions.retrieve(subscriptionId)
  if (isOver(status)) return null
  // A person who canceled in the provider's own pages has set a date instead of the flag.
  const withoutEnd = isMarked ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  const change = wanted ? { cancel_at_period_end: true } : withoutEnd
  return toSubscriptionState(stripe, await stripe.subscriptions.update(subscriptionId, change))
}

async function toSubscriptionState(stripe: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionState> {
  const { id, status, cancel_at: endsAt, ended_at: endedAt, cancel_at_period_end: isMarked } = subscription
  const periodEndsAt = Math.max(...subscription.items.data.map((item) => item.current_period_end))
  return {
    id,
    status,
    renewsAt: toDate(endedAt ?? endsAt ?? periodEndsAt),
    cancelAtPeriodEnd: isMarked || endsAt !== null,
    pastDueSince: status === 'past_due' ? await findPastDueSince(stripe, id) : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    endedAt: endedAt === null ? null : toDate(endedAt),
    endedUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
  }
}

/** The newest invoice may already be the next month's, so what counts is since when a payment has waited. */
async function findPastDueSince(stripe: Stripe, subscriptionId: string): Promise<Date | null> {
  const oldest = (await listOpenInvoices(stripe, subscriptionId)).at(-1)
  return oldest ? toDate(oldest.status_transitions.finalized_at ?? oldest.created) : null
}

/** The part of an organization's subscription that counts its users (D116). */
export function seatCalls(pricing: Pricing) {
  return reaching(pricing, { setUsers })
}

/**
 * Has the next months charged for this number of users at this price; the current month stays as it is. Repeating it
 * changes nothing. Returns when the current month ends; null when the subscription is over.
 */
async function setUsers(
  { stripe, findPrice }: Pricing,
  subscriptionId: string,
  { users, userCents }: { users: number; userCents: number },
): Promise<Date | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (isOver(subscription.status)) return null
  const item = subscription.items.data.find(({ price }) => isForUsers(price))
  if (!item) throw new Error(`Subscription ${subscriptionId} has no part for users`)
  const price = await findPrice(lookupKeys.organizationUser(userCents), userCents)
  if (item.price.id === price && item.quantity === users) return toDate(item.current_period_end)
  const changed = await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item.id, price, quantity: users }],
    // Added users are charged separately, and removed ones are paid until the month ends.
    proration_behavior: 'none',
  })
  return toDate(Math.max(...changed.items.data.map(({ current_period_end: end }) => end)))
}

/** A price that another one has replaced keeps its product but loses its key. */
function isForUsers({ lookup_key: key, product }: Stripe.Price): boolean {
  const prefix = 'organization_user_'
  const productId = typeof product === 'string' ? product : product.id
  return (key?.startsWith(prefix) ?? false) || productId.startsWith(productIdOf(prefix))
}
