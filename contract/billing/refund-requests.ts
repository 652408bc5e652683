import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { givingErrors, madeOrWaiting, refundTransaction } from './refunds.ts'

/** Refunds that are too large for the person who requests them, so that someone else approves them. */

/** The number of days after which a request that nobody decided expires. */
export const refundRequestDays = 7

export const refundRequestStates = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type RefundRequestState = (typeof refundRequestStates)[number]

const staffPerson = z.object({ id: z.string(), name: z.string(), email: shownAddress })

export const refundRequest = z.object({
  id: z.string(),
  /** The payment, by its row in the transaction history; its finding when the customer is unknown here. */
  transactionId: z.string(),
  /** The payment at Stripe when the customer is unknown here. */
  receiptNumber: z.string(),
  /** Who paid: a person, or an organization with its id. */
  payer: z.object({ name: z.string(), userId: z.nullable(z.string()), organizationId: z.nullable(z.number()) }),
  /** Dollars. */
  amount: z.number(),
  reason: z.string(),
  requestedBy: staffPerson,
  requestedAt: isoTime,
  expiresAt: isoTime,
  state: z.enum(refundRequestStates),
  decidedBy: z.nullable(staffPerson),
  decidedAt: z.nullable(isoTime),
})
export type RefundRequest = z.output<typeof refundRequest>

export const refundRequests = call('GET /api/admin/refund-requests', {
  who: 'money.read',
  summary: 'Lists the refunds that needed the approval of someone else, newest first.',
  query: z.extend(sortedListQuery(['requested', 'amount']), { state: z.optional(z.enum(refundRequestStates)) }),
  answer: z.array(refundRequest),
})

const failed = ['Failed to save the decision', 'The refund request was not changed. Please try again.'] as const
const errors = {
  request_not_found: [404, 'This refund request does not exist.'],
  already_decided: [409, 'This refund request is already decided or has expired.'],
} as const

export const approveRefund = call('POST /api/admin/refund-requests/:id/approve', {
  who: 'money.change',
  asksProof: true,
  summary: 'Approves a refund that another person requested, and makes it.',
  done: ['Payment Refunded', 'The payment provider will return the money.'],
  failed,
  answer: madeOrWaiting,
  errors: {
    ...errors,
    own_request: [
      409,
      'Someone else must approve this refund: neither the person who requested it nor anyone whose role came from them.',
    ],
    role_too_new: [
      409,
      'Your role, or that of the person who requested this refund, was less than 24 hours old then. Please ask a colleague, or request the refund again later.',
    ],
    requester_left: [
      409,
      'The person who requested this refund no longer works with payments. Please decline it, and request it yourself if it is right.',
    ],
    ...givingErrors,
    refund_too_large: refundTransaction.errors.refund_too_large,
    refund_refused: refundTransaction.errors.refund_refused,
    payment_unavailable: refundTransaction.errors.payment_unavailable,
  },
})

export const declineRefund = call('POST /api/admin/refund-requests/:id/decline', {
  who: 'money.change',
  asksProof: true,
  summary: 'Declines a refund that another person requested.',
  done: ['Refund Declined', 'No money was returned.'],
  failed,
  answer: refundRequest,
  errors: {
    ...errors,
    own_request: [409, 'You requested this refund. You can withdraw it instead.'],
    colleague: givingErrors.colleague,
    above_limit: givingErrors.above_limit,
  },
})

export const withdrawRefund = call('POST /api/admin/refund-requests/:id/withdraw', {
  who: 'money.change',
  asksProof: true,
  summary: 'Withdraws a refund that you requested.',
  done: ['Request Withdrawn', 'No money was returned.'],
  failed,
  answer: refundRequest,
  errors: { ...errors, not_yours: [409, 'Someone else requested this refund. You can decline it instead.'] },
})
