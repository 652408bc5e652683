import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { paymentSummary } from './purchases.ts'
import { paymentSetupFailed, payment_unavailable } from './payment-errors.ts'

export const debt = z.object({ id: z.string(), amount: z.number(), createdAt: isoTime, description: z.string() })

export const debts = call('GET /api/account/debts', {
  who: 'person',
  summary: 'Lists the amounts owed for minutes used before their payment was lost in a dispute (D44).',
  answer: z.array(debt),
})

export const payDebt = call('POST /api/account/debts/:id/payment', {
  who: 'person',
  holdsSecret: true,
  summary: 'Opens or resumes the payment of an open debt.',
  failed: paymentSetupFailed,
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: { debt_not_found: [404, 'This debt does not exist or is already settled.'], payment_unavailable },
})
