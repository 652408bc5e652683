import type Stripe from 'stripe'
import { planOf } from './build-subscription.ts'
import { invalidRequest, resourceMissing } from '../calls/faults.ts'

export type ItemChange = { id: string; price?: string | undefined; quantity?: number | undefined }

/**
 * Checks changes of a subscription's items. Returns a function that makes them; the current period stays paid as it is.
 */
export function prepareItems(
  subscription: Stripe.Subscription,
  changes: ItemChange[],
  needPrice: (id: string, param: string) => Stripe.Price,
): () => void {
  const prepared = changes.map(({ id, price, quantity }, place) => {
    const item = subscription.items.data.find((one) => one.id === id)
    if (item === undefined) throw resourceMissing('subscription_item', id, `items[${place}][id]`)
    if (quantity !== undefined && quantity < 0) {
      throw invalidRequest('This value must be greater than or equal to 0.', 'parameter_invalid_integer', 'quantity')
    }
    return { item, quantity, price: price === undefined ? item.price : needPrice(price, `items[${place}][price]`) }
  })
  return () => {
    for (const { item, price, quantity } of prepared) {
      item.price = price
      item.plan = planOf(price)
      if (quantity !== undefined) item.quantity = quantity
    }
  }
}
