import type { Pools } from '../billing/services.ts'
import { findPayableOrder } from './orders/booking.flow.ts'
import { findOrganizationOfPool } from './organizations.ts'
import { seatBooking } from './seats/booking.flow.ts'
import { beginSeatMonth, findMonthCents } from './seats/seats.ts'
import { followPayments, isCanceledByAdmin } from './state.ts'

/** What organizations add to payments. */
export const pools: Pools = {
  isPool: async (read, accountId) => (await findOrganizationOfPool(read, accountId)) !== null,
  findOrder: findPayableOrder,
  seats: seatBooking,
  findMonthCents,
  beginMonth: beginSeatMonth,
  followSubscription: followPayments,
  isEndedByAdmin: isCanceledByAdmin,
}
