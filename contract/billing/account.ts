import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime, me } from '../identity/people.ts'

export const accountUser = call('GET /api/account/user', {
  who: 'person',
  summary: 'Returns the signed-in person with subscription and auto-purchase fields, for the account page.',
  answer: me,
})

/** A row of the transaction history (S143, D43). */
export const transaction = z.object({
  id: z.string(),
  type: z.enum(['subscription', 'credits']),
  description: z.string(),
  createdAt: isoTime,
  /** Dollars; negative for refunds. */
  amount: z.number(),
  creditsAdded: z.number(),
  stripePaymentIntentId: z.nullable(z.string()),
  /** The number on the receipt, such as L-000042. */
  receiptNumber: z.string(),
})

export const transactions = call('GET /api/account/transactions', {
  who: 'person',
  summary: 'Lists paid months and packages, refunds and paid debts, newest first (D43).',
  answer: z.array(transaction),
})
