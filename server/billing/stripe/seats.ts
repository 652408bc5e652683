import type Stripe from 'stripe'
import { isOver } from '../subscriptions/status.ts'
import { reaching, toDate } from './client.ts'
import { lookupKeys, type Pricing, productIdOf } from './prices.ts'

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
