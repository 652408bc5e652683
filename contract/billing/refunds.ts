import * as z from 'zod/mini'
import { actKey, reasonField } from '../admin-list.ts'
import { call } from '../call.ts'

/** Refusals of acts of staff for their own account, or for an organization that they run (D211). */
export const ownAccount = [409, 'This is your own account. Please ask someone else on the team.'] as const
export const ownOrganization = [
  409,
  'You are an admin of this organization. Please ask someone else on the team.',
] as const

/**
 * Why one person of the staff may not give something to an account: they pay from it or run its organization, a
 * colleague does, or it is above the setting `supportLimitDollars`.
 */
export const givingErrors = {
  self_change: [
    409,
    'This is your own account, or that of an organization you run. Please ask someone else on the team.',
  ],
  colleague: [403, 'Support gives nothing to colleagues on the team. Please ask an owner or finance.'],
  above_limit: [
    403,
    'This is above the limit of the support role for one customer within 24 hours. Please ask an owner or finance.',
  ],
} as const

const transaction_not_found = [404, 'This payment does not exist.'] as const

export const refundLimits = call('GET /api/admin/refund-limits', {
  who: 'money.read',
  summary: 'Returns up to what sum support gives money back, and above what sum a refund needs a second person.',
  query: z.object({
    /** A payment that may be refunded. */
    transactionId: z.optional(z.uuid()),
  }),
  answer: z.object({
    /** Dollars: the setting `supportLimitDollars`, and the lowest `secondPersonAboveDollars` within 24 hours. */
    support: z.number(),
    /** Dollars of that limit that support may still give to the payer; all of it without a payment. */
    supportLeft: z.number(),
    secondPersonAbove: z.number(),
    /**
     * Dollars that count together with a new refund: those of the whole payment that went back, and those that staff
     * refunded of the payer's other payments within 24 hours; 0 without a payment.
     */
    refundedBefore: z.number(),
  }),
  errors: { transaction_not_found },
})

/** A refund that was made, or that waits for approval; `id` is then its request. */
export const madeOrWaiting = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.string(),
  state: z.enum(['made', 'waiting']),
})

/** The form sends a key, so a lost answer does no harm. */
const refundFailed = [
  'Failed to refund payment',
  'Please try again from this form. The payment will not be refunded twice.',
] as const

export const refundTransaction = call('POST /api/admin/transactions/:id/refund', {
  who: 'money.change',
  asksProof: true,
  summary:
    'Refunds a payment in full or in part, and claws back its unused minutes (D44). A large refund, and one above the limit of the support role, is answered with 202 and waits until someone else approves it.',
  body: z.object({
    reason: reasonField,
    key: actKey,
    /** Dollars; when omitted, the rest of the payment. */
    amount: z.optional(
      z
        .number({ error: 'Please enter an amount' })
        .check(
          z.minimum(0.01, { error: 'Please enter an amount' }),
          z.multipleOf(0.01, { error: 'Please enter whole cents' }),
        ),
    ),
  }),
  failed: refundFailed,
  answer: madeOrWaiting,
  errors: {
    ...givingErrors,
    request_waiting: [409, 'Another refund of this payment is waiting for approval. Please wait until it is decided.'],
    refund_reserved: [
      409,
      'A refund that waits for approval has reserved part of this payment. Please enter a smaller amount, or wait until that refund is decided.',
    ],
    transaction_not_found,
    key_used: [409, 'Another refund was just made. Please check what is left before you try again.'],
    refund_too_large: [409, 'That is more than what is left of this payment. Please enter a smaller amount.'],
    refund_refused: [409, 'The payment provider refused this refund. Please check whether the payment is disputed.'],
    payment_unavailable: [
      503,
      'The payment provider cannot be reached. The refund is saved and will be sent automatically within the hour.',
    ],
  },
})

export const refundUnknownCustomer = call('POST /api/admin/findings/:id/refund', {
  who: 'money.change',
  asksProof: true,
  summary:
    'Refunds what is left of a payment at Stripe whose customer is unknown here, and ends their subscriptions there. A large refund is answered with 202 and waits until a second person approves it.',
  body: z.object({ reason: reasonField, key: actKey }),
  failed: refundFailed,
  answer: madeOrWaiting,
  errors: {
    ...givingErrors,
    request_waiting: refundTransaction.errors.request_waiting,
    finding_not_found: [404, 'This finding does not exist, or it is not about a customer who is unknown here.'],
    finding_not_open: [409, 'This finding is no longer open. Reload the list to see what happened.'],
    key_used: refundTransaction.errors.key_used,
    refund_refused: refundTransaction.errors.refund_refused,
    payment_unavailable: [
      503,
      'The payment provider cannot be reached. Please try again in a minute. The payment will not be refunded twice.',
    ],
  },
})

export const forgiveDebt = call('POST /api/admin/debts/:id/forgive', {
  who: 'money.change',
  asksProof: true,
  summary: 'Forgives an open debt, with a reason, so that conversations can start again (D44).',
  body: z.object({ reason: reasonField }),
  done: ['Debt Forgiven', 'They no longer owe it.'],
  failed: ['Failed to forgive debt', 'The debt is still open. Please try again.'],
  answer: z.object({ id: z.string(), status: z.literal('forgiven') }),
  errors: { ...givingErrors, debt_not_found: [404, 'This debt does not exist or is already settled.'] },
})
