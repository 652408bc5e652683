import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { openFirstInvoice } from './billing.ts'
import { buildSubscription, planOf, type Choice } from './build-subscription.ts'
import { build } from '../account/objects.ts'
import { changeSubscription } from './change-subscription.ts'
import { invalidRequest, resourceMissing } from '../calls/faults.ts'
import { accepts, flag, integer, listOf, mergeMetadata, metadata, text } from '../calls/params.ts'
import { periodEnd } from './periods.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import type { Sandbox } from '../account/sandbox.ts'
import { endSubscription, isOver } from './subscription-ends.ts'

const paymentSettings = z.strictObject({
  payment_method_types: z.optional(listOf(z.literal('card'))),
  save_default_payment_method: z.optional(z.enum(['off', 'on_subscription'])),
})
const cancellationDetails = z.strictObject({
  comment: z.optional(text),
  feedback: z.optional(
    z.enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ),
})
const createParams = accepts<Stripe.SubscriptionCreateParams>()({
  add_invoice_items: z.optional(
    listOf(z.strictObject({ price: text, quantity: z.optional(integer), metadata: z.optional(metadata) })),
  ),
  billing_mode: z.optional(z.strictObject({ type: z.literal('flexible') })),
  customer: text,
  default_payment_method: z.optional(text),
  description: z.optional(text),
  items: listOf(z.strictObject({ price: text, quantity: z.optional(integer), metadata: z.optional(metadata) })),
  metadata: z.optional(metadata),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.optional(paymentSettings),
})
const updateParams = accepts<Stripe.SubscriptionUpdateParams>()({
  cancel_at: z.optional(z.union([z.literal(''), integer])),
  cancel_at_period_end: z.optional(flag),
  cancellation_details: z.optional(cancellationDetails),
  default_payment_method: z.optional(text),
  description: z.optional(text),
  items: z.optional(listOf(z.strictObject({ id: text, price: z.optional(text), quantity: z.optional(integer) }))),
  metadata: z.optional(metadata),
  payment_settings: z.optional(paymentSettings),
  proration_behavior: z.optional(z.literal('none')),
})

const MAX_ITEMS = 20

function createSubscription(sandbox: Sandbox, given: z.output<typeof createParams>): Stripe.Subscription {
  sandbox.need('customer', given.customer, 'customer')
  if (given.default_payment_method !== undefined) {
    sandbox.need('payment_method', given.default_payment_method, 'default_payment_method')
  }
  const extras = given.add_invoice_items ?? []
  if (given.items.length > MAX_ITEMS || extras.length > MAX_ITEMS) {
    throw invalidRequest(`A subscription takes at most ${MAX_ITEMS} items.`, undefined, 'items')
  }
  const choices = given.items.map(({ metadata: notes, price, quantity = 1 }, place): Choice => {
    const param = `items[${place}][price]`
    return { price: needPrice(sandbox, price, 'recurring', param), quantity, metadata: mergeMetadata({}, notes) }
  })
  const oneTime = extras.map(({ price, quantity = 1 }, place) => {
    const param = `add_invoice_items[${place}][price]`
    return { price: needPrice(sandbox, price, 'one_time', param), quantity }
  })
  const [first, ...others] = choices
  if (first === undefined) throw invalidRequest('Missing required param: items.', 'parameter_missing', 'items')
  const start = sandbox.now()
  const period = { start, end: periodEnd(start, first.price.recurring!, start) }
  const subscription = buildSubscription(
    {
      customer: given.customer,
      metadata: mergeMetadata({}, given.metadata),
      description: given.description,
      defaultPaymentMethod: given.default_payment_method,
      saveDefaultPaymentMethod: given.payment_settings?.save_default_payment_method,
    },
    [first, ...others],
    period,
  )
  sandbox.save(subscription)
  sandbox.emit('customer.subscription.created', subscription)
  const recurring = subscription.items.data.map(({ id, price, quantity = 1 }) => ({ price, quantity, itemId: id }))
  subscription.latest_invoice = openFirstInvoice(sandbox, subscription, [...recurring, ...oneTime], period).id
  sandbox.save(subscription)
  return subscription
}

function needPrice(sandbox: Sandbox, id: string, type: Stripe.Price.Type, param: string): Stripe.Price {
  const price = sandbox.need('price', id, param)
  if (price.type !== type) {
    const message = `The price specified is set to \`type=${price.type}\` but this field only accepts prices with \`type=${type}\`.`
    throw invalidRequest(message, undefined, param)
  }
  if (!price.active) throw invalidRequest(`The price specified is inactive: ${id}`, undefined, param)
  return price
}

/** Sets or removes the end of a subscription. Stripe notes when this was requested and when it takes effect. */
function setEnd(sandbox: Sandbox, subscription: Stripe.Subscription, atPeriodEnd: boolean, at: number | null): void {
  const wanted = atPeriodEnd || at !== null
  subscription.cancel_at_period_end = atPeriodEnd
  subscription.cancel_at = atPeriodEnd
    ? Math.max(...subscription.items.data.map(({ current_period_end: end }) => end))
    : at
  subscription.canceled_at = wanted ? sandbox.now() : null
  const reason = wanted ? 'cancellation_requested' : null
  subscription.cancellation_details = build('cancellation_details', { reason })
}

type ItemChange = { id: string; price?: string | undefined; quantity?: number | undefined }

/**
 * Checks changes of a subscription's items. Returns a function that makes them; the current period stays paid as it is.
 */
function prepareItems(
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

function updateSubscription(sandbox: Sandbox, id: string, given: z.output<typeof updateParams>): Stripe.Subscription {
  const subscription = sandbox.need('subscription', id)
  if (isOver(subscription)) {
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw invalidRequest(message, 'invalid_canceled_subscription_fields')
  }
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd, default_payment_method: method } = given
  if (method) sandbox.need('payment_method', method, 'default_payment_method')
  const changeItems = prepareItems(subscription, given.items ?? [], (price, param) =>
    needPrice(sandbox, price, 'recurring', param),
  )
  if (given.items && given.proration_behavior !== 'none') {
    throw invalidRequest('The stand-in changes items without proration only.', undefined, 'proration_behavior')
  }
  changeSubscription(sandbox, subscription, () => {
    changeItems()
    if (method !== undefined) subscription.default_payment_method = method || null
    if (atPeriodEnd !== undefined) setEnd(sandbox, subscription, atPeriodEnd, null)
    else if (at !== undefined) setEnd(sandbox, subscription, false, at === '' ? null : at)
    if (given.cancellation_details !== undefined && subscription.cancellation_details !== null) {
      Object.assign(subscription.cancellation_details, given.cancellation_details)
    }
    if (given.description !== undefined) subscription.description = given.description || null
    subscription.metadata = mergeMetadata(subscription.metadata, given.metadata)
    if (subscription.payment_settings !== null) Object.assign(subscription.payment_settings, given.payment_settings)
  })
  return subscription
}

/** Returns whether a subscription has a status; Stripe omits ended ones unless they are requested. */
function hasStatus(subscription: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === undefined) return subscription.status !== 'canceled'
  if (wanted === 'ended') return isOver(subscription)
  return subscription.status === wanted
}

export const subscriptionRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/subscriptions',
    params: createParams,
    handle: ({ sandbox, params }) => createSubscription(sandbox, params),
  }),
  readRoute('subscription', '/v1/subscriptions'),
  route({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: updateParams,
    handle: ({ sandbox, id, params }) => updateSubscription(sandbox, id, params),
  }),
  route({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: accepts<Stripe.SubscriptionCancelParams>()({ cancellation_details: z.optional(cancellationDetails) }),
    handle({ sandbox, id, params: { cancellation_details: details } }) {
      const subscription = sandbox.need('subscription', id)
      if (isOver(subscription)) throw invalidRequest(`No active subscription: '${id}'`, 'resource_missing', 'id')
      endSubscription(sandbox, subscription, { ...details, reason: 'cancellation_requested' })
      return subscription
    },
  }),
  listRoute<Stripe.SubscriptionListParams>()({
    kind: 'subscription',
    path: '/v1/subscriptions',
    equals: { customer: text },
    others: { price: text, status: text },
    keeps: (subscription, { price, status }) =>
      hasStatus(subscription, status) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)),
  }),
]
