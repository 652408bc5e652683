import { requestLimits, undoSeconds, type AgentRequest, type RequestStatus } from '#contract/agents/requests.ts'
import type { Read, Tx } from '../../database/sql.ts'
import type { Viewer } from '../policies.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { requireAttempt } from '../../kernel/limits.ts'
import type { Services } from '../../kernel/services.ts'

/** Requests for new agents. */

export interface RequestRow {
  id: string
  userId: string
  agentName: string
  description: string
  useCase: AgentRequest['useCase']
  priority: AgentRequest['priority']
  status: RequestStatus
  agentId: string | null
  history: { status: RequestStatus; note: string | null; changedAt: string }[]
  createdAt: Date
  updatedAt: Date
}

/** Returns a person's requests, newest first, at most 1,000, each with its agent if they can see that agent. */
export function listRequests(read: Read, viewer: Viewer): Promise<RequestRow[]> {
  return read<RequestRow>`
    select id, user_id, agent_name, description, use_case, priority, status,
      (select visible.agent_id
        from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
        where visible.agent_id = agent_request.agent_id) as agent_id,
      created_at, updated_at,
      (select json_agg(json_build_object('status', to_status, 'note', note,
          'changedAt', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by changed_at, id)
        from agent_request_change where request_id = agent_request.id) as history
    from agent_request where user_id = ${viewer.userId} order by created_at desc, id desc limit 1000`
}

export async function countRequests(read: Read, userId: string): Promise<number> {
  const [row] = await read<{ count: number }>`select count(*) from agent_request where user_id = ${userId}`
  return row?.count ?? 0
}

interface NewRequest extends Pick<RequestRow, 'agentName' | 'description' | 'useCase' | 'priority'> {
  /** The organization that ordered the agent (D108). */
  organizationId?: number
}

/** Stores a request as received, with the first line of its history (D60, D61). */
export async function createRequest(tx: Tx, userId: string, request: NewRequest, at: Date): Promise<RequestRow> {
  const { agentName, description, useCase, priority } = request
  const [row] = await tx<Omit<RequestRow, 'history'>>`
    insert into agent_request (user_id, organization_id, agent_name, description, use_case, priority, created_at,
      updated_at)
    values (${userId}, ${request.organizationId}, ${agentName}, ${description}, ${useCase}, ${priority}, ${at}, ${at})
    returning id, user_id, agent_name, description, use_case, priority, status, agent_id, created_at, updated_at`
  if (!row) throw new Error('The request was not stored')
  await tx`
    insert into agent_request_change (request_id, changed_by, to_status, changed_at)
    values (${row.id}, ${userId}, ${row.status}, ${at})`
  return { ...row, history: [{ status: row.status, note: null, changedAt: at.toISOString() }] }
}

/** What an admin changes about a request (D61). */
export interface StatusInput {
  status: RequestStatus
  note?: string | undefined
  agentId?: string | null | undefined
  /** The status and the agent when the form was opened (D187). */
  before?: Record<string, unknown> | undefined
}

export interface StatusChange {
  userId: string
  agentName: string
  before: { status: RequestStatus; agentId: string | null }
  after: { status: RequestStatus; agentId: string | null }
  /** Whether anything is new: the status, the agent, or a note. */
  isNew: boolean
}

/**
 * Sets any status from any other, with a line of history (S490). Returns null when there is no such request. Writes
 * nothing when nothing changes and there is no note.
 *
 * Refuses when somebody else changed the same since (D187).
 */
export async function setStatus(
  tx: Tx,
  adminId: string,
  id: string,
  input: StatusInput,
  at: Date,
): Promise<StatusChange | null> {
  const [row] = await tx<Pick<RequestRow, 'userId' | 'agentName' | 'status' | 'agentId'>>`
    select user_id, agent_name, status, agent_id from agent_request where id = ${id} for update`
  if (!row) return null
  const { userId, agentName, ...before } = row
  refuseChanged(input.before, before, input)
  const agentId = input.status === 'published' ? (input.agentId === undefined ? before.agentId : input.agentId) : null
  const isNew = input.status !== before.status || agentId !== before.agentId || Boolean(input.note)
  const change = { userId, agentName, before, after: { status: input.status, agentId }, isNew }
  if (!isNew) return change
  await tx`
    update agent_request set status = ${input.status}, agent_id = ${agentId}, updated_at = ${at} where id = ${id}`
  await tx`
    insert into agent_request_change (request_id, changed_by, from_status, from_agent_id, to_status, note, changed_at,
      notify_at)
    values (${id}, ${adminId}, ${before.status}, ${before.agentId}, ${input.status}, ${input.note || null}, ${at},
      ${new Date(at.getTime() + undoSeconds * 1000)})`
  return change
}

interface Undone {
  before: { status: RequestStatus; agentId: string | null }
  after: { status: RequestStatus; agentId: string | null }
}

/**
 * Undoes an admin's newest change while its message has not been sent (D188). Returns null when it is too late, or the
 * newest change is another admin's.
 */
export async function undoStatus(tx: Tx, adminId: string, id: string, at: Date): Promise<Undone | null> {
  const [before] = await tx<Undone['before']>`select status, agent_id from agent_request where id = ${id} for update`
  // The message may be on its way: its transaction holds the row, and once that ends the time has passed.
  const [undone] = await tx<{ status: RequestStatus | null; agentId: string | null }>`
    delete from agent_request_change where id = (
        select id from agent_request_change where request_id = ${id} order by id desc limit 1)
      and changed_by = ${adminId} and notify_at > ${at} and notified_at is null
    returning from_status as status, from_agent_id as agent_id`
  // Only the first line of a history has no status before it, and it needs no message.
  if (!before || !undone?.status) return null
  const { status, agentId } = undone
  await tx`update agent_request set status = ${status}, agent_id = ${agentId}, updated_at = ${at} where id = ${id}`
  return { before, after: { status, agentId } }
}

/** A change of which its person must get a message. */
export interface DueChange {
  adminId: string
  userId: string
  agentName: string
  status: RequestStatus
  note: string | null
  /** The linked agent, unless it was archived. */
  linkedName: string | null
}

/** Takes the changes whose ten seconds are over, each once, and returns them in their order. */
export async function takeDueChanges(tx: Tx, at: Date): Promise<DueChange[]> {
  const due = await tx<{ id: string }>`
    select id from agent_request_change where notify_at <= ${at} and notified_at is null
    order by changed_at, id limit 500 for update skip locked`
  return tx<DueChange>`
    with taken as (
      update agent_request_change set notified_at = ${at} where id = any(${due.map(({ id }) => id)}) returning *
    )
    select taken.changed_by as admin_id, request.user_id, request.agent_name, taken.to_status as status, taken.note,
      agent.name as linked_name
    from taken join agent_request as request on request.id = taken.request_id
    left join agent on agent.id = request.agent_id and agent.archived_at is null and taken.to_status = 'published'
    order by taken.changed_at, taken.id`
}

/** Counts a request against the 20 per day (D61). */
export function countRequestOfDay(tx: Tx, services: Pick<Services, 'clock' | 'config'>, userId: string): Promise<void> {
  const limit = { key: `agent-request:${userId}`, max: requestLimits.perDay, windowMinutes: 24 * 60 }
  return requireAttempt(tx, services, { ...limit, refusal: 'too_many_agent_requests' })
}

/** Removes every request of a person with its history. */
export async function eraseRequests(tx: Tx, userId: string): Promise<void> {
  await tx`delete from agent_request where user_id = ${userId}`
}
