import type { adminOrganization, adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { mostCounted } from '#contract/call.ts'
import { columns, type LongRead, type Read } from '../database/sql.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'
import { monthStart } from '../kernel/months.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'

/** Organizations as platform admins see them. */

export type AdminOrganizationRow = Omit<RowOf<typeof adminOrganization>, Shown> & {
  pastDueSince: Date | null
  /** The balance of the pool. */
  balanceMs: number
  /** In whole seconds, in this calendar month (UTC) and in total, over the conversations that figures count (D62). */
  usedOfMonthMs: number
  usedMs: number
  total: number
}

/** The fields of the answer that are made of these. */
type Shown = 'givesAccess' | 'creditBalance' | 'currentUserCount' | 'monthlyUsage' | 'totalMinutesUsed'

export type OrganizationQuery = QueryOf<typeof adminOrganizations> & { id?: number }

const sortKeys = {
  name: columns`lower(organization.name)`,
  status: columns`case when organization.is_active then organization.subscription_status else 'switched_off' end`,
  credits: columns`account.monthly_ms + account.purchased_ms`,
  members: columns`coalesce(people.count, 0)`,
  created: columns`organization.created_at`,
}

/**
 * Returns all organizations, by name unless another order is requested (S590). Those with a late payment count as
 * active, because they have not ended (D149).
 */
export async function listOrganizations(
  read: LongRead,
  query: OrganizationQuery,
  at: Date,
): Promise<Page<AdminOrganizationRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, 'name', sortKeys)
  // The balance is the account's, and so are those that have the same.
  const tie = key === sortKeys.credits ? columns`account.organization_id` : columns`lower(organization.name)`
  const tieDirection = key === sortKeys.credits ? direction : columns`asc`
  return toPage(
    await read<AdminOrganizationRow>`
      with matching as not materialized (
        select organization.id, ${tie} as tie, ${key} as key
        from organization join account on account.organization_id = organization.id
        left join (
          select organization_id, count(*) from organization_user where is_active group by organization_id
        ) as people on people.organization_id = organization.id
        where organization.archived_at is null
          and (${query.id}::integer is null or organization.id = ${query.id})
          and case ${query.status}::text
            when 'active' then organization.is_active and organization.subscription_status in ('active', 'past_due')
            when 'inactive' then not organization.is_active or organization.subscription_status = 'inactive'
            when 'canceled' then organization.subscription_status = 'canceled' else true end
          and (${pattern}::text is null or searchable(organization.id::text || ' ' || organization.name || ' ' ||
            organization.slug || ' ' || organization.contact_email || ' ' || organization.industry) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by key ${direction}, tie ${tieDirection}, id ${tieDirection}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, organization.id, organization.name, organization.slug, organization.industry,
        organization.contact_email, organization.is_active, organization.subscription_status,
        organization.past_due_since, organization.subscription_tier, outlook.balance_ms, organization.max_users,
        people.count as member_count, agents.count as active_agents, talked.of_month_ms as used_of_month_ms,
        talked.all_ms as used_ms, organization.created_at
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join organization on organization.id = sorted.id
      left join account on account.organization_id = organization.id
      left join account_outlook as outlook on outlook.account_id = account.id
      left join lateral (select count(*) from organization_user as member
        where member.organization_id = organization.id and member.is_active) as people on true
      left join lateral (select count(*) from assigned_agent as assigned
        join agent on agent.id = assigned.agent_id and agent.is_active
        where assigned.organization_id = organization.id) as agents on true
      left join lateral (
        select coalesce(sum(talked_ms), 0)::bigint as all_ms, coalesce(sum(talked_ms) filter (
          where started_at >= ${monthStart(at)}), 0)::bigint as of_month_ms
        from counted_talk where counted_talk.organization_id = organization.id) as talked on true
      order by sorted.place`,
  )
}

/** Returns one organization; null when it does not exist. */
export async function findOrganization(read: LongRead, id: number, at: Date): Promise<AdminOrganizationRow | null> {
  return (await listOrganizations(read, { id, limit: 1 }, at)).rows[0] ?? null
}

export type UserCounts = Omit<RowOf<typeof adminOrganizationDetails>['users'], 'maxUsers'>

/** Returns how many people an organization has (S432). */
export async function countUsers(read: Read, organizationId: number, at: Date): Promise<UserCounts> {
  const [row] = await read<UserCounts>`
    select count(*) filter (where is_active) as active, count(*) filter (where not is_active) as inactive,
      count(*) filter (where is_active and role = 'admin') as admins,
      (select pending from organization_seats(${organizationId}, ${at})) as invited
    from organization_user where organization_id = ${organizationId}`
  return row ?? { active: 0, inactive: 0, admins: 0, invited: 0 }
}
