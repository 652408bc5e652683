import { nameCard } from '#contract/billing/card-names.ts'
import { requestWholeRefund } from '../refunds/money-back.ts'
import { bookDebtPayment } from '../refunds/debts.ts'
import type { Booking } from '../services.ts'
import { sendReceipts } from './receipts.ts'

/** The payment of a debt. One that arrives after the debt has ended is booked as well, and goes back. */
export const debtBooking: Booking = {
  acceptsTerms: true,
  prepare:
    async (services, { checkout, payment }) =>
    async (tx, at) => {
      const { id: paymentIntentId, amountCents, card } = payment
      const paid = { debtId: checkout.debtId, paymentIntentId, amountCents, paidWith: card && nameCard(card), at }
      const wasOpen = await bookDebtPayment(tx, paid)
      if (!wasOpen) await requestWholeRefund(tx, paymentIntentId, 'The debt was settled before', at)
      await sendReceipts(tx, services, checkout.accountId, [checkout.debtId])
    },
}
