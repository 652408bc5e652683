import type Stripe from 'stripe'
import type { FindPrice } from './prices.ts'

/** What a new subscription is asked for with. */

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

export function priceAll(findPrice: FindPrice, parts: OrderedPrice[]): Promise<{ price: string; quantity: number }[]> {
  return Promise.all(
    parts.map(async ({ lookupKey, amountCents, quantity }) => ({
      price: await findPrice(lookupKey, amountCents),
      quantity,
    })),
  )
}

type Wanted = Pick<Stripe.SubscriptionCreateParams, 'customer' | 'items' | 'add_invoice_items' | 'metadata'>

/** A subscription that begins with the payment of its first invoice; the card is kept for the next ones. */
export function createSubscription(
  stripe: Stripe,
  wanted: Wanted,
  idempotencyKey: string,
): Promise<Stripe.Subscription> {
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
