import { nameCard } from '#contract/billing/card-names.ts'
import type { Tx } from '../../database/sql.ts'
import { requestWholeRefund } from '../refunds/money-back.ts'
import type { MonthlyPlan } from '../checkout/offers.ts'
import { findPayer, storeCard } from '../checkout/payers.ts'
import { bookMonth, findPlan, findSubscriptionAccount } from '../subscriptions/subscriptions.ts'
import { followInvoice } from '../subscriptions/subscription-state.flow.ts'
import type { PaymentState } from '../stripe/payments.ts'
import type { InvoiceState } from '../stripe/invoices.ts'
import type { Booking, Services } from '../services.ts'
import { sendReceipts } from './receipts.ts'

/** The months after the first: each paid invoice gives its minutes once, no matter who paid or reported it. */

/** An open invoice that a person pays themselves, which restores access at once (D7). */
export const renewalBooking: Booking = {
  acceptsTerms: true,
  prepare: async (services, { checkout }) => {
    const invoice = await services.payments.readInvoice(checkout.stripeInvoiceId ?? '')
    const renewal = invoice && (await readRenewal(services, invoice))
    return renewal && ((tx, at) => bookRenewal(services, tx, renewal, { isNewCard: true, at }))
  },
  afterwards: (services, { stripeInvoiceId }) => followInvoice(services, stripeInvoiceId ?? ''),
}

interface Renewal {
  accountId: string
  userId: string
  plan: MonthlyPlan
  subscriptionId: string
  invoice: InvoiceState
  payment: PaymentState | null
  /** The subscription was already over when it was paid. */
  isTooLate: boolean
}

/** Returns everything that booking a renewal needs; null when it is unpaid or belongs to no subscription of ours. */
export async function readRenewal(services: Services, invoice: InvoiceState): Promise<Renewal | null> {
  if (!invoice.isPaid) return null
  const { database, payments } = services
  const { subscriptionId, paymentIntentId } = invoice
  const accountId = subscriptionId ? await findSubscriptionAccount(database.read, subscriptionId) : null
  if (!subscriptionId || !accountId) return null
  const payer = await findPayer(database.read, accountId)
  const plan = await findPlan(database.read, services.pools, accountId, invoice.periodEndsAt)
  const isOurs = payer.userId !== null && invoice.customerId === payer.stripeCustomerId
  // A month that cost nothing is not a paid month.
  if (!plan || !isOurs || invoice.paidCents !== plan.priceCents || invoice.currency !== 'usd') {
    throw new Error(`Invoice ${invoice.id} differs in amount, currency or customer`)
  }
  const payment = paymentIntentId ? await payments.readPayment(paymentIntentId) : null
  const { endedAt } = await payments.readSubscription(subscriptionId)
  const isTooLate = endedAt !== null && invoice.paidAt !== null && endedAt < invoice.paidAt
  return { accountId, userId: payer.userId ?? '', plan, subscriptionId, invoice, payment, isTooLate }
}

/**
 * Books a paid renewal once; one that came too late goes back. A person who pays an open invoice themselves chooses
 * that card for the future, as at the provider (`isNewCard`). A charge without them must not bring back a card that was
 * replaced meanwhile.
 */
export async function bookRenewal(
  services: Services,
  tx: Tx,
  { accountId, userId, plan, invoice, payment, isTooLate }: Renewal,
  { isNewCard, at }: { isNewCard: boolean; at: Date },
): Promise<void> {
  const monthId = await bookMonth(tx, {
    accountId,
    userId,
    plan,
    amountCents: plan.priceCents,
    invoiceId: invoice.id,
    paymentIntentId: invoice.paymentIntentId,
    endsAt: invoice.periodEndsAt,
    paidWith: payment?.card ? nameCard(payment.card) : null,
    at,
  })
  if (!isTooLate) await services.pools.beginMonth(tx, accountId, invoice.periodEndsAt, at)
  await sendReceipts(tx, services, accountId, [monthId])
  if (isTooLate && monthId && invoice.paymentIntentId) {
    await requestWholeRefund(tx, invoice.paymentIntentId, 'The subscription was over', at)
  }
  if (payment?.card) await storeCard(tx, accountId, payment.card, isNewCard, at)
}
