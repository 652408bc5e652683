import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** Somebody who registered with the own code; who that is stays theirs, but for the first letter of the name. */
export const referral = z.object({
  id: z.string(),
  initial: z.string(),
  /** Completed by their first payment. */
  status: z.enum(['pending', 'completed']),
  createdAt: isoTime,
  completedAt: z.nullable(isoTime),
  /** Minutes that it brought; 0 while it is pending, and where none were offered at that time. */
  rewardMinutes: z.number(),
})
export type Referral = z.output<typeof referral>

export const referrals = call('GET /api/user/referrals', {
  who: 'person',
  summary: 'The own link for inviting others, what it brings, and who came by it, newest first (D51).',
  answer: z.object({
    /** Null while the platform offers no minutes for it: then nothing of it is shown. */
    offer: z.nullable(z.object({ rewardMinutes: z.number(), code: z.string(), link: z.string() })),
    referrals: z.array(referral),
  }),
})
