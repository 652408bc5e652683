import type Stripe from 'stripe'
import type { Period } from './build-invoice.ts'
import { build } from '../account/objects.ts'
import { idOf, newId } from '../account/sandbox.ts'

type SubscriptionFields = Pick<Stripe.Subscription, 'customer' | 'metadata'> & {
  description: string | undefined
  defaultPaymentMethod: string | undefined
  saveDefaultPaymentMethod: 'off' | 'on_subscription' | undefined
}

export type Choice = { price: Stripe.Price; quantity: number; metadata: Stripe.Metadata }

/** Returns a new subscription that waits for its first payment; `period` in seconds. */
export function buildSubscription(
  fields: SubscriptionFields,
  choices: [Choice, ...Choice[]],
  period: Period,
): Stripe.Subscription {
  const id = newId('sub')
  const now = period.start
  return build('subscription', {
    id,
    billing_cycle_anchor: now,
    created: now,
    currency: choices[0].price.currency,
    customer: fields.customer,
    default_payment_method: fields.defaultPaymentMethod,
    description: fields.description,
    items: {
      object: 'list',
      data: choices.map((choice) => buildItem(id, choice, period)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: fields.metadata,
    payment_settings: { save_default_payment_method: fields.saveDefaultPaymentMethod },
    start_date: now,
  })
}

function buildItem(subscription: string, choice: Choice, period: Period): Stripe.SubscriptionItem {
  return build('subscription_item', {
    id: newId('si'),
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    metadata: choice.metadata,
    plan: planOf(choice.price),
    price: choice.price,
    quantity: choice.quantity,
    subscription,
  })
}

/** Returns the price in the older form that Stripe still sends next to it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return build('plan', {
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    metadata: price.metadata,
    nickname: price.nickname,
    product: idOf(price.product),
  })
}
