import type { Config } from '../../config.ts'
import { cardCalls } from './cards.ts'
import { connectStripe } from './client.ts'
import { verifyEvent } from './events.ts'
import { paymentCalls } from './payments.ts'
import { createPriceFinder, priceCalls } from './prices.ts'
import { refundCalls } from './refunds.ts'
import { seatCalls } from './seats.ts'
import { subscriptionCalls } from './subscriptions.ts'
import { webhookEndpointCalls } from './webhook-endpoints.ts'

/** The only folder that knows Stripe's address and SDK. Every call has a timeout and an idempotency key of ours. */

export type Payments = ReturnType<typeof createPayments>

export function createPayments(config: Config['stripe']) {
  const stripe = connectStripe(config)
  const findPrice = createPriceFinder(stripe)
  return {
    ...paymentCalls(stripe),
    ...subscriptionCalls(stripe, findPrice),
    ...seatCalls(stripe, findPrice),
    ...cardCalls(stripe),
    ...refundCalls(stripe),
    ...priceCalls(stripe),
    ...webhookEndpointCalls(stripe),
    verifyEvent: (rawBody: Buffer, signature: string) => verifyEvent(stripe, config.webhookSecrets, rawBody, signature),
  }
}
