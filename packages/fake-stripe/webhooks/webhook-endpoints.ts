import Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, flag, listOf, mergeMetadata, metadata, pages, text } from '../calls/params.ts'
import { listRoute, pageOf, readRoute, route, type Route } from '../calls/routes.ts'
import { build } from '../account/objects.ts'
import { newId } from '../account/sandbox.ts'
import sentEvents from './sent-events.json' with { type: 'json' }

/** Returns whether the server is sent events of this type: those that it asks for when it runs with real keys. */
export function isSent(type: string): boolean {
  return sentEvents.includes(type)
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
      const endpoint = build('webhook_endpoint', {
        id: newId('we'),
        api_version: params.api_version,
        created: sandbox.now(),
        enabled_events: params.enabled_events,
        url: params.url,
        description: params.description || null,
        metadata: mergeMetadata({}, params.metadata),
      })
      sandbox.save(endpoint)
      // Returned only once, as at Stripe.
      return { ...endpoint, secret: newId('whsec') }
    },
  }),
  readRoute('webhook_endpoint', '/v1/webhook_endpoints'),
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

export const eventRoutes: Route[] = [
  readRoute('event', '/v1/events'),
  listRoute<Stripe.EventListParams>()({
    kind: 'event',
    path: '/v1/events',
    equals: { type: text },
    others: { types: listOf(text) },
    keeps: ({ type }, { types }) => types?.includes(type) ?? true,
  }),
]
