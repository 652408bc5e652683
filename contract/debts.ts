import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoTime } from './people.ts'
import { paymentSummary } from './purchases.ts'

const unavailable = [503, 'Please try again or contact support.'] as const

export const debts = call('GET /api/account/debts', {
  who: 'person',
  summary: 'What is owed for minutes used of payments that were lost in a dispute (D44).',
  answer: z.array(z.object({ id: z.string(), amount: z.number(), createdAt: isoTime, description: z.string() })),
})

export const payDebt = call('POST /api/account/debts/:id/payment', {
  who: 'person',
  summary: 'Opens the payment of an open debt, or takes it up again.',
  params: { id: z.uuid() },
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: { debt_not_found: [404, 'This debt does not exist or is settled.'], payment_unavailable: unavailable },
})

const reasonField = z
  .string({ error: 'Please give a reason' })
  .check(z.trim(), z.minLength(1, { error: 'Please give a reason' }), z.maxLength(500))

export const refundTransaction = call('POST /api/admin/transactions/:id/refund', {
  who: 'admin',
  summary: 'Gives a payment, or part of it, back and takes the unspent part of its minutes (D44).',
  params: { id: z.uuid() },
  body: z.object({
    reason: reasonField,
    /** Dollars; the whole payment when left out. */
    amount: z.optional(z.number().check(z.minimum(0.01, { error: 'Please enter an amount' }))),
  }),
  answer: z.object({ id: z.string(), amount: z.number(), status: z.string() }),
  errors: {
    transaction_not_found: [404, 'This payment does not exist.'],
    refund_too_large: [409, 'That is more than is left of this payment.'],
    payment_unavailable: unavailable,
  },
})

export const forgiveDebt = call('POST /api/admin/debts/:id/forgive', {
  who: 'admin',
  summary: 'Forgives an open debt, with a reason; conversations are possible again (D44).',
  params: { id: z.uuid() },
  body: z.object({ reason: reasonField }),
  answer: z.object({ id: z.string(), status: z.literal('forgiven') }),
  errors: { debt_not_found: [404, 'This debt does not exist or is settled.'] },
})
