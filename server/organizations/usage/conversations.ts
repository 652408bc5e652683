import { columns, type LongRead } from '../../database/sql.ts'
import { type ListQuery, type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { OrganizationSession } from '../dashboard.ts'
import { enclose } from './periods.ts'

export interface ConversationsQuery extends ListQuery {
  personId?: string | undefined
  agentId?: string | undefined
  /** Whether those that count are listed, or those that cost nothing. */
  isCharged: boolean
  /** The first and the last calendar day; null for all time. */
  range: { first: string; last: string } | null
  timeZone: string
}

const sortKeys = {
  started: columns`started_at`,
  person: columns`lower(user_name)`,
  agent: columns`lower(agent_name)`,
  duration: columns`charged_ms`,
}

/** Returns the conversations in an organization, the newest first unless another order is requested (D135, D189). */
export async function listAllConversations(
  read: LongRead,
  organizationId: number,
  query: ConversationsQuery,
): Promise<Page<OrganizationSession>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-started', sortKeys)
  const { first, last } = query.range ?? { first: null, last: null }
  const { since, until } = query.range ? enclose(query.range.first, query.range.last) : { since: null, until: null }
  return toPage(
    await read<OrganizationSession & { total: number }>`
      with matching as (
        select talk.id, coalesce(talk.connected_at, talk.created_at) as started_at, charged_so_far(talk) as charged_ms,
          trim(users.first_name || ' ' || users.last_name) as user_name, agent.name as agent_name
        from voice_session as talk
        join users on users.id = talk.user_id
        join agent on agent.id = talk.agent_id
        where talk.organization_id = ${organizationId} and not talk.is_test
          and (talk.status = 'active' or talk.counted_ms is not null) = ${query.isCharged}
          and (${query.personId}::uuid is null or talk.user_id = ${query.personId})
          and (${query.agentId}::uuid is null or talk.agent_id = ${query.agentId})
          and (${since}::timestamptz is null or talk.created_at >= ${since})
          and (${until}::timestamptz is null or talk.created_at < ${until})
          and (${first}::date is null or (coalesce(talk.connected_at, talk.created_at)
            at time zone ${query.timeZone})::date between ${first}::date and ${last}::date)
          and (${pattern}::text is null
            or searchable(concat_ws(' ', users.first_name, users.last_name, agent.name)) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select * from matching
          order by ${key} ${direction}, started_at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, talk.id, talk.user_id, sorted.user_name, talk.agent_id, sorted.agent_name,
        agent.image_url as agent_image_url, sorted.charged_ms, sorted.started_at, talk.ended_at, talk.status
      from (select count(*) as total from matching) as counted
      left join sorted on true
      left join voice_session as talk on talk.id = sorted.id
      left join agent on agent.id = talk.agent_id
      order by sorted.place`,
  )
}
