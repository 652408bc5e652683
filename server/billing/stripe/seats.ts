import type Stripe from 'stripe'
import { isOver } from '../subscriptions/status.ts'
import { reach, toDate } from './client.ts'
import { type FindPrice, lookupKeys, productIdOf } from './prices.ts'

/** The part of an organization's subscription that counts its users (D116). */
export function seatCalls(stripe: Stripe, findPrice: FindPrice) {
  return {
    /**
     * Has the next months charged for so many users at this price; the running month stays as it is. Doing it again
     * changes nothing. Returns when the running month ends; null when the subscription is over.
     */
    setUsers: (subscriptionId: string, { users, userCents }: { users: number; userCents: number }) =>
      reach(async (): Promise<Date | null> => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        if (isOver(subscription.status)) return null
        const item = subscription.items.data.find(({ price }) => isForUsers(price))
        if (!item) throw new Error(`Subscription ${subscriptionId} has no part for users`)
        const price = await findPrice(lookupKeys.organizationUser(userCents), userCents)
        if (item.price.id === price && item.quantity === users) return toDate(item.current_period_end)
        const changed = await stripe.subscriptions.update(subscriptionId, {
          items: [{ id: item.id, price, quantity: users }],
          // What is added is charged by itself, and what is given up is paid until the month ends.
          proration_behavior: 'none',
        })
        return toDate(Math.max(...changed.items.data.map(({ current_period_end: end }) => end)))
      }),
  }
}

/** A price that another one has replaced keeps its product, but not its key. */
function isForUsers({ lookup_key: key, product }: Stripe.Price): boolean {
  const prefix = 'organization_user_'
  const productId = typeof product === 'string' ? product : product.id
  return (key?.startsWith(prefix) ?? false) || productId.startsWith(productIdOf(prefix))
}
