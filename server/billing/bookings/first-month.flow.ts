import { nameCard } from '#contract/billing/card-names.ts'
import type { Tx } from '../../database/sql.ts'
import { type MonthlyPlan, monthOf } from '../checkout/offers.ts'
import type { InvoiceState } from '../stripe/invoices.ts'
import type { Booking, Paid, Services } from '../services.ts'
import { adoptSubscription, bookMonth } from '../subscriptions/subscriptions.ts'
import { type StateRead, timeRead } from '../subscriptions/subscription-state.flow.ts'
import { bookPackageOf } from './package.ts'
import { sendReceipts } from './receipts.ts'

/** The first payment of an account: a subscription with its first month, alone or with a package (D34). */
export const firstMonthBooking: Booking = {
  acceptsTerms: true,
  prepare: async (services, paid) => {
    const { stripeSubscriptionId: subscriptionId, stripeInvoiceId: invoiceId, accountId } = paid.checkout
    const read = subscriptionId
      ? await timeRead(services, () => services.payments.readSubscription(subscriptionId))
      : null
    // A payment that is reported late may find the subscription in a later month than the one it paid.
    const invoice = invoiceId ? await services.payments.readInvoice(invoiceId) : null
    const plan = monthOf(paid.checkout)
    return async (tx, at) => {
      const packageId = await bookPackageOf(tx, paid, { isNewCard: subscriptionId !== null, at })
      const monthId =
        read && invoice && plan && (await bookFirstMonth(services, tx, { ...paid, read, invoice, plan, at }))
      await sendReceipts(tx, services, accountId, [packageId, monthId])
    }
  },
}

interface FirstMonth extends Paid {
  read: StateRead
  invoice: InvoiceState
  plan: MonthlyPlan
  at: Date
}

/** Books the first month; an ended organization is restored as it was (D129). Returns the month's id when it is new. */
async function bookFirstMonth(
  services: Services,
  tx: Tx,
  { checkout, payment, read, invoice, plan, at }: FirstMonth,
): Promise<string | null> {
  const { accountId, userId } = checkout
  const adopted = asPaid(read)
  await adoptSubscription(tx, { accountId, plan }, adopted, at)
  await services.pools.followSubscription(tx, accountId, adopted.state, at)
  await services.pools.beginMonth(tx, accountId, invoice.periodEndsAt, at)
  return bookMonth(tx, {
    accountId,
    userId,
    plan,
    amountCents: plan.priceCents,
    invoiceId: invoice.id,
    paymentIntentId: payment.id,
    endsAt: invoice.periodEndsAt,
    paidWith: payment.card && nameCard(payment.card),
    at,
  })
}

/** Returns a state as paid: the first invoice activates the subscription, but the provider may report it later. */
export function asPaid(read: StateRead): StateRead {
  const status = read.state.status === 'incomplete' ? 'active' : read.state.status
  return { ...read, state: { ...read.state, status } }
}
