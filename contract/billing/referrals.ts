import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** A person who registered with someone else's code; only the first letter of their name is shown. */
export const referral = z.object({
  id: z.string(),
  initial: z.string(),
  /** Completed once they make their first payment. */
  status: z.enum(['pending', 'completed']),
  createdAt: isoTime,
  completedAt: z.nullable(isoTime),
  /** The minutes earned; 0 while the referral is pending, and if none were offered at the time. */
  rewardMinutes: z.number(),
})
export type Referral = z.output<typeof referral>

export const referrals = call('GET /api/user/referrals', {
  who: 'person',
  summary: 'Returns the person’s referral link, its reward, and who registered with it, newest first (D51).',
  answer: z.object({
    /** Null while the platform offers no minutes for referrals; pages then show nothing. */
    offer: z.nullable(z.object({ rewardMinutes: z.number(), code: z.string(), link: z.string() })),
    referrals: z.array(referral),
  }),
})
