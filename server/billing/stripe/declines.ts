import type Stripe from 'stripe'
import { idOf, orMissing, reaching, toDate } from './client.ts'

/** A try to pay that failed: the bank refused the card, or the person did not confirm the payment with their bank. */
export interface Decline {
  /** The refused charge, or the provider's event where no charge was made. */
  id: string
  paymentIntentId: string
  customerId: string
  amountCents: number
  /** The provider's word for the reason, such as `insufficient_funds`. */
  code: string
  card: { brand: string; last4: string } | null
  at: Date
}

const failed = 'payment_intent.payment_failed'
const atMost = 10_000

export function declineCalls(stripe: Stripe) {
  return reaching(stripe, { findDecline, listDeclines })
}

/** Returns what an event reports; null when the provider has no such event, or it is none of a decline. */
async function findDecline(stripe: Stripe, eventId: string): Promise<Decline | null> {
  const event = await orMissing(stripe.events.retrieve(eventId))
  return event && toDecline(event)
}

/**
 * Returns every decline since a moment, at most 10,000. The state of a payment shows only its last one, and none once it
 * was paid, so they are read from the events, which the provider keeps for 30 days.
 */
async function listDeclines(stripe: Stripe, since: Date): Promise<Decline[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const events = await stripe.events.list({ type: failed, created, limit: 100 }).autoPagingToArray({ limit: atMost })
  return events.map(toDecline).filter((decline) => decline !== null)
}

function toDecline(event: Stripe.Event): Decline | null {
  if (event.type !== failed) return null
  const intent = event.data.object
  const { last_payment_error: error } = intent
  const customerId = idOf(intent.customer)
  if (!error || !customerId) return null
  const card = error.payment_method?.card
  return {
    id: idOf(error.charge) ?? event.id,
    paymentIntentId: intent.id,
    customerId,
    amountCents: intent.amount,
    code: error.decline_code ?? error.code ?? 'card_declined',
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    at: toDate(event.created),
  }
}
