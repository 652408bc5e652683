import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import type { RequestStatus } from '#contract/agents/requests.ts'
import { columns, type LongRead, type Read } from '../../database/sql.ts'
import { type ListQuery, type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { RequestRow } from './requests.ts'

/** All requests for agents, as platform admins see them. */

export interface AdminRequestRow extends Omit<RequestRow, 'history'> {
  person: NamedPerson
  organization: { id: number; name: string } | null
  agent: { id: string; name: string } | null
  history: (RequestRow['history'][number] & { changedBy: NamedPerson })[]
  total: number
}

export interface RequestQuery extends ListQuery {
  status?: RequestStatus | undefined
  /** Only this request. */
  id?: string | undefined
}

const sortKeys = {
  created: columns`request.created_at`,
  agent: columns`lower(request.agent_name)`,
  person: columns`lower(trim(person.first_name || ' ' || person.last_name) || ' ' || person.email)`,
  organization: columns`coalesce((select lower(name) from organization where id = place.organization_id), '')`,
  status: columns`request.status`,
}

/** Returns all requests, newest first unless another order is requested (S594, D61). */
export async function listAllRequests(read: LongRead, query: RequestQuery): Promise<Page<AdminRequestRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-created', sortKeys)
  return toPage(
    await read<AdminRequestRow>`
      with asked as (
        select request.id, request.created_at as at, ${key} as key
        from agent_request as request
        join users as person on person.id = request.user_id
        join request_place as place on place.request_id = request.id
        where (${query.id}::uuid is null or request.id = ${query.id})
          and (${query.status}::text is null or request.status = ${query.status})
          and (${pattern}::text is null or searchable(concat_ws(' ', request.agent_name, request.description,
            request.use_case, person.first_name, person.last_name, person.email,
            (select name from organization where id = place.organization_id))) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select asked.* from asked
          order by key ${direction}, at desc, id desc
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
      from (select count(*) as total from asked) as counted
      left join sorted on true
      left join agent_request as request on request.id = sorted.id
      left join named_person as person on person.id = request.user_id
      left join agent on agent.id = request.agent_id
      order by sorted.place`,
  )
}

/** Returns one request; null when it does not exist. */
export async function findRequest(read: LongRead, id: string): Promise<AdminRequestRow | null> {
  return (await listAllRequests(read, { id, limit: 1 })).rows[0] ?? null
}

/** Returns the agents to choose from, by name, without archived ones. */
export function listAgentChoices(read: Read): Promise<{ id: string; name: string }[]> {
  return read`select id, name from agent where archived_at is null order by lower(name), id limit 1000`
}

/** Returns the name of an agent; null when it does not exist or is archived. */
export async function findAgentName(read: Read, id: string): Promise<string | null> {
  const [row] = await read<{ name: string }>`select name from agent where id = ${id} and archived_at is null`
  return row?.name ?? null
}
