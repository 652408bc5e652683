import { acceptTerms } from '../../identity/terms.ts'
import { type Checkout, type CheckoutKind, takeForBooking } from '../checkout/checkouts.ts'
import { findPayer } from '../checkout/payers.ts'
import { findGivenMinutes } from '../checkout/purchases.ts'
import { completeReferral } from '../checkout/referrals.ts'
import { watchBalance } from '../auto-purchase/watch-balance.flow.ts'
import type { Booking, Payable, Services } from '../services.ts'
import { firstMonthBooking } from './first-month.flow.ts'
import { automaticPackageBooking, packageBooking } from './package.ts'
import { renewalBooking } from './renewal.flow.ts'
import { nameCard } from '#contract/billing/card-names.ts'
import { requestWholeRefund } from '../refunds/money-back.ts'
import { bookDebtPayment } from '../refunds/debts.ts'
import { sendReceipts } from './receipts.ts'

/** The table of bookings: what each kind of checkout causes. */
function bookingOf(services: Services, kind: CheckoutKind): Booking {
  switch (kind) {
    case 'combined':
    case 'subscription':
      return firstMonthBooking
    case 'credits':
      return packageBooking
    case 'auto':
      return automaticPackageBooking
    case 'renewal':
      return renewalBooking
    case 'debt':
      return debtBooking
    case 'seats':
      return services.pools.seats
  }
}

/** Returns a checkout as a payment that can be booked. */
export function toPayable(services: Services, checkout: Checkout): Payable {
  const { read } = services.database
  const { id, accountId, userId, amountCents, currency } = checkout
  const booking = bookingOf(services, checkout.kind)
  return {
    name: `checkout ${id}`,
    accountId,
    isBooked: checkout.status === 'paid',
    readExpected: async () => {
      const { stripeCustomerId: customerId } = await findPayer(read, accountId)
      return { amountCents, currency, customerId }
    },
    readGiven: () => findGivenMinutes(read, checkout),
    prepare: async (payment) => {
      const book = await booking.prepare(services, { checkout, payment })
      if (!book) return null
      let rewardedAccountId: string | null = null
      return {
        book: async (tx, at) => {
          rewardedAccountId = null
          // First, because everything that decides on purchases locks in this order.
          await booking.lockFirst?.(tx, accountId, at)
          if (!(await takeForBooking(tx, id, at))) return
          await book(tx, at)
          if (booking.acceptsTerms) await acceptTerms(tx, userId, at)
          // A payment for an organization is no person's own first purchase (D51).
          const isForPool = await services.pools.isPool(tx, accountId)
          if (!isForPool) rewardedAccountId = await completeReferral(tx, userId, at)
        },
        afterwards: async () => {
          await booking.afterwards?.(services, checkout)
          services.live.renewAccount(accountId)
          await watchBalance(services, accountId)
          if (rewardedAccountId) await watchBalance(services, rewardedAccountId)
        },
      }
    },
  }
}

/** The payment of a debt. One that arrives after the debt has ended is booked as well, and goes back. */
const debtBooking: Booking = {
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
