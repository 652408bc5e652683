import { findWaitingEvent, markEventProcessed, type ProviderEvent } from './provider-events.ts'
import type { EventType } from '../stripe/events.ts'
import type { Services } from '../services.ts'
import { followMoneyBack } from '../refunds/refunds.flow.ts'
import { bookPayment, bookInvoice } from './book-payment.flow.ts'
import { followDecline } from '../checkout/declines.flow.ts'
import { followCard, followCardSetup } from '../checkout/saved-card.flow.ts'
import { followInvoice, followSubscription } from '../subscriptions/subscription-state.flow.ts'

type Handle = (services: Services, event: ProviderEvent) => Promise<unknown>

const follow: Handle = (services, event) => followSubscription(services, event.objectId)
const followSavedCard: Handle = (services, event) => followCard(services, event.objectId)
const followByInvoice: Handle = (services, event) => followInvoice(services, event.objectId)
const followRefund: Handle = async (services, event) => {
  const paymentIntentId = await services.payments.findPaymentOfMoneyBack(event.objectId)
  if (paymentIntentId) await followMoneyBack(services, paymentIntentId)
}

/** How each type of event is handled; other types are only stored. */
const handlers: Partial<Record<EventType, Handle>> = {
  'payment_intent.succeeded': bookSucceededPayment,
  'payment_intent.payment_failed': (services, event) => followDecline(services, event.id),
  'invoice.paid': (services, event) => bookInvoice(services, event.objectId),
  'invoice.payment_failed': followByInvoice,
  'invoice.payment_action_required': followByInvoice,
  'invoice.voided': followByInvoice,
  'customer.subscription.created': follow,
  'customer.subscription.updated': follow,
  'customer.subscription.deleted': follow,
  'customer.subscription.paused': follow,
  'setup_intent.succeeded': (services, event) => followCardSetup(services, event.objectId),
  'payment_method.updated': followSavedCard,
  'payment_method.automatically_updated': followSavedCard,
  'payment_method.detached': followSavedCard,
  'refund.created': followRefund,
  'refund.updated': followRefund,
  'refund.failed': followRefund,
  'charge.refunded': followRefund,
  'charge.dispute.created': followRefund,
  'charge.dispute.updated': followRefund,
  'charge.dispute.funds_withdrawn': followRefund,
  'charge.dispute.funds_reinstated': followRefund,
  'charge.dispute.closed': followRefund,
  'radar.early_fraud_warning.created': async ({ log }, event) =>
    log.warn({ warningId: event.objectId }, 'a payment looks stolen: refunding it now is cheaper than a dispute'),
}

/** The events that the provider is asked to send: exactly those handled here. */
export const handledEvents = Object.keys(handlers) as EventType[]

/**
 * Handles one stored event. Only ids are taken from it; the state is read again, so order and repetition of deliveries
 * do not matter (D37). A decline is read as the event itself, because a payment forgets it.
 */
export async function processPaymentEvent(services: Services, eventId: string): Promise<void> {
  const event = await findWaitingEvent(services.database.read, eventId)
  if (!event) return
  await handlers[event.type as EventType]?.(services, event)
  const at = services.clock.now()
  await services.database.write((tx) => markEventProcessed(tx, eventId, at))
}

async function bookSucceededPayment(services: Services, event: ProviderEvent): Promise<void> {
  const { state } = await bookPayment(services, event.objectId)
  // The provider's answers may lag behind its events, so the job tries again.
  if (state === 'processing') throw new Error(`The payment of event ${event.id} is still processing`)
}
