import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { needIntent } from '../calls/browser-access.ts'
import { invalidRequest } from '../calls/faults.ts'
import { acceptance, acceptedBy, assertReturnUrl, assertUsable, methodFor, methodSources } from './method-use.ts'
import { accepts, flag, mergeMetadata, metadata, moments, pages, text } from '../calls/params.ts'
import { isWithin, pageOf, route, type Route } from '../calls/routes.ts'
import { idOf, newId, type Sandbox } from '../account/sandbox.ts'
import { cancelSetupIntent, confirmSetupIntent, endSetupChallenge } from './setup-confirmation.ts'

const confirming = {
  ...methodSources,
  return_url: z.optional(text),
  use_stripe_sdk: z.optional(flag),
}
const createParams = accepts<Stripe.SetupIntentCreateParams>()({
  ...confirming,
  ...acceptance,
  confirm: z.optional(flag),
  customer: z.optional(text),
  description: z.optional(text),
  metadata: z.optional(metadata),
  usage: z.optional(z.enum(['off_session', 'on_session'])),
})
type CreateParams = z.output<typeof createParams>

function createSetupIntent(sandbox: Sandbox, given: CreateParams): Stripe.SetupIntent {
  if (given.customer !== undefined) sandbox.need('customer', given.customer, 'customer')
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    ...acceptedBy(given),
    application: null,
    cancellation_reason: null,
    client_secret: `${id}_${newId('secret')}`,
    created: sandbox.now(),
    customer: given.customer ?? null,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: given.usage ?? 'off_session',
  }
  sandbox.save(intent)
  sandbox.emit('setup_intent.created', intent)
  return intent
}

function missingMethod(): Error {
  const message =
    "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again."
  return invalidRequest(message, 'setup_intent_unexpected_state', 'payment_method')
}

export const setupIntentRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/setup_intents',
    params: createParams,
    handle({ sandbox, params }) {
      const method = methodFor(sandbox, params)
      if (method !== null) assertUsable(sandbox, method, params.customer ?? null)
      if (params.confirm === true) {
        if (method === null) throw missingMethod()
        assertReturnUrl(acceptedBy(params), params.return_url)
      }
      const intent = createSetupIntent(sandbox, params)
      if (method === null) return intent
      intent.payment_method = method.id
      intent.status = 'requires_confirmation'
      sandbox.save(intent)
      if (params.confirm === true) confirmSetupIntent(sandbox, intent, method)
      return intent
    },
  }),
  route({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    browser: true,
    params: accepts<Stripe.SetupIntentRetrieveParams>()({}),
    handle: (call) => needIntent(call, 'setup_intent'),
  }),
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: true,
    params: accepts<Stripe.SetupIntentConfirmParams>()(confirming),
    handle(call) {
      const { fromBrowser, params, sandbox } = call
      const intent = needIntent(call, 'setup_intent')
      const named = idOf(intent.payment_method)
      const method = methodFor(sandbox, params) ?? (named === null ? null : sandbox.need('payment_method', named))
      if (method === null) throw missingMethod()
      if (!fromBrowser) assertReturnUrl(intent, params.return_url)
      confirmSetupIntent(sandbox, intent, method)
      return intent
    },
  }),
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: accepts<Stripe.SetupIntentCancelParams>()({
      cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'requested_by_customer'])),
    }),
    handle(call) {
      const intent = needIntent(call, 'setup_intent')
      cancelSetupIntent(call.sandbox, intent, call.params.cancellation_reason ?? null)
      return intent
    },
  }),
  route({
    method: 'GET',
    path: '/v1/setup_intents',
    params: accepts<Stripe.SetupIntentListParams>()({
      ...pages,
      created: z.optional(moments),
      customer: z.optional(text),
      payment_method: z.optional(text),
    }),
    handle({ sandbox, params: { created, customer, payment_method: method, ...page } }) {
      const found = sandbox
        .list('setup_intent')
        .filter((intent) => isWithin(intent.created, created) && (customer ?? intent.customer) === intent.customer)
        .filter((intent) => (method ?? intent.payment_method) === intent.payment_method)
      return pageOf('/v1/setup_intents', found, page)
    },
  }),
  /** The stand-in's own path: the challenge dialog of the sandbox script reports the cardholder's choice. */
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id/sandbox_challenge',
    browser: true,
    params: z.strictObject({ approved: flag }),
    handle(call) {
      const intent = needIntent(call, 'setup_intent')
      endSetupChallenge(call.sandbox, intent, call.params.approved)
      return intent
    },
  }),
]
