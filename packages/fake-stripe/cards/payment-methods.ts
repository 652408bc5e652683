import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { cardByLast4, declines, isPlausibleNumber, testCards, type TestCard } from './cards.ts'
import { cardDeclined, invalidRequest } from '../calls/faults.ts'
import { historyOf, noteSpent } from './method-history.ts'
import { accepts, addressParams, integer, mergeMetadata, metadata, pages, text } from '../calls/params.ts'
import { pageOf, route, type Route } from '../calls/routes.ts'
import { build } from '../account/objects.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'

/** A card typed into the form. Its number finds the test card and is then dropped. */
const typedCard = z.strictObject({
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: z.optional(text),
})
const billingDetails = z.strictObject({
  address: z.optional(addressParams),
  email: z.optional(text),
  name: z.optional(text),
  phone: z.optional(text),
})

/** The parts of a payment method, alone or within a confirmation (`payment_method_data`). */
export const methodData = {
  type: z.optional(z.literal('card')),
  card: z.optional(typedCard),
  billing_details: z.optional(billingDetails),
  metadata: z.optional(metadata),
}
export type MethodData = {
  card?: z.output<typeof typedCard>
  billing_details?: z.output<typeof billingDetails>
  metadata?: z.output<typeof metadata>
}

/** Creates a payment method from a typed card, or refuses it as Stripe does (402 `card_error`). */
export function createMethod(sandbox: Sandbox, given: MethodData): Stripe.PaymentMethod {
  if (given.card === undefined) throw invalidRequest('Missing required param: card.', 'parameter_missing', 'card')
  const { cvc, exp_month: month, exp_year: typedYear, number } = given.card
  const year = typedYear < 100 ? 2000 + typedYear : typedYear
  const digits = number.replaceAll(/[\s-]/g, '')
  if (!isPlausibleNumber(digits)) throw cardDeclined(declines.incorrectNumber)
  const card = testCards.find((known) => known.number === digits)
  if (card === undefined) throw cardDeclined(declines.notATestCard)
  const today = new Date(sandbox.now() * 1000)
  if (month < 1 || month > 12) throw cardDeclined(declines.invalidMonth)
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) throw cardDeclined(declines.invalidYear)
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) throw cardDeclined(declines.invalidMonth)
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw cardDeclined(declines.invalidCvc)
  return saveMethod(sandbox, card, { month, year, hasCvc: cvc !== undefined }, given)
}

type Expiry = { month: number; year: number; hasCvc: boolean }

function saveMethod(sandbox: Sandbox, card: TestCard, expiry: Expiry, given: MethodData): Stripe.PaymentMethod {
  const method = build('payment_method', {
    id: newId('pm'),
    billing_details: given.billing_details,
    card: {
      checks: { cvc_check: expiry.hasCvc ? 'unchecked' : null },
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      last4: card.number.slice(-4),
    },
    created: sandbox.now(),
    metadata: mergeMetadata({}, given.metadata),
  })
  sandbox.save(method)
  return method
}

/** Returns a payment method; a magic id like `pm_card_visa` creates a new one of that test card. */
export function needMethod(sandbox: Sandbox, id: string): Stripe.PaymentMethod {
  const card = testCards.find(({ magicId }) => magicId === id)
  if (card === undefined) return sandbox.need('payment_method', id, 'payment_method')
  const year = new Date(sandbox.now() * 1000).getUTCFullYear() + 3
  return saveMethod(sandbox, card, { month: 12, year, hasCvc: false }, {})
}

/** Returns the test card of a payment method. */
export function cardOf(method: Stripe.PaymentMethod): TestCard {
  return cardByLast4(method.card!.last4)
}

/** Saves the card with a customer. A card whose check fails is refused. */
export function attachMethod(sandbox: Sandbox, method: Stripe.PaymentMethod, customerId: string): void {
  sandbox.need('customer', customerId, 'customer')
  if (method.customer === customerId) return
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  if (historyOf(sandbox, method).isSpent) {
    const message =
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.'
    throw invalidRequest(message, undefined, 'payment_method')
  }
  const { attachable, decline } = cardOf(method)
  if (decline !== undefined && attachable !== true) throw cardDeclined(decline, { payment_method: method })
  method.customer = customerId
  sandbox.save(method)
  sandbox.emit('payment_method.attached', method)
}

/** Makes the card unusable; a customer or subscription with it as default then has none. */
function detachMethod(sandbox: Sandbox, method: Stripe.PaymentMethod): void {
  if (method.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  const owner = sandbox.need('customer', idOf(method.customer)!)
  if (owner.invoice_settings.default_payment_method === method.id) {
    owner.invoice_settings.default_payment_method = null
    sandbox.save(owner)
  }
  for (const subscription of sandbox.listBy('subscription', 'customer', owner.id)) {
    if (subscription.default_payment_method !== method.id) continue
    subscription.default_payment_method = null
    sandbox.save(subscription)
  }
  method.customer = null
  sandbox.save(method)
  noteSpent(sandbox, method)
  sandbox.emit('payment_method.detached', method, { customer: owner.id })
}

/** Refuses a card that the customer does not have. */
export function assertOwned(sandbox: Sandbox, customer: string | null, methodId: string, param: string): void {
  if (idOf(sandbox.need('payment_method', methodId, param).customer) === customer) return
  const message = `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`
  throw invalidRequest(message, 'resource_missing', param)
}

function methodsOf(sandbox: Sandbox, customer: string | undefined): Stripe.PaymentMethod[] {
  if (customer === undefined) return []
  sandbox.need('customer', customer, 'customer')
  return sandbox.listBy('payment_method', 'customer', customer)
}

export const paymentMethodRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/payment_methods',
    browser: true,
    params: accepts<Stripe.PaymentMethodCreateParams>()(methodData),
    handle: ({ sandbox, params }) => createMethod(sandbox, params),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: accepts<Stripe.PaymentMethodRetrieveParams>()({}),
    handle: ({ sandbox, id }) => needMethod(sandbox, id),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_methods',
    params: accepts<Stripe.PaymentMethodListParams>()({
      ...pages,
      customer: z.optional(text),
      type: z.optional(z.literal('card')),
    }),
    handle: ({ sandbox, params }) => pageOf('/v1/payment_methods', methodsOf(sandbox, params.customer), params),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: accepts<Stripe.CustomerListPaymentMethodsParams>()({ ...pages, type: z.optional(z.literal('card')) }),
    handle: ({ sandbox, id, params }) => pageOf(`/v1/customers/${id}/payment_methods`, methodsOf(sandbox, id), params),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: accepts<Stripe.PaymentMethodAttachParams>()({ customer: text }),
    handle({ sandbox, id, params }) {
      const method = needMethod(sandbox, id)
      attachMethod(sandbox, method, params.customer)
      return method
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: accepts<Stripe.PaymentMethodDetachParams>()({}),
    handle({ sandbox, id }) {
      const method = sandbox.need('payment_method', id)
      detachMethod(sandbox, method)
      return method
    },
  }),
  /** A one-time token of a typed card, as `stripe.createToken` requests it; nothing else in the sandbox accepts one. */
  route({
    method: 'POST',
    path: '/v1/tokens',
    browser: true,
    params: accepts<Stripe.TokenCreateParams>()({ card: methodData.card }),
    handle({ sandbox, params }) {
      const { brand, country, exp_month, exp_year, funding, last4 } = createMethod(sandbox, params).card!
      const card = { id: newId('card'), brand, country, exp_month, exp_year, funding, last4 }
      return build('token', { id: newId('tok'), card, created: sandbox.now() })
    },
  }),
]
