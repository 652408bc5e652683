import type { Config } from '../../config.ts'
import { attemptCalls, paymentCalls } from './payments.ts'
import { cardCalls } from './cards.ts'
import { connectStripe } from './client.ts'
import { customerCalls } from './customers.ts'
import { declineCalls } from './declines.ts'
import { evidenceCalls } from './evidence.ts'
import { verifyEvent, webhookEndpointCalls } from './events.ts'
import { invoiceCalls } from './invoices.ts'
import { newSubscriptionCalls } from './new-subscriptions.ts'
import { createPriceFinder, priceCalls } from './prices.ts'
import { refundCalls } from './refunds.ts'
import { seatCalls, subscriptionCalls } from './subscriptions.ts'

/** The only folder that knows Stripe's address and SDK. Every call has a timeout and an idempotency key of ours. */

export type Payments = ReturnType<typeof createPayments>

export function createPayments(config: Config['stripe']) {
  const stripe = connectStripe(config)
  const pricing = { stripe, findPrice: createPriceFinder(stripe) }
  return {
    ...customerCalls(stripe),
    ...paymentCalls(stripe),
    ...attemptCalls(stripe),
    ...declineCalls(stripe),
    ...newSubscriptionCalls(pricing),
    ...subscriptionCalls(stripe),
    ...invoiceCalls(stripe),
    ...seatCalls(pricing),
    ...cardCalls(stripe),
    ...refundCalls(stripe),
    ...evidenceCalls(stripe),
    ...priceCalls(stripe),
    ...webhookEndpointCalls(stripe),
    verifyEvent: (rawBody: Buffer, signature: string) => verifyEvent(stripe, config.webhookSecrets, rawBody, signature),
  }
}
