import { findWaitingEvent, markEventProcessed } from '../domain/provider-events.ts'
import { listOpenPayments } from '../domain/purchases.ts'
import { findSubscriptionAccount, storeSubscription } from '../domain/subscriptions.ts'
import type { Services } from '../services.ts'
import { fulfil } from './fulfil.ts'

const reconcileDays = 3

/**
 * Works off one stored event. The payload is only trusted for the object's id: its state is read afresh, so order and
 * repetition of deliveries do not matter (D37).
 */
export async function processPaymentEvent(services: Services, eventId: string): Promise<void> {
  const event = await services.database.write((tx) => findWaitingEvent(tx, eventId))
  if (!event) return
  if (event.type === 'payment_intent.succeeded') {
    const { state } = await fulfil(services, event.objectId)
    // The provider's answers may lag behind its events: the job tries again.
    if (state === 'processing') throw new Error(`The payment of event ${event.id} is still processing`)
  }
  if (event.type === 'invoice.paid') await fulfilInvoice(services, event.objectId)
  if (event.type.startsWith('customer.subscription.')) await refreshSubscription(services, event.objectId)
  const at = services.clock.now()
  await services.database.write((tx) => markEventProcessed(tx, eventId, at))
}

async function fulfilInvoice(services: Services, invoiceId: string): Promise<void> {
  const paymentIntentId = await services.payments.findInvoicePayment(invoiceId)
  if (paymentIntentId) await fulfil(services, paymentIntentId)
}

async function refreshSubscription(services: Services, subscriptionId: string): Promise<void> {
  const accountId = await services.database.write((tx) => findSubscriptionAccount(tx, subscriptionId))
  if (!accountId) return
  const subscription = await services.payments.readSubscription(subscriptionId)
  const at = services.clock.now()
  await services.database.write((tx) => storeSubscription(tx, accountId, subscription, at))
}

/** Credits paid payments of the last three days that nobody has told us about (D37). */
export async function reconcilePayments(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - reconcileDays * 24 * 60 * 60_000)
  for (const { paymentIntentId } of await listOpenPayments(services.database.read, since)) {
    try {
      await fulfil(services, paymentIntentId)
    } catch (error) {
      services.log.error({ err: error }, 'a payment could not be reconciled')
    }
  }
}
