import { platformAccess } from '#contract/prices.ts'
import type { Tx } from '../database/sql.ts'
import { findCheckoutByPayment } from '../domain/checkouts.ts'
import { lapseMonths } from '../domain/ledger.ts'
import { findPayer, nameCard, storeCard } from '../domain/payers.ts'
import { bookMonth, findSubscriptionAccount, refreshSubscription } from '../domain/subscriptions.ts'
import type { PaymentState } from '../outside/stripe/payments.ts'
import type { InvoiceState, SubscriptionState } from '../outside/stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import { fulfil } from './fulfil.ts'
import { sendReceipts } from './receipts.ts'

/** The months after the first: each paid invoice gives its minutes; the subscription's state follows the provider. */

export interface Renewal {
  accountId: string
  userId: string
  invoice: InvoiceState
  payment: PaymentState | null
  subscription: SubscriptionState
  readAt: Date
}

/** Credits a paid invoice exactly once, whether it is a first payment or a renewal. */
export async function fulfilInvoice(services: Services, invoiceId: string): Promise<void> {
  const invoice = await services.payments.readInvoice(invoiceId)
  if (!invoice?.isPaid) return
  const { paymentIntentId } = invoice
  const checkout = paymentIntentId ? await findCheckoutByPayment(services.database.read, paymentIntentId) : null
  if (paymentIntentId && checkout) {
    await fulfil(services, paymentIntentId)
    return
  }
  const renewal = await completeRenewal(services, invoice)
  if (!renewal) return
  const at = services.clock.now()
  await services.database.write((tx) => bookRenewal(services, tx, renewal, at))
}

/** Everything that booking a paid renewal needs; null when it is not paid or not of one of our subscriptions. */
export async function readRenewal(services: Services, invoiceId: string): Promise<Renewal | null> {
  const invoice = await services.payments.readInvoice(invoiceId)
  return invoice?.isPaid ? completeRenewal(services, invoice) : null
}

async function completeRenewal(services: Services, invoice: InvoiceState): Promise<Renewal | null> {
  const { database, payments, clock } = services
  const { subscriptionId, paymentIntentId } = invoice
  const accountId = subscriptionId ? await findSubscriptionAccount(database.read, subscriptionId) : null
  if (!subscriptionId || !accountId) return null
  const payer = await findPayer(database.read, accountId)
  const isOurs = payer.userId !== null && invoice.customerId === payer.stripeCustomerId
  // A month that cost nothing is not a paid month.
  if (!isOurs || invoice.paidCents !== platformAccess.priceCents || invoice.currency !== 'usd') {
    throw new Error(`Invoice ${invoice.id} differs in amount, currency or customer`)
  }
  const readAt = clock.real()
  const subscription = await payments.readSubscription(subscriptionId)
  const payment = paymentIntentId ? await payments.readPayment(paymentIntentId) : null
  return { accountId, userId: payer.userId ?? '', invoice, payment, subscription, readAt }
}

/** Books a paid renewal once, and the state that the subscription has now. */
export async function bookRenewal(services: Services, tx: Tx, renewal: Renewal, at: Date): Promise<void> {
  const { accountId, userId, invoice, payment, subscription, readAt } = renewal
  const monthId = await bookMonth(tx, {
    accountId,
    userId,
    invoiceId: invoice.id,
    paymentIntentId: invoice.paymentIntentId,
    endsAt: invoice.periodEndsAt,
    paidWith: payment?.card ? nameCard(payment.card) : null,
    at,
  })
  await sendReceipts(services, tx, accountId, [monthId])
  // Who pays an open invoice with another card means that card from now on; the provider does the same.
  if (payment?.card) await storeCard(tx, accountId, payment.card, true, at)
  await storeState(services, tx, subscription, readAt, at)
}

/** Reads a subscription afresh and stores its state; of one that is nobody's current one nothing is kept. */
export async function followSubscription(services: Services, subscriptionId: string): Promise<void> {
  const { database, payments, clock } = services
  if (!(await findSubscriptionAccount(database.read, subscriptionId))) return
  const readAt = clock.real()
  const subscription = await payments.readSubscription(subscriptionId)
  const at = clock.now()
  await database.write((tx) => storeState(services, tx, subscription, readAt, at))
}

/** Stores a subscription's state; with its end the minutes of the last month lapse (D41). */
async function storeState(
  _services: Services,
  tx: Tx,
  subscription: SubscriptionState,
  readAt: Date,
  at: Date,
): Promise<void> {
  const before = await refreshSubscription(tx, subscription, readAt, at)
  if (!before) return
  const isRunning = subscription.status === 'active' || subscription.status === 'trialing'
  if (!isRunning) await lapseMonths(tx, before.accountId, at, at)
}
