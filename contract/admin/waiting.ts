import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** The kinds of work that can wait for staff, in the order in which they read it (D205). */
export const waitingKinds = ['approvals', 'disputes', 'threads', 'findings', 'backup'] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const waitingWork = call('GET /api/admin/waiting', {
  // Every staff role has this duty; the answer holds what else the role may act on.
  who: 'agents.read',
  summary:
    'Lists what waits for the person who asks: refunds to approve, disputes to answer, open threads, findings, and a backup that is overdue. Only what their staff role may act on, and nothing while nothing waits (D205).',
  answer: z.array(
    z.object({
      kind: z.enum(waitingKinds),
      count: z.number(),
      /** Since when the oldest waits; for disputes the next deadline, for a backup the last good one. Null if unknown. */
      at: z.nullable(isoTime),
    }),
  ),
})
