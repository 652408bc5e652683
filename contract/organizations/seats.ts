import * as z from 'zod/mini'
import { call } from '../call.ts'
import { savedCard } from '../billing/saved-card.ts'
import { orderLimits } from './prices.ts'
import { organizationId } from './organizations.ts'
import { isoTime } from '../identity/people.ts'
import { paymentUnavailable, priceChanged, tooManyPayments } from '../billing/payment-errors.ts'

/** How an organization gets more seats, or fewer (D116). Amounts are in dollars. */

const rangeText = `Seats must be a whole number from 1 to ${orderLimits.maxUsers.toLocaleString('en-US')}`
const range = [
  z.int({ error: rangeText }),
  z.minimum(1, { error: rangeText }),
  z.maximum(orderLimits.maxUsers, { error: rangeText }),
] as const

const noSubscription = [409, 'This organization has no active subscription.'] as const

/** What a different number of seats would cost. */
export const seatQuote = call('GET /api/organizations/:organizationId/seats', {
  who: 'organization_admin',
  summary:
    'Returns what a number of seats costs today and from the next renewal on; without a number, the current one (D116).',
  params: { organizationId },
  query: z.object({ users: z.optional(z.coerce.number({ error: rangeText }).check(...range)) }),
  answer: z.object({
    users: z.number(),
    /** Charged right away, for the added seats and a full month. */
    chargeToday: z.number(),
    /** The whole monthly price from the next renewal on. */
    monthlyTotal: z.number(),
    /** The monthly price per seat at this number: as agreed, or today's when another tier begins (D181). */
    userPrice: z.number(),
    /** The seats paid for this month, and from the next renewal on. */
    paidUsers: z.number(),
    nextUsers: z.number(),
    /** Members and open invitations: the lowest number possible. */
    minUsers: z.number(),
    /** A higher number of seats that costs less per month, because a new tier begins (D95). */
    cheaper: z.nullable(z.object({ users: z.number(), monthly: z.number() })),
    renewsAt: z.nullable(isoTime),
    /** The card that is charged. */
    card: z.nullable(savedCard),
  }),
  errors: { no_subscription: noSubscription },
})

export const changeSeats = call('PUT /api/organizations/:organizationId/seats', {
  who: 'organization_admin',
  summary:
    'Changes the number of seats: added ones are charged for the full month at once, others end at the renewal (D116).',
  params: { organizationId },
  body: z.object({
    users: z.number({ error: rangeText }).check(...range),
    /** What the screen showed; figures that differ from ours are refused, never used (D29). */
    chargeToday: z.number(),
    monthlyTotal: z.number(),
  }),
  answer: z.object({ paidUsers: z.number(), nextUsers: z.number(), charged: z.number() }),
  errors: {
    no_subscription: noSubscription,
    payment_overdue: [409, 'Please pay the open invoice first.'],
    seats_in_use: [409, 'Members and open invitations take more seats than that.'],
    price_changed: priceChanged,
    no_saved_card: [409, 'There is no saved card to charge.'],
    change_running: [409, 'Your seats are already being changed. Please try again in a minute.'],
    /** With `clientSecret`, to pay with another card. */
    card_declined: [402, 'Your card was declined. Nothing was charged, and your seats did not change.'],
    too_many_payments: tooManyPayments,
    payment_unavailable: paymentUnavailable,
  },
})
