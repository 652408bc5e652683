import Stripe from 'stripe'
import * as z from 'zod/mini'
import { reaching } from './client.ts'

/** Types of events that a webhook endpoint can be sent. */
export type EventType = Exclude<Stripe.WebhookEndpointCreateParams.EnabledEvent, '*'>

const toleranceMs = 300_000

/** The parts of an event that the inbox stores. */
const readable = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
})

/**
 * Checks a webhook's signature over the raw body against each accepted secret (D37). Returns null when none fits,
 * `unreadable` when the signed body is not an event.
 */
export function verifyEvent(
  stripe: Stripe,
  secrets: string[],
  rawBody: Buffer,
  signature: string,
): Stripe.Event | 'unreadable' | null {
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(rawBody, signature, secret)
      if (isFromTheFuture(signature)) return null
      return z.safeParse(readable, event).success ? event : 'unreadable'
    } catch (error) {
      // The signature is checked first, so everything else that is refused was signed.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'unreadable'
    }
  }
  return null
}

/** The SDK refuses timestamps that are too old, but not those in the future. */
function isFromTheFuture(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return stamp * 1000 > Date.now() + toleranceMs
}

/** What became of the endpoint, and its signing secret, which Stripe returns only once. */
interface EnsuredEndpoint {
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
