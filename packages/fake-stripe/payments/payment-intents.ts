import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { needIntent } from '../calls/browser-access.ts'
import { buildIntent } from './build-intent.ts'
import { cancelIntent, confirmIntent, endChallenge } from './confirmation.ts'
import { invalidRequest } from '../calls/faults.ts'
import { acceptance, acceptedBy, assertReturnUrl, assertUsable, methodFor, methodSources } from '../cards/method-use.ts'
import { accepts, flag, integer, mergeMetadata, metadata, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'

const MINIMUM_CENTS = 50

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
  ...acceptance,
  amount: integer,
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
  if (given.customer !== undefined) sandbox.need('customer', given.customer, 'customer')
  const intent = buildIntent(sandbox.now(), {
    amount: given.amount,
    currency: given.currency.toLowerCase(),
    ...acceptedBy(given),
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

/** Refuses a wrong call before anything is created. */
function assertStartable(
  sandbox: Sandbox,
  given: z.output<typeof createParams>,
  method: Stripe.PaymentMethod | null,
): void {
  if (given.off_session !== undefined && given.confirm !== true) {
    throw invalidRequest('You may only pass `off_session` when `confirm` is true.', undefined, 'off_session')
  }
  if (method !== null) assertUsable(sandbox, method, given.customer ?? null)
  if (given.confirm !== true) return
  if (method === null) throw missingMethod()
  assertReturnUrl(acceptedBy(given), given.return_url)
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
      const method = methodFor(sandbox, params)
      assertStartable(sandbox, params, method)
      const intent = createIntent(sandbox, params)
      if (method === null) return intent
      intent.payment_method = method.id
      intent.status = 'requires_confirmation'
      sandbox.save(intent)
      if (params.confirm === true) confirmIntent(sandbox, intent, method, params.off_session ?? false)
      return intent
    },
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    browser: true,
    params: accepts<Stripe.PaymentIntentRetrieveParams>()({}),
    handle: (call) => needIntent(call, 'payment_intent'),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: true,
    params: accepts<Stripe.PaymentIntentConfirmParams>()(confirming),
    handle(call) {
      const { fromBrowser, params, sandbox } = call
      const intent = needIntent(call, 'payment_intent')
      if (fromBrowser && params.off_session !== undefined) {
        const message = 'You cannot pass `off_session` with a publishable API key.'
        throw invalidRequest(message, undefined, 'off_session')
      }
      const saved = idOf(intent.payment_method)
      const method = methodFor(sandbox, params) ?? (saved === null ? null : sandbox.need('payment_method', saved))
      if (method === null) throw missingMethod()
      if (!fromBrowser) assertReturnUrl(intent, params.return_url)
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
      const intent = needIntent(call, 'payment_intent')
      const isOfInvoice = call.sandbox.listBy('invoice_payment', 'payment_intent', intent.id).length > 0
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
      const { created, customer } = params
      const known =
        customer === undefined ? sandbox.list('payment_intent') : sandbox.listBy('payment_intent', 'customer', customer)
      const found = known.filter((intent) => isWithin(intent.created, created))
      return pageOf('/v1/payment_intents', found, params)
    },
  }),
  /** The stand-in's own path: the challenge dialog of the sandbox script reports the cardholder's choice. */
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/sandbox_challenge',
    browser: true,
    params: z.strictObject({ approved: flag }),
    handle(call) {
      const intent = needIntent(call, 'payment_intent')
      endChallenge(call.sandbox, intent, call.params.approved)
      return intent
    },
  }),
]
