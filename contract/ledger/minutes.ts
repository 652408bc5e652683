import * as z from 'zod/mini'
import { call, pageQuery } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** One change of the person's balance and its cause. */
export const minuteEntry = z.object({
  id: z.string(),
  /** Numbers the account's entries from 1 without gaps, so that the latest number is their total. */
  number: z.number(),
  at: isoTime,
  /** The cause in words. */
  what: z.string(),
  /** More details, such as why nothing was charged. */
  note: z.nullable(z.string()),
  /** Minutes with four decimals; negative for minutes used or taken back. */
  change: z.number(),
  /** The same in whole seconds. */
  changeSeconds: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  /** The conversation, the unlocked agent, or the payment behind it. */
  sessionId: z.nullable(z.string()),
  agentId: z.nullable(z.string()),
  receiptId: z.nullable(z.string()),
  receiptNumber: z.nullable(z.string()),
})

export const minutes = call('GET /api/account/minutes', {
  who: 'person',
  summary: 'Lists every change of the person’s balance and its cause, newest first, at most 500 at a time (D31, D166).',
  query: pageQuery,
  answer: z.array(minuteEntry),
})
