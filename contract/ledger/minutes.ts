import * as z from 'zod/mini'
import { call, pageQuery } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** One change of the own balance, with what caused it. */
export const minuteEntry = z.object({
  id: z.string(),
  /** Counts the entries of the account from 1 without a gap, so the newest one is their number. */
  number: z.number(),
  at: isoTime,
  /** What happened, in words. */
  what: z.string(),
  /** What more there is to say, such as why nothing was charged. */
  note: z.nullable(z.string()),
  /** Minutes with four decimals; negative for what went. */
  change: z.number(),
  /** The same in whole seconds. */
  changeSeconds: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  /** The conversation, the agent that was unlocked, or the payment that it came from. */
  sessionId: z.nullable(z.string()),
  agentId: z.nullable(z.string()),
  receiptId: z.nullable(z.string()),
  receiptNumber: z.nullable(z.string()),
})

export const minutes = call('GET /api/account/minutes', {
  who: 'person',
  summary: 'Every change of the own balance with its cause, newest first, at most 500 at once (D31, D166).',
  query: pageQuery,
  answer: z.array(minuteEntry),
})
