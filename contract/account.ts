import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoTime, me } from './people.ts'

export const accountUser = call('GET /api/account/user', {
  who: 'person',
  summary: 'The account page: the same person with subscription and auto-purchase fields.',
  answer: me,
})

export const transactions = call('GET /api/account/transactions', {
  who: 'person',
  summary: 'Paid subscription months and packages, newest first (D43).',
  answer: z.array(
    z.object({
      id: z.string(),
      type: z.enum(['subscription', 'credits']),
      description: z.string(),
      createdAt: isoTime,
      amount: z.number(),
      creditsAdded: z.number(),
      stripePaymentIntentId: z.nullable(z.string()),
    }),
  ),
})
