import type { BodyOf, QueryOf, RowOf } from '../../kernel/serve.ts'
import { type agentRequest, requestLimits, type RequestStatus, undoSeconds } from '#contract/agents/requests.ts'
import { mostCounted } from '#contract/call.ts'
import { columns, countOf, hasRows, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import type { Viewer } from '../policies.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { requireAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../../kernel/services.ts'
import type { adminRequest, adminRequests, setRequestStatus } from '#contract/agents/admin-requests.ts'
import { type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { sendFromTeam } from '../../messages/messages.ts'

/** Requests for new agents. */

export type RequestRow = RowOf<typeof agentRequest>

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

export function countRequests(read: Read, userId: string): Promise<number> {
  return countOf(read<{ count: number }>`select count(*) from agent_request where user_id = ${userId}`)
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

interface StatusChange {
  before: { status: RequestStatus; agentId: string | null }
  after: { status: RequestStatus; agentId: string | null }
}

interface NewStatus extends StatusChange {
  /** Whether anything is new: the status, the agent, or a note. */
  isNew: boolean
}

/**
 * Sets any status from any other, with a line of history (S490). Writes nothing when nothing changes and there is no
 * note. Refuses when there is no such request, and when somebody else changed the same since (D187).
 */
async function setStatus(
  tx: Tx,
  adminId: string,
  id: string,
  input: BodyOf<typeof setRequestStatus>,
  at: Date,
): Promise<NewStatus> {
  const [row] = await tx<StatusChange['before']>`select status, agent_id from agent_request where id = ${id} for update`
  const before = row ?? refuse('request_not_found')
  refuseChanged(input.before, before, input)
  const agentId = input.status === 'published' ? (input.agentId === undefined ? before.agentId : input.agentId) : null
  const isNew = input.status !== before.status || agentId !== before.agentId || Boolean(input.note)
  const change = { before, after: { status: input.status, agentId }, isNew }
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

/**
 * Undoes an admin's newest change while its message has not been sent (D188). Refuses when it is too late, or the
 * newest change is another admin's.
 */
async function undoStatus(tx: Tx, adminId: string, id: string, at: Date): Promise<StatusChange> {
  const [before] = await tx<
    StatusChange['before']
  >`select status, agent_id from agent_request where id = ${id} for update`
  // The message may be on its way: its transaction holds the row, and once that ends the time has passed.
  const [undone] = await tx<{ status: RequestStatus | null; agentId: string | null }>`
    delete from agent_request_change where id = (
        select id from agent_request_change where request_id = ${id} order by id desc limit 1)
      and changed_by = ${adminId} and notify_at > ${at} and notified_at is null
    returning from_status as status, from_agent_id as agent_id`
  // Only the first line of a history has no status before it, and it needs no message.
  if (!before || !undone?.status) refuse('too_late')
  const { status, agentId } = undone
  await tx`update agent_request set status = ${status}, agent_id = ${agentId}, updated_at = ${at} where id = ${id}`
  return { before, after: { status, agentId } }
}

/** A change of which its person must get a message. */
interface DueChange {
  adminId: string
  userId: string
  agentName: string
  status: RequestStatus
  note: string | null
  /** The linked agent, unless it was archived. */
  linkedName: string | null
}

/** Takes the changes whose ten seconds are over, each once, and returns them in their order. */
async function takeDueChanges(tx: Tx, at: Date): Promise<DueChange[]> {
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

/** All requests for agents, as platform admins see them. */

export interface AdminRequestRow extends RowOf<typeof adminRequest> {
  total: number
}

export type RequestQuery = QueryOf<typeof adminRequests> & {
  /** Only this request. */
  id?: string
}

const sortKeys = {
  created: columns`request.created_at`,
  agent: columns`lower(request.agent_name)`,
  person: columns`lower(trim(person.first_name || ' ' || person.last_name) || ' ' || person.email)`,
  organization: columns`coalesce((select lower(name) from request_place as place
    join organization on organization.id = place.organization_id where place.request_id = request.id), '')`,
  status: columns`request.status`,
}

/** Returns all requests, newest first unless another order is requested (S594, D61). */
export async function listAllRequests(read: LongRead, query: RequestQuery): Promise<Page<AdminRequestRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-created', sortKeys)
  // The order of time goes by its index in both directions; in the others the newest request comes first.
  const tie = key === sortKeys.created ? direction : columns`desc`
  return toPage(
    await read<AdminRequestRow>`
      with found as materialized (
        select request.id from agent_request as request
        where searchable(request.agent_name || ' ' || request.description || ' ' || request.use_case) like ${pattern}
        union all
        select request.id from users join agent_request as request on request.user_id = users.id
        where searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like ${pattern}
        union all
        select request.id from organization join agent_request as request on request.organization_id = organization.id
        where searchable(organization.name || ' ' || organization.contact_email) like ${pattern}
          and searchable(organization.name) like ${pattern}
        union all
        select request.id from organization
        join organization_user as member on member.organization_id = organization.id and member.is_active
        join agent_request as request on request.user_id = member.user_id
        join request_place as place on place.request_id = request.id and place.organization_id = organization.id
        where searchable(organization.name || ' ' || organization.contact_email) like ${pattern}
          and searchable(organization.name) like ${pattern}
      ), matching as not materialized (
        select request.id, request.created_at as at, ${key} as key
        from agent_request as request join users as person on person.id = request.user_id
        where (${query.id}::uuid is null or request.id = ${query.id})
          and (${query.status}::text is null or request.status = ${query.status})
          and (${pattern}::text is null or request.id in (select id from found))
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by key ${direction}, at ${tie}, id ${tie}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, request.id, request.user_id, request.agent_name, request.description, request.use_case,
        request.priority, request.status, request.agent_id, request.created_at, request.updated_at,
        person.named as person, (select json_build_object('id', organization.id, 'name', organization.name)
          from request_place as place join organization on organization.id = place.organization_id
          where place.request_id = request.id) as organization,
        case when agent.id is not null then json_build_object('id', agent.id, 'name', agent.name) end as agent,
        (select json_agg(json_build_object('status', to_status, 'note', note, 'changedBy', author.named,
            'changedAt', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            order by changed_at, change.id)
          from agent_request_change as change join named_person as author on author.id = changed_by
          where change.request_id = request.id) as history
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join agent_request as request on request.id = sorted.id
      left join named_person as person on person.id = request.user_id
      left join agent on agent.id = request.agent_id
      order by sorted.place`,
  )
}

export async function requireRequest(read: LongRead, id: string): Promise<AdminRequestRow> {
  return (await listAllRequests(read, { id, limit: 1 })).rows[0] ?? refuse('request_not_found')
}

/** Returns the agents to choose from, by name, without archived ones. */
export function listAgentChoices(read: Read): Promise<{ id: string; name: string }[]> {
  return read`select id, name from agent where archived_at is null order by lower(name), id limit 1000`
}

function isChoice(read: Read, id: string): Promise<boolean> {
  return hasRows(read`select from agent where id = ${id} and archived_at is null`)
}

/** What a status means for the person who asked for the agent. */
const meanings: Record<RequestStatus, string> = {
  received: 'is back on our list. We will look at it again.',
  reviewed: 'was reviewed.',
  approved: 'was approved.',
  'in progress': 'is in progress: we are building the agent.',
  published: 'was published.',
  denied: 'was declined.',
  'already exists': 'is for an agent that already exists.',
}

/**
 * Changes a request's status and records it, if there is anything new; the person is notified ten seconds later (D61,
 * D188).
 */
export async function changeRequestStatus(
  tx: Tx,
  by: Acting,
  id: string,
  input: BodyOf<typeof setRequestStatus>,
): Promise<void> {
  const { agentId, status } = input
  if (agentId && status !== 'published') refuse('not_published', { field: 'agentId' })
  if (agentId && !(await isChoice(tx, agentId))) refuse('agent_not_found', { field: 'agentId' })
  const { isNew, ...change } = await setStatus(tx, by.adminId, id, input, by.at)
  if (isNew)
    await recordAct(tx, by, { action: 'agent_request.status', target: { kind: 'agent_request', id }, ...change })
}

/** Undoes the admin's newest change and records it; refuses when it is too late (D188). */
export async function undoRequestStatus(tx: Tx, by: Acting, id: string): Promise<void> {
  const undone = await undoStatus(tx, by.adminId, id, by.at)
  await recordAct(tx, by, { action: 'agent_request.undo', target: { kind: 'agent_request', id }, ...undone })
}

/** Notifies people of every new status whose ten seconds are over (D188). */
export async function sendRequestNotices(tx: Tx, at: Date): Promise<void> {
  for (const { adminId, userId, agentName, status, note, linkedName } of await takeDueChanges(tx, at)) {
    const lines = [
      `Your request for “${agentName}” ${meanings[status]}`,
      linkedName === null ? '' : `You will find it in the marketplace as “${linkedName}”.`,
      note ?? '',
    ]
    const notice = {
      subject: `Your agent request: ${agentName}`,
      message: lines.filter((line) => line !== '').join('\n\n'),
      messageType: 'general',
      priority: 'normal',
      toUserId: userId,
      threadId: null,
      isNotice: true,
    } as const
    await sendFromTeam(tx, adminId, notice, at)
  }
}
