import type Stripe from 'stripe'
import type { Period } from './build-invoice.ts'
import { idOf, newId } from '../account/sandbox.ts'

type SubscriptionFields = Pick<Stripe.Subscription, 'customer' | 'metadata'> & {
  description: string | null
  defaultPaymentMethod: string | null
  saveDefaultPaymentMethod: 'off' | 'on_subscription'
}

export type Choice = { price: Stripe.Price; quantity: number; metadata: Stripe.Metadata }

/** What a subscription of this account always is: charged by card, no tax, no trial, no schedule. */
const PLAIN = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
} satisfies Partial<Stripe.Subscription>

/** Returns a new subscription that waits for its first payment; `period` in seconds. */
export function buildSubscription(
  fields: SubscriptionFields,
  choices: [Choice, ...Choice[]],
  period: Period,
): Stripe.Subscription {
  const id = newId('sub')
  const now = period.start
  return {
    ...PLAIN,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency: choices[0].price.currency,
    customer: fields.customer,
    default_payment_method: fields.defaultPaymentMethod,
    description: fields.description,
    ended_at: null,
    items: {
      object: 'list',
      data: choices.map((choice) => buildItem(id, choice, period)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    metadata: fields.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: fields.saveDefaultPaymentMethod,
    },
    start_date: now,
    status: 'incomplete',
  }
}

function buildItem(subscription: string, choice: Choice, period: Period): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: choice.metadata,
    plan: planOf(choice.price),
    price: choice.price,
    quantity: choice.quantity,
    subscription,
    tax_rates: [],
  }
}

/** Returns the price in the older form that Stripe still sends next to it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
