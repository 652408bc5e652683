import Stripe from 'stripe'
import * as z from 'zod/mini'

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
