import type { agent, agents } from '#contract/agents/agents.ts'
import type { adminAgentPage, adminAgents } from '#contract/agents/admin-agents.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'
import { columns, type LongRead, type Read } from '../database/sql.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'
import { listedPromptCharacters } from '#contract/agents/agents.ts'
import { refuse } from '../kernel/problem.ts'

/** Agents as platform admins see them. */

export type AdminAgentRow = Omit<RowOf<typeof adminAgentPage>, 'imageData'> & { total: number }

export type AgentQuery = QueryOf<typeof adminAgents> & {
  /** Only this agent. */
  id?: string
}

const sortKeys = {
  name: columns`lower(agent.name)`,
  category: columns`lower(agent.category)`,
  rating: columns`figures.rating_tenths`,
  sessions: columns`figures.session_count`,
  updated: columns`agent.updated_at`,
}

/** Returns every agent that is not archived, by name unless another order is requested (S426, S596). */
export async function listAgentsForAdmin(read: LongRead, query: AgentQuery): Promise<Page<AdminAgentRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, 'name', sortKeys)
  return toPage(
    await read<AdminAgentRow>`
      with matching as (
        select agent.id, lower(agent.name) as name, ${key} as key
        from agent join agent_figures as figures on figures.agent_id = agent.id
        where agent.archived_at is null
          and (${query.id}::uuid is null or agent.id = ${query.id})
          and (${query.status}::text is null or agent.is_active = (${query.status} = 'active'))
          and (${query.access}::text is null or agent.is_private = (${query.access} = 'private'))
          and (${query.tier}::text is null or agent.is_premium = (${query.tier} = 'premium'))
          and (${pattern}::text is null
            or searchable(concat_ws(' ', agent.name, agent.description, agent.category, agent.eleven_labs_agent_id))
              like ${pattern})
      ), page as (
        select *, row_number() over () as place from (
          select id from matching order by key ${direction}, name, id
          limit ${limit} offset ${offset}
        ) as cut
      ), holder as (
        select access.agent_id, access.organization_id from page
        join agent on agent.id = page.id and agent.is_private
        join private_agent_access as access on access.agent_id = agent.id and access.is_active
        union all
        select link.agent_id, link.organization_id from page
        join agent on agent.id = page.id and not agent.is_private
        join organization_agent as link on link.agent_id = agent.id and link.is_active
      ), held as materialized (
        select holder.agent_id, json_agg(json_build_object('id', organization.id, 'name', organization.name)
          order by lower(organization.name), organization.id) as organizations
        from holder join organization on organization.id = holder.organization_id and organization.archived_at is null
        group by holder.agent_id
      )
      select total, agent.id, agent.name, agent.description, agent.category, agent.image_url, agent.eleven_labs_agent_id,
        agent.system_prompt, agent.first_message, agent.voice_id, agent.is_active, agent.is_premium, agent.is_private,
        agent.price, (agent.rating_tenths / 10.0)::float8 as rating, (figures.rating_tenths / 10.0)::float8 as shown_rating,
        figures.rating_count, figures.session_count, coalesce(held.organizations, '[]') as organizations,
        case when agent.sync_error is not null then 'failed' when agent.eleven_labs_agent_id is not null
          and agent.synced_revision = agent.revision then 'synced' else 'waiting' end as sync_state,
        agent.sync_error, agent.created_by, agent.updated_by, agent.created_at, agent.updated_at
      from (select count(*) as total from matching) as counted
      left join page on true
      left join agent on agent.id = page.id
      left join agent_figures as figures on figures.agent_id = agent.id
      left join held on held.agent_id = agent.id
      order by page.place`,
  )
}

/** Returns one agent that is not archived. */
export async function requireAgentForAdmin(read: LongRead, id: string): Promise<AdminAgentRow> {
  const { rows } = await listAgentsForAdmin(read, { id })
  return rows[0] ?? refuse('agent_not_found')
}

/** The fields that only platform admins see. */
type AgentDetails = Required<Omit<RowOf<typeof agents>, keyof RowOf<typeof agent>>> & { id: string }

/** Returns what only platform admins see of these agents (D53). */
export function listAgentDetails(read: Read, ids: readonly string[]): Promise<AgentDetails[]> {
  return read<AgentDetails>`
    select id, is_private, price, left(system_prompt, ${listedPromptCharacters}) as system_prompt, eleven_labs_agent_id, created_by, updated_by, created_at, updated_at
    from agent where id = any(${ids})`
}
