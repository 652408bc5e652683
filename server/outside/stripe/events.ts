import Stripe from 'stripe'

/** Types of events that a webhook endpoint can be sent. */
export type EventType = Exclude<Stripe.WebhookEndpointCreateParams.EnabledEvent, '*'>

const toleranceMs = 300_000

/** Checks a webhook's signature over the raw body against each accepted secret; null when none fits (D37). */
export function verifyEvent(
  stripe: Stripe,
  secrets: string[],
  rawBody: Buffer,
  signature: string,
): Stripe.Event | null {
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(rawBody, signature, secret)
      return isFromTheFuture(signature) ? null : event
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}

/** The SDK refuses stamps that are too old, not those that are too new. */
function isFromTheFuture(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return stamp * 1000 > Date.now() + toleranceMs
}
