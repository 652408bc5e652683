import * as z from 'zod/mini'
import { reasonField, sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

/** What the hourly comparisons find and cannot settle (D37, D91, D176, D186). */
export const findingKinds = [
  'paid_not_credited',
  'credited_not_paid',
  /** Paid by a customer of Luna's at Stripe who is unknown here, such as after a restore. */
  'customer_unknown',
  'talk_free_time',
  'talk_unpaid_sound',
  'talk_provider_time',
  'voice_gone',
] as const
export type FindingKind = (typeof findingKinds)[number]

export const findingStates = ['open', 'accepted', 'closed'] as const
export type FindingState = (typeof findingStates)[number]

export const finding = z.object({
  id: z.string(),
  kind: z.enum(findingKinds),
  state: z.enum(findingStates),
  details: z.string(),
  /** The payment or invoice at Stripe, the conversation, or the voice. */
  objectId: z.string(),
  foundAt: isoTime,
  seenAt: isoTime,
  closedAt: z.nullable(isoTime),
  /** Why a person has accepted it; null while nobody has. */
  accepted: z.nullable(z.string()),
  /** Whom it concerns; null for a voice. A customer who is unknown here has only the address that Stripe shows. */
  customer: z.nullable(
    z.object({ userId: z.nullable(z.string()), organizationId: z.nullable(z.number()), name: z.string() }),
  ),
})
export type Finding = z.output<typeof finding>

export const findings = call('GET /api/admin/findings', {
  who: 'money.read',
  summary:
    'Lists what the hourly comparisons found and could not settle, newest first; open ones unless asked otherwise.',
  query: z.extend(sortedListQuery(['found', 'kind']), {
    state: z.optional(z.enum(findingStates)),
    kind: z.optional(z.enum(findingKinds)),
  }),
  answer: z.array(finding),
})

const finding_not_found = [404, 'This finding does not exist.'] as const

export const acceptFinding = call('POST /api/admin/findings/:id/accept', {
  who: 'money.change',
  summary: 'Accepts an open finding with a reason, so that it no longer counts as a broken rule of the books.',
  body: z.object({ reason: reasonField }),
  asksProof: true,
  done: ['Finding Accepted', 'It no longer counts as broken.'],
  failed: ['Failed to accept finding', 'The finding is still open. Please try again.'],
  answer: finding,
  errors: {
    finding_not_found,
    finding_not_open: [409, 'This finding is no longer open. Reload the list to see what happened.'],
  },
})

export const reopenFinding = call('POST /api/admin/findings/:id/reopen', {
  who: 'money.change',
  summary: 'Takes back that a finding was accepted, so that it counts again.',
  done: ['Finding Reopened'],
  failed: ['Failed to reopen finding', 'Nothing has changed. Please try again.'],
  answer: finding,
  errors: {
    finding_not_found,
    finding_not_accepted: [409, 'This finding was not accepted. Reload the list to see its state.'],
  },
})
