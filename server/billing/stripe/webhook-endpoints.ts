import Stripe from 'stripe'
import { reaching } from './client.ts'
import type { EventType } from './events.ts'

/** What became of the endpoint, and its signing secret, which Stripe returns only once. */
export interface EnsuredEndpoint {
  outcome: 'created' | 'changed' | 'unchanged'
  secret: string | null
}

export function webhookEndpointCalls(stripe: Stripe) {
  return reaching(stripe, { ensureWebhookEndpoint })
}

/**
 * Makes Stripe send exactly these events to one endpoint at `url`, in the API version of this code; running it again
 * changes nothing. An endpoint of another version cannot be changed, so it is replaced and switched off.
 */
async function ensureWebhookEndpoint(stripe: Stripe, url: string, events: EventType[]): Promise<EnsuredEndpoint> {
  const known: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) known.push(endpoint)
  }
  const fitting = known.find((endpoint) => endpoint.api_version === Stripe.API_VERSION)
  const outdated = known.filter((endpoint) => endpoint !== fitting && endpoint.status === 'enabled')
  const ensured = fitting ? await adjust(stripe, fitting, events) : await create(stripe, url, events)
  for (const { id } of outdated) await stripe.webhookEndpoints.update(id, { disabled: true })
  return outdated.length > 0 && ensured.outcome === 'unchanged' ? { ...ensured, outcome: 'changed' } : ensured
}

async function create(stripe: Stripe, url: string, events: EventType[]): Promise<EnsuredEndpoint> {
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: events,
    api_version: Stripe.API_VERSION,
    description: 'Luna',
  })
  if (!secret) throw new Error('The webhook endpoint came without a signing secret')
  return { outcome: 'created', secret }
}

async function adjust(stripe: Stripe, endpoint: Stripe.WebhookEndpoint, events: EventType[]): Promise<EnsuredEndpoint> {
  const isSame = endpoint.enabled_events.toSorted().join() === events.toSorted().join()
  if (isSame && endpoint.status === 'enabled') return { outcome: 'unchanged', secret: null }
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: events, disabled: false })
  return { outcome: 'changed', secret: null }
}
