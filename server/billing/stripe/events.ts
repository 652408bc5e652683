import Stripe from 'stripe'
import * as z from 'zod/mini'

/** Types of events that a webhook endpoint can be sent. */
export type EventType = Exclude<Stripe.WebhookEndpointCreateParams.EnabledEvent, '*'>

const toleranceMs = 300_000

/** As much of an event as the inbox stores. */
const readable = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
})

/**
 * Checks a webhook's signature over the raw body against each accepted secret (D37). Null when none fits, `unreadable`
 * when what was signed is no event.
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
      // The signature is looked at first: whatever else is refused was signed.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'unreadable'
    }
  }
  return null
}

/** The SDK refuses stamps that are too old, not those that are too new. */
function isFromTheFuture(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return stamp * 1000 > Date.now() + toleranceMs
}
