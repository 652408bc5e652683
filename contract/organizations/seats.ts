import * as z from 'zod/mini'
import { formatCount } from '../amounts.ts'
import { call } from '../call.ts'
import { savedCard } from '../billing/saved-card.ts'
import { orderLimits } from './prices.ts'
import { organizationId } from './ranks.ts'
import { isoTime } from '../identity/people.ts'
import { payment_unavailable, price_changed, too_many_payments } from '../billing/payment-errors.ts'

/** How an organization adds or removes seats (D116). Amounts are in dollars. */

const rangeText = `Seats must be a whole number from 1 to ${formatCount(orderLimits.maxUsers)}`
const range = [
  z.int({ error: rangeText }),
  z.minimum(1, { error: rangeText }),
  z.maximum(orderLimits.maxUsers, { error: rangeText }),
] as const

const no_subscription = [409, 'This organization has no active subscription.'] as const

/** The price of a different number of seats. */
export const seatQuote = call('GET /api/organizations/:organizationId/seats', {
  who: 'organization_admin',
  summary:
    'Returns the price of a number of seats, today and from the next renewal on; the default is the current number (D116).',
  params: { organizationId },
  query: z.object({ users: z.optional(z.coerce.number({ error: rangeText }).check(...range)) }),
  answer: z.object({
    users: z.number(),
    /** Charged right away: a full month for the added seats. */
    chargeToday: z.number(),
    /** The whole monthly price from the next renewal on. */
    monthlyTotal: z.number(),
    /** The monthly price per seat: as agreed, or today's price if another tier applies (D181). */
    userPrice: z.number(),
    /** The seats paid for this month, and from the next renewal on. */
    paidUsers: z.number(),
    nextUsers: z.number(),
    /** The lowest possible number: members and open invitations. */
    minUsers: z.number(),
    /** A higher number of seats that costs less per month, because a new tier begins (D95). */
    cheaper: z.nullable(z.object({ users: z.number(), monthly: z.number() })),
    renewsAt: z.nullable(isoTime),
    /** The card that is charged. */
    card: z.nullable(savedCard),
  }),
  errors: { no_subscription },
})

export const changeSeats = call('PUT /api/organizations/:organizationId/seats', {
  who: 'organization_admin',
  asksProof: true,
  summary:
    'Changes the number of seats; added seats are charged for a full month right away, removed ones end at the renewal (D116).',
  params: { organizationId },
  body: z.object({
    users: z.number({ error: rangeText }).check(...range),
    /** The figures on the screen, only for comparison: the call fails if they differ from ours (D29). */
    chargeToday: z.number(),
    monthlyTotal: z.number(),
  }),
  answer: z.object({ paidUsers: z.number(), nextUsers: z.number(), charged: z.number() }),
  errors: {
    no_subscription,
    payment_overdue: [409, 'This organization has an unpaid invoice. Please pay it first.'],
    seats_in_use: [409, 'Members and open invitations take more seats than that. Please remove some of them first.'],
    price_changed,
    no_saved_card: [409, 'There is no saved card to charge. Please save a card first.'],
    change_running: [409, 'Your seats are already being changed. Please try again in a minute.'],
    /** The answer also has `clientSecret`, to pay with another card. */
    card_declined: [402, 'Your card was declined. Nothing was charged, and your seats did not change.'],
    too_many_payments,
    payment_unavailable,
  },
  failed: ['Failed to change seats', 'No changes were saved. Please try again.'],
})
