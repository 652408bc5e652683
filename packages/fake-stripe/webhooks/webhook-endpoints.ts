import Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, flag, listOf, mergeMetadata, metadata, pages, text } from '../calls/params.ts'
import { pageOf, route, type Route } from '../calls/routes.ts'
import { newId } from '../account/sandbox.ts'

/**
 * The events sent to the stand-in's own endpoint: the webhooks that the server asks for when it runs with real keys.
 */
export const ENABLED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'setup_intent.succeeded',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Returns whether the server is sent events of this type. */
export function isSent(type: string): boolean {
  return ENABLED_EVENTS.some((enabled) => enabled === type)
}

const settings = {
  description: z.optional(text),
  enabled_events: z.optional(listOf(text)),
  metadata: z.optional(metadata),
  url: z.optional(z.url()),
}
const createParams = accepts<Stripe.WebhookEndpointCreateParams>()({
  ...settings,
  api_version: z.optional(z.literal(Stripe.API_VERSION)),
  enabled_events: listOf(text),
  url: z.url(),
})

function buildEndpoint(now: number, given: z.output<typeof createParams>): Stripe.WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: given.api_version ?? null,
    application: null,
    created: now,
    description: given.description || null,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    status: 'enabled',
    url: given.url,
  }
}

/**
 * The account's list of webhook endpoints, kept for the scripts that set it up. Nothing is sent to them, because the
 * stand-in knows its one receiver and shares a secret with it from the start.
 */
export const webhookEndpointRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: createParams,
    handle({ sandbox, params }) {
      const endpoint = buildEndpoint(sandbox.now(), params)
      sandbox.save(endpoint)
      // Returned only once, as at Stripe.
      return { ...endpoint, secret: newId('whsec') }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: accepts<Stripe.WebhookEndpointRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('webhook_endpoint', id),
  }),
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: accepts<Stripe.WebhookEndpointUpdateParams>()({ ...settings, disabled: z.optional(flag) }),
    handle({ sandbox, id, params }) {
      const endpoint = sandbox.need('webhook_endpoint', id)
      endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events
      endpoint.url = params.url ?? endpoint.url
      if (params.description !== undefined) endpoint.description = params.description || null
      if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
      endpoint.metadata = mergeMetadata(endpoint.metadata, params.metadata)
      sandbox.save(endpoint)
      return endpoint
    },
  }),
  route({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: accepts<Stripe.WebhookEndpointListParams>()(pages),
    handle: ({ sandbox, params }) => pageOf('/v1/webhook_endpoints', sandbox.list('webhook_endpoint'), params),
  }),
]
