import * as z from 'zod/mini'
import { dayField, sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { isoTime, shownAddress } from '../identity/people.ts'

/** The kinds of things that an admin's action can change. */
export const actTargets = [
  'user',
  'organization',
  'agent',
  'agent_request',
  'message',
  'saved_answer',
  'payment',
  'debt',
  'dispute',
  'finding',
  'setting',
] as const
export type ActTarget = (typeof actTargets)[number]

const values = z.nullable(z.record(z.string(), z.unknown()))

export const adminAct = z.object({
  id: z.string(),
  at: isoTime,
  adminId: z.string(),
  adminEmail: shownAddress,
  /** Such as `user.role`. */
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  /** The target's current name; null if it has none. */
  targetName: z.nullable(z.string()),
  before: values,
  after: values,
  /** The people and agents whose ids are in the values, with their address or name. */
  names: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
  requestId: z.string(),
})
export type AdminAct = z.output<typeof adminAct>

export const actPeople = call('GET /api/admin/audit/people', {
  who: 'audit.read',
  summary: 'Lists everybody who has an entry in the audit log, by email address.',
  answer: z.array(z.object({ id: z.string(), email: shownAddress })),
})

export const adminActs = call('GET /api/admin/audit', {
  who: 'audit.read',
  summary: 'Lists the changes made by platform admins, newest first (D153).',
  query: z.extend(sortedListQuery(['at', 'admin', 'action', 'target']), {
    targetKind: z.optional(z.enum(actTargets)),
    targetId: z.optional(z.string().check(z.maxLength(100))),
    /** The person who acted. */
    adminId: z.optional(z.uuid()),
    /** The first and the last day (UTC). */
    from: dayField,
    to: dayField,
  }),
  answer: z.array(adminAct),
})

export const actChain = call('GET /api/admin/audit/chain', {
  who: 'audit.read',
  summary:
    'Returns up to which entry of the audit log the last hourly check verified that nothing was changed or removed; null before the first check.',
  answer: z.nullable(
    z.object({
      /** The number of the last entry that was checked. */
      place: z.number(),
      checkedAt: isoTime,
      /** False once an entry was changed or removed. */
      isIntact: z.boolean(),
    }),
  ),
})

/** Whom an act can concern and who is found by name. */
export const actSubjectKinds = ['user', 'organization'] as const

export const actSubjects = call('GET /api/admin/audit/subjects', {
  who: 'audit.read',
  summary: 'Finds people and organizations with entries in the audit log by name or email, at most 20.',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    /** With `id`: only this one. */
    kind: z.optional(z.enum(actSubjectKinds)),
    id: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.array(z.object({ kind: z.enum(actSubjectKinds), id: z.string(), name: z.string(), email: shownAddress })),
})
export type ActSubject = z.output<typeof actSubjects.answer>[number]
