import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { paymentSummary } from './purchases.ts'
import { paymentUnavailable } from './payment-errors.ts'

export const debt = z.object({ id: z.string(), amount: z.number(), createdAt: isoTime, description: z.string() })

export const debts = call('GET /api/account/debts', {
  who: 'person',
  summary: 'Lists what is owed for minutes used from payments that were lost in a dispute (D44).',
  answer: z.array(debt),
})

export const payDebt = call('POST /api/account/debts/:id/payment', {
  who: 'person',
  summary: 'Opens the payment of an open debt, or resumes it.',
  params: { id: z.uuid() },
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: {
    debt_not_found: [404, 'This debt does not exist or is settled.'],
    payment_unavailable: paymentUnavailable,
  },
})
