import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { agentRequest, requestStatuses } from './requests.ts'

/** The columns that the list can be sorted by. */
export const requestColumns = ['agent', 'person', 'organization', 'status', 'created'] as const

/** The maximum length of the note that comes with a status (D61). */
export const maxStatusNote = 500

/** A person as the admin panel names them. */
export const namedPerson = z.object({
  id: z.string(),
  email: shownAddress,
  firstName: z.string(),
  lastName: z.string(),
})
export type NamedPerson = z.output<typeof namedPerson>

export const adminRequest = z.extend(agentRequest, {
  /** The person who made the request. */
  person: namedPerson,
  /**
   * The organization that the agent was requested for, otherwise the person's oldest active one; null if none (D61).
   */
  organization: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** The agent created for this request. */
  agent: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Every status so far and who set it, oldest first. */
  history: z.array(
    z.object({
      status: z.enum(requestStatuses),
      note: z.nullable(z.string()),
      changedAt: isoTime,
      changedBy: namedPerson,
    }),
  ),
})
export type AdminRequest = z.output<typeof adminRequest>

export const adminRequests = call('GET /api/admin/agent-requests', {
  who: 'agents.read',
  summary: 'Lists all agent requests, newest first unless sorted otherwise (S594, D61, D150).',
  query: z.extend(sortedListQuery(requestColumns), { status: z.optional(z.enum(requestStatuses)) }),
  answer: z.array(adminRequest),
})

export const setRequestStatus = call('PATCH /api/admin/agent-requests/:id/status', {
  who: 'agents.change',
  summary:
    'Sets any status and notifies the person ten seconds later; a published one can link its agent (S490, S595, D61, D188).',
  body: z.object({
    status: z.enum(requestStatuses, { error: 'Please choose a status' }),
    /** For the person who made the request. */
    note: z.optional(
      z
        .string()
        .check(z.trim(), z.maxLength(maxStatusNote, { error: `Please use at most ${maxStatusNote} characters` })),
    ),
    /** null removes the link; when omitted, a published request keeps its agent. */
    agentId: z.optional(z.nullable(z.uuid({ error: 'Please choose an agent' }))),
    before: beforeFields,
  }),
  answer: adminRequest,
  failed: ['Failed to update agent request status', 'No changes were saved. Please try again.'],
  errors: {
    request_not_found: [404, 'This request does not exist.'],
    agent_not_found: [404, 'This agent does not exist.'],
    not_published: [400, 'Only a published request can link an agent. Please set the status to published first.'],
    changed_meanwhile,
  },
})

export const undoRequestStatus = call('POST /api/admin/agent-requests/:id/undo', {
  who: 'agents.change',
  summary: 'Undoes this admin’s newest status within ten seconds, before the person gets a message (D188).',
  answer: adminRequest,
  failed: ['Failed to undo the status', 'Please set the status again instead.'],
  errors: {
    request_not_found: [404, 'This request does not exist.'],
    too_late: [409, 'The message has already been sent. Please set the status again instead.'],
  },
})

export const agentChoices = call('GET /api/admin/agent-choices', {
  who: 'agents.read',
  summary: 'Lists all agents by name, for menus.',
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
})
