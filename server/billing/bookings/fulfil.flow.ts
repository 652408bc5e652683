import { answersFor } from '../../identity/account-owner.ts'
import { noteSuccess } from '../auto-purchase/auto-purchase.ts'
import {
  type Checkout,
  type CheckoutKind,
  findCheckoutByPayment,
  findUnbookedStart,
  takeForBooking,
} from '../checkout/checkouts.ts'
import { requestWholeRefund } from '../refunds/claims.ts'
import { bookDebtPayment } from '../refunds/debts.ts'
import { type MonthlyPlan, monthOf, packageOf } from '../checkout/offers.ts'
import { findRegistration } from '../../organizations/orders/orders.ts'
import { followPayments } from '../../organizations/state.ts'
import { findOrganizationOfPool } from '../../organizations/organizations.ts'
import { findPayer, nameCard, storeCard } from '../checkout/payers.ts'
import { bookPackage, findFulfilment } from '../checkout/purchases.ts'
import { beginSeatMonth } from '../../organizations/seats/seats.ts'
import { completeReferral } from '../checkout/referrals.ts'
import { acceptTerms } from '../../identity/terms.ts'
import { adoptSubscription, bookMonth } from '../subscriptions/subscriptions.ts'
import type { Person } from '../../identity/users.ts'
import type { PaymentState } from '../stripe/payments.ts'
import type { InvoiceState } from '../stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import type { Read, Tx } from '../../database/sql.ts'
import { type FulfilResult, fulfilOrder } from '../../organizations/orders/activation.flow.ts'
import { sendReceipts } from './receipts.flow.ts'
import { bookRenewal, readRenewal } from '../subscriptions/renewals.flow.ts'
import { prepareSeats } from '../../organizations/seats/seat-booking.flow.ts'
import {
  followInvoice,
  followSubscription,
  type StateRead,
  timeRead,
} from '../subscriptions/subscription-state.flow.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'

/** The terms stand under the button that has paid these; nobody presses one for what is charged by itself (D23). */
const confirmed = new Set<CheckoutKind>(['combined', 'subscription', 'credits', 'renewal', 'debt'])

/**
 * Credits a payment exactly once. The success call, the provider's events and the reconcile job all come here; the
 * provider is asked for the truth, and owner, amount and currency must be those of our own checkout (D36, D37). With
 * `person`: only a payment that they opened, or for whose account they answer.
 */
export async function fulfil(services: Services, paymentIntentId: string, person?: Person): Promise<FulfilResult> {
  const checkout = await findCheckoutByPayment(services.database.read, paymentIntentId)
  if (!checkout && !person) return fulfilOrder(services, paymentIntentId)
  if (!checkout || (person && !(await mayTell(services, person, checkout)))) return { state: 'not_found' }
  if (checkout.status === 'paid')
    return { state: 'credited', given: await findFulfilment(services.database.read, checkout) }

  const payment = await services.payments.readPayment(paymentIntentId)
  if (payment.status === 'processing') return { state: 'processing' }
  if (payment.status !== 'succeeded') return { state: 'not_completed' }
  await refuseMismatch(services, checkout, payment)
  const book = await prepareBooking(services, checkout, payment)
  if (!book) return { state: 'processing' }
  const at = services.clock.now()
  const rewardedAccountId = await services.database.write(async (tx) => {
    // First, because whoever decides on purchases locks in this order.
    if (checkout.kind === 'auto') await noteSuccess(tx, checkout.accountId, at)
    if (!(await takeForBooking(tx, checkout.id, at))) return null
    await book(tx, at)
    if (confirmed.has(checkout.kind)) await acceptTerms(tx, checkout.userId, at)
    // What is paid for an organization is nobody's own first purchase (D51).
    const isForPool = (await findOrganizationOfPool(tx, checkout.accountId)) !== null
    return isForPool ? null : completeReferral(tx, checkout.userId, at)
  })
  // Paying the open invoice brings access back at once (D7).
  if (checkout.kind === 'renewal') await followInvoice(services, checkout.stripeInvoiceId ?? '')
  services.live.renewAccount(checkout.accountId)
  await watchBalance(services, checkout.accountId)
  if (rewardedAccountId) await watchBalance(services, rewardedAccountId)
  return { state: 'credited', given: await findFulfilment(services.database.read, checkout) }
}

async function mayTell({ database }: Services, person: Person, checkout: Checkout): Promise<boolean> {
  return checkout.userId === person.id || answersFor(database.read, person, checkout.accountId)
}

/** Credits a paid invoice exactly once, whether it is a first payment or a renewal. */
export async function fulfilInvoice(services: Services, invoiceId: string): Promise<void> {
  const { database, payments, clock } = services
  const invoice = await payments.readInvoice(invoiceId)
  if (!invoice?.isPaid) return
  const { paymentIntentId } = invoice
  if (paymentIntentId && (await isOpenedHere(database.read, paymentIntentId))) {
    await fulfil(services, paymentIntentId)
    return
  }
  await bookStartBefore(services, invoice)
  const renewal = await readRenewal(services, invoice)
  if (!renewal) return
  const at = clock.now()
  await database.write((tx) => bookRenewal(services, tx, renewal, { isNewCard: false, at }))
  await followSubscription(services, renewal.subscriptionId)
  await watchBalance(services, renewal.accountId)
}

/** Whether a payment is one that somebody was asked to confirm: a person's checkout, or what an organization ordered. */
async function isOpenedHere(read: Read, paymentIntentId: string): Promise<boolean> {
  const checkout = await findCheckoutByPayment(read, paymentIntentId)
  return checkout !== null || (await findRegistration(read, { paymentIntentId })) !== null
}

/** A renewal may be told before the payment that began its subscription, and until then it is nobody's. */
async function bookStartBefore(services: Services, { subscriptionId }: InvoiceState): Promise<void> {
  if (!subscriptionId) return
  const { read } = services.database
  const order = await findRegistration(read, { subscriptionId })
  const paymentIntentId = (await findUnbookedStart(read, subscriptionId)) ?? order?.stripePaymentIntentId
  if (paymentIntentId && order?.status !== 'paid') await fulfil(services, paymentIntentId)
}

type Booking = (tx: Tx, at: Date) => Promise<void>

/**
 * Reads at the provider what booking needs, so that the transaction itself calls nobody; null while the invoice does
 * not show its payment yet.
 */
async function prepareBooking(services: Services, checkout: Checkout, payment: PaymentState): Promise<Booking | null> {
  if (checkout.kind === 'renewal') {
    const invoice = await services.payments.readInvoice(checkout.stripeInvoiceId ?? '')
    const renewal = invoice && (await readRenewal(services, invoice))
    return renewal && ((tx, at) => bookRenewal(services, tx, renewal, { isNewCard: true, at }))
  }
  if (checkout.kind === 'seats') return prepareSeats(services, checkout, payment)
  if (checkout.kind === 'debt') return (tx, at) => bookDebt(services, tx, { checkout, payment, at })
  const { stripeSubscriptionId: subscriptionId } = checkout
  const read = subscriptionId
    ? await timeRead(services, () => services.payments.readSubscription(subscriptionId))
    : null
  // A payment that is told late may find the subscription in a later month than the one it paid.
  const invoice = checkout.stripeInvoiceId ? await services.payments.readInvoice(checkout.stripeInvoiceId) : null
  const plan = monthOf(checkout)
  return async (tx, at) => {
    const packageId = await bookPurchase(tx, checkout, payment, at)
    const monthId =
      read && invoice && plan && (await bookFirstMonth(tx, { checkout, payment, read, invoice, plan }, at))
    await sendReceipts(services, tx, checkout.accountId, [packageId, monthId])
  }
}

interface PaidDebt {
  checkout: Checkout
  payment: PaymentState
  at: Date
}

/** Closes a debt; a payment that came after its end is booked, too, and goes back. */
async function bookDebt(services: Services, tx: Tx, { checkout, payment, at }: PaidDebt): Promise<void> {
  const { id: paymentIntentId, amountCents, card } = payment
  const paid = { debtId: checkout.debtId, paymentIntentId, amountCents, paidWith: card && nameCard(card), at }
  const wasOpen = await bookDebtPayment(tx, paid)
  if (!wasOpen) await requestWholeRefund(tx, paymentIntentId, 'The debt was settled before', at)
  await sendReceipts(services, tx, checkout.accountId, [checkout.debtId])
}

/** Answers the id of a newly booked package. */
async function bookPurchase(tx: Tx, checkout: Checkout, payment: PaymentState, at: Date): Promise<string | null> {
  const { accountId, userId } = checkout
  const bought = packageOf(checkout)
  const paidWith = payment.card && nameCard(payment.card)
  const automatic = checkout.kind === 'auto'
  const paid = { accountId, userId, paymentIntentId: payment.id, automatic, paidWith, at }
  const packageId = bought && (await bookPackage(tx, { ...paid, package: bought }))
  if (payment.card) await storeCard(tx, accountId, payment.card, checkout.stripeSubscriptionId !== null, at)
  return packageId
}

interface FirstMonth {
  checkout: Checkout
  payment: PaymentState
  read: StateRead
  invoice: InvoiceState
  plan: MonthlyPlan
}

/** The first month of a subscription; an organization that has begun again is as it was (D129). Answers its id when new. */
async function bookFirstMonth(
  tx: Tx,
  { checkout, payment, read, invoice, plan }: FirstMonth,
  at: Date,
): Promise<string | null> {
  // Paying the first invoice activates the subscription; the provider may say so a moment later.
  const status = read.state.status === 'incomplete' ? 'active' : read.state.status
  const adopted = { ...read, state: { ...read.state, status } }
  await adoptSubscription(tx, { accountId: checkout.accountId, plan }, adopted, at)
  await followPayments(tx, checkout.accountId, adopted.state, at)
  await beginSeatMonth(tx, checkout.accountId, invoice.periodEndsAt, at)
  return bookMonth(tx, {
    accountId: checkout.accountId,
    userId: checkout.userId,
    plan,
    amountCents: plan.priceCents,
    invoiceId: invoice.id,
    paymentIntentId: payment.id,
    endsAt: invoice.periodEndsAt,
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
