import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { buildIntent } from './build-intent.ts'
import { cancelIntent, confirmIntent, endChallenge } from './confirmation.ts'
import { invalidRequest } from './faults.ts'
import { createMethod, methodData, needMethod, type MethodData } from './payment-methods.ts'
import { accepts, flag, integer, listOf, mergeMetadata, metadata, moments, pages, text } from './params.ts'
import { isWithin, pageOf, route, type Call, type Route } from './routes.ts'
import { idOf, type Sandbox } from './sandbox.ts'

const MINIMUM_CENTS = 50

const methodSources = {
  payment_method: z.optional(text),
  payment_method_data: z.optional(z.strictObject({ ...methodData, allow_redisplay: z.optional(text) })),
}
const confirming = {
  ...methodSources,
  off_session: z.optional(flag),
  receipt_email: z.optional(text),
  return_url: z.optional(text),
  setup_future_usage: z.optional(z.enum(['off_session', 'on_session', ''])),
  use_stripe_sdk: z.optional(flag),
}
const createParams = accepts<Stripe.PaymentIntentCreateParams>()({
  ...confirming,
  allowed_payment_method_types: z.optional(listOf(z.literal('card'))),
  amount: integer,
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.optional(z.enum(['always', 'never'])) }),
  ),
  confirm: z.optional(flag),
  currency: text,
  customer: z.optional(text),
  description: z.optional(text),
  metadata: z.optional(metadata),
  setup_future_usage: z.optional(z.enum(['off_session', 'on_session'])),
  statement_descriptor: z.optional(text),
  statement_descriptor_suffix: z.optional(text),
})

function createIntent(sandbox: Sandbox, given: z.output<typeof createParams>): Stripe.PaymentIntent {
  if (given.amount < MINIMUM_CENTS) {
    throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount')
  }
  if (given.automatic_payment_methods !== undefined && given.allowed_payment_method_types !== undefined) {
    const message =
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.'
    throw invalidRequest(message, 'parameters_exclusive')
  }
  if (given.customer !== undefined) sandbox.need('customer', given.customer, 'customer')
  const intent = buildIntent(sandbox.now(), {
    amount: given.amount,
    currency: given.currency.toLowerCase(),
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    automatic_payment_methods:
      given.automatic_payment_methods ?? (given.allowed_payment_method_types ? null : { enabled: true }),
    customer: given.customer ?? null,
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
    receipt_email: given.receipt_email ?? null,
    setup_future_usage: given.setup_future_usage ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
  })
  sandbox.save(intent)
  sandbox.emit('payment_intent.created', intent)
  return intent
}

type MethodSource = { payment_method?: string; payment_method_data?: MethodData }

/** The card to charge: named, or typed within the same call; null when the call brings none. */
function methodFor(sandbox: Sandbox, given: MethodSource): Stripe.PaymentMethod | null {
  if (given.payment_method_data !== undefined) return createMethod(sandbox, given.payment_method_data)
  return given.payment_method === undefined ? null : needMethod(sandbox, given.payment_method)
}

/** The intent of the call; a browser must prove with the client secret that it was given this one. */
function needIntent({ sandbox, id, fromBrowser, clientSecret }: Omit<Call<unknown>, 'params'>): Stripe.PaymentIntent {
  const intent = sandbox.need('payment_intent', id, 'intent')
  if (fromBrowser && clientSecret !== intent.client_secret) {
    const message = 'The client_secret provided does not match the client_secret associated with this PaymentIntent.'
    throw invalidRequest(message, 'payment_intent_invalid_parameter', 'client_secret')
  }
  return intent
}

function missingMethod(): Error {
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. Update it with a payment method and confirm again."
  return invalidRequest(message, 'payment_intent_unexpected_state', 'payment_method')
}

export const paymentIntentRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/payment_intents',
    params: createParams,
    handle({ sandbox, params }) {
      const intent = createIntent(sandbox, params)
      const method = methodFor(sandbox, params)
      if (method !== null) {
        intent.payment_method = method.id
        intent.status = 'requires_confirmation'
        sandbox.save(intent)
      }
      if (params.confirm !== true) return intent
      if (method === null) throw missingMethod()
      confirmIntent(sandbox, intent, method, params.off_session ?? false)
      return intent
    },
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: true,
    params: accepts<Stripe.PaymentIntentRetrieveParams>()({}),
    handle: (call) => needIntent(call),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: true,
    params: accepts<Stripe.PaymentIntentConfirmParams>()(confirming),
    handle(call) {
      const { params, sandbox } = call
      const intent = needIntent(call)
      const saved = idOf(intent.payment_method)
      const method = methodFor(sandbox, params) ?? (saved === null ? null : sandbox.need('payment_method', saved))
      if (method === null) throw missingMethod()
      if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null
      if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage || null
      confirmIntent(sandbox, intent, method, params.off_session ?? false)
      return intent
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    params: accepts<Stripe.PaymentIntentCancelParams>()({
      cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
    }),
    handle(call) {
      const intent = needIntent(call)
      const isOfInvoice = call.sandbox
        .list('invoice_payment')
        .some(({ payment }) => payment.payment_intent === intent.id)
      if (isOfInvoice)
        throw invalidRequest('You cannot cancel the PaymentIntent of an invoice. Void the invoice instead.')
      cancelIntent(call.sandbox, intent, call.params.cancellation_reason ?? null)
      return intent
    },
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents',
    params: accepts<Stripe.PaymentIntentListParams>()({
      ...pages,
      created: z.optional(moments),
      customer: z.optional(text),
    }),
    handle({ sandbox, params }) {
      const found = sandbox
        .list('payment_intent')
        .filter(
          ({ created, customer }) => isWithin(created, params.created) && (params.customer ?? customer) === customer,
        )
      return pageOf('/v1/payment_intents', found, params)
    },
  }),
  /** The stand-in's own path: the challenge dialog of the sandbox script reports what the cardholder chose. */
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/sandbox_challenge',
    browser: true,
    params: z.strictObject({ approved: flag }),
    handle(call) {
      const intent = needIntent(call)
      endChallenge(call.sandbox, intent, call.params.approved)
      return intent
    },
  }),
]
