import { type Checkout, findCheckoutByPayment, takeForBooking } from '../domain/checkouts.ts'
import { findPayer, nameCard, storeCard } from '../domain/payers.ts'
import { bookPackage, type Fulfilment, fulfilmentOf, packageOf } from '../domain/purchases.ts'
import { adoptSubscription, bookMonth } from '../domain/subscriptions.ts'
import { completeReferral } from '../domain/users.ts'
import type { PaymentState } from '../outside/stripe/payments.ts'
import type { SubscriptionState } from '../outside/stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../database/sql.ts'
import { sendReceipts } from './receipts.ts'
import { bookRenewal, readRenewal } from './renewals.ts'

export type FulfilResult =
  | { state: 'credited'; given: Fulfilment }
  | { state: 'processing' | 'not_completed' | 'not_found' }

/**
 * Credits a payment exactly once. The success call, the provider's events and the reconcile job all come here; the
 * provider is asked for the truth, and owner, amount and currency must be those of our own checkout (D36, D37).
 */
export async function fulfil(services: Services, paymentIntentId: string, userId?: string): Promise<FulfilResult> {
  const checkout = await findCheckoutByPayment(services.database.read, paymentIntentId)
  if (!checkout || (userId !== undefined && checkout.userId !== userId)) return { state: 'not_found' }
  if (checkout.status === 'paid') return { state: 'credited', given: fulfilmentOf(checkout) }

  const payment = await services.payments.readPayment(paymentIntentId)
  if (payment.status === 'processing') return { state: 'processing' }
  if (payment.status !== 'succeeded') return { state: 'not_completed' }
  await refuseMismatch(services, checkout, payment)
  const book = await prepareBooking(services, checkout, payment)
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    if (await takeForBooking(tx, checkout.id, at)) await book(tx, at)
  })
  return { state: 'credited', given: fulfilmentOf(checkout) }
}

type Booking = (tx: Tx, at: Date) => Promise<void>

/** Reads at the provider what booking needs, so that the transaction itself calls nobody. */
async function prepareBooking(services: Services, checkout: Checkout, payment: PaymentState): Promise<Booking> {
  if (checkout.kind === 'renewal') {
    const renewal = await readRenewal(services, checkout.stripeInvoiceId ?? '')
    if (!renewal) throw new Error(`The invoice of checkout ${checkout.id} is not paid`)
    return (tx, at) => bookRenewal(services, tx, renewal, at)
  }
  const { stripeSubscriptionId: subscriptionId } = checkout
  const readAt = services.clock.real()
  const subscription = subscriptionId ? await services.payments.readSubscription(subscriptionId) : null
  return async (tx, at) => {
    const packageId = await bookPurchase(tx, checkout, payment, at)
    const monthId = subscription && (await bookFirstMonth(tx, { checkout, payment, subscription, readAt }, at))
    await sendReceipts(services, tx, checkout.accountId, [packageId, monthId])
  }
}

/** Answers the id of a newly booked package. */
async function bookPurchase(tx: Tx, checkout: Checkout, payment: PaymentState, at: Date): Promise<string | null> {
  const { accountId, userId } = checkout
  const tier = packageOf(checkout)
  const paidWith = payment.card && nameCard(payment.card)
  const automatic = checkout.kind === 'auto'
  const paid = { accountId, userId, paymentIntentId: payment.id, automatic, paidWith, at }
  const packageId = tier && (await bookPackage(tx, { ...paid, tier }))
  await completeReferral(tx, userId, at)
  if (payment.card) await storeCard(tx, accountId, payment.card, checkout.stripeSubscriptionId !== null, at)
  return packageId
}

interface FirstMonth {
  checkout: Checkout
  payment: PaymentState
  subscription: SubscriptionState
  readAt: Date
}

/** Answers the id of the newly booked month. */
async function bookFirstMonth(
  tx: Tx,
  { checkout, payment, subscription, readAt }: FirstMonth,
  at: Date,
): Promise<string | null> {
  // Paying the first invoice activates the subscription; the provider may say so a moment later.
  const status = subscription.status === 'incomplete' ? 'active' : subscription.status
  await adoptSubscription(tx, checkout.accountId, { ...subscription, status }, readAt, at)
  return bookMonth(tx, {
    accountId: checkout.accountId,
    userId: checkout.userId,
    invoiceId: checkout.stripeInvoiceId ?? '',
    paymentIntentId: payment.id,
    endsAt: subscription.renewsAt,
    paidWith: payment.card && nameCard(payment.card),
    at,
  })
}

async function refuseMismatch(services: Services, checkout: Checkout, payment: PaymentState): Promise<void> {
  const payer = await findPayer(services.database.read, checkout.accountId)
  const fits =
    payment.amountCents === checkout.amountCents &&
    payment.currency === checkout.currency &&
    payment.customerId === payer.stripeCustomerId
  if (!fits) throw new Error(`Payment of checkout ${checkout.id} differs in amount, currency or customer`)
}
