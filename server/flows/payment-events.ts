import { findWaitingEvent, markEventProcessed, type ProviderEvent } from '../domain/provider-events.ts'
import type { Services } from '../services.ts'
import { fulfil } from './fulfil.ts'
import { followSubscription, fulfilInvoice } from './renewals.ts'

/** How each kind of event is worked off, by the beginning of its type; others are only stored. */
const handlers: [prefix: string, handle: (services: Services, event: ProviderEvent) => Promise<void>][] = [
  ['payment_intent.succeeded', fulfilPayment],
  ['invoice.paid', (services, event) => fulfilInvoice(services, event.objectId)],
  ['customer.subscription.', (services, event) => followSubscription(services, event.objectId)],
]

/**
 * Works off one stored event. The payload is only trusted for the object's id: its state is read afresh, so order and
 * repetition of deliveries do not matter (D37).
 */
export async function processPaymentEvent(services: Services, eventId: string): Promise<void> {
  const event = await findWaitingEvent(services.database.read, eventId)
  if (!event) return
  const handler = handlers.find(([prefix]) => event.type.startsWith(prefix))
  if (handler) await handler[1](services, event)
  const at = services.clock.now()
  await services.database.write((tx) => markEventProcessed(tx, eventId, at))
}

async function fulfilPayment(services: Services, event: ProviderEvent): Promise<void> {
  const { state } = await fulfil(services, event.objectId)
  // The provider's answers may lag behind its events: the job tries again.
  if (state === 'processing') throw new Error(`The payment of event ${event.id} is still processing`)
}
