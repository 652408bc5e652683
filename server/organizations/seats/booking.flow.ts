import { nameCard } from '#contract/billing/card-names.ts'
import { requestWholeRefund } from '../../billing/refunds/money-back.ts'
import { lockOrganization } from '../organizations.ts'
import { storeCard } from '../../billing/checkout/payers.ts'
import { completeSeatChange, dropSeatChange, findChangeOfCheckout, type SeatChange } from './seats.ts'
import { bookSeats, findRunningSubscription } from '../../billing/subscriptions/subscriptions.ts'
import type { Booking, Services } from '../../billing/services.ts'
import { sendReceipts } from '../../billing/bookings/receipts.ts'

/** Has the provider charge the next months for the seats of a change. Returns when the current month ends. */
export async function setAtProvider(services: Services, change: SeatChange): Promise<Date | null> {
  const { accountId, toUsers: users, userCents } = change
  const subscriptionId = await findRunningSubscription(services.database.read, accountId)
  return subscriptionId ? services.payments.setUsers(subscriptionId, { users, userCents }) : null
}

/**
 * Added seats that were paid: first the provider counts them from the next month on, then they exist. Seats that were
 * paid when the subscription was already over are refunded.
 */
export const seatBooking: Booking = {
  acceptsTerms: false,
  prepare: async (services, { checkout, payment }) => {
    const { id: checkoutId, accountId, userId } = checkout
    const change = await findChangeOfCheckout(services.database.read, checkoutId)
    if (!change) throw new Error(`Checkout ${checkoutId} pays for no seats`)
    const periodEndsAt = await setAtProvider(services, change)
    return async (tx, at) => {
      await lockOrganization(tx, change.organizationId)
      const { id: paymentIntentId, amountCents, card } = payment
      const paidWith = card && nameCard(card)
      const paid = { accountId, userId, paymentIntentId, amountCents, periodEndsAt: periodEndsAt ?? at, paidWith, at }
      const bookedId = await bookSeats(tx, paid)
      if (periodEndsAt) await completeSeatChange(tx, change, periodEndsAt, at)
      else {
        await dropSeatChange(tx, change.id, at)
        await requestWholeRefund(tx, paymentIntentId, 'The subscription was over', at)
      }
      // After a decline the person has paid with another card, which is the one to use from now on.
      if (card) await storeCard(tx, accountId, card, change.status === 'declined', at)
      await sendReceipts(tx, services, accountId, [bookedId])
    }
  },
}
