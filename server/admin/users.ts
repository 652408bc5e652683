import type { adminUser, adminUsers } from '#contract/admin/users.ts'
import { mostCounted } from '#contract/call.ts'
import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { firstValue, columns, type LongRead, type Read } from '../database/sql.ts'
import { hasEnded, hasOrganizationAccess } from '../identity/access.ts'
import type { Membership } from '../identity/memberships.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'

/** People as platform admins see them. */

export type AdminUserRow = Omit<
  RowOf<typeof adminUser>,
  'creditBalance' | 'organizationCredits' | 'deletedAt' | 'erasedAt'
> & {
  balanceMs: number
  poolMs: number | null
  removedAt: Date | null
  deletionRequestedAt: Date | null
  total: number
}

/** The first organization of a person; null without one. */
interface FirstOrganization {
  organizationIsActive: boolean | null
  organizationStatus: SubscriptionStatus | null
  organizationPastDueSince: Date | null
}

type StoredUser = Omit<AdminUserRow, 'hasOrganizationAccess'> & FirstOrganization

export type UserQuery = QueryOf<typeof adminUsers> & { id?: string }

const name = columns`lower(users.first_name || ' ' || users.last_name || ' ' || users.email)`

/** In the words of their indexes. */
const sortKeys = {
  name,
  email: columns`lower(users.email)`,
  role: columns`role_of(users)`,
  status: columns`not users.is_active`,
  credits: columns`account.monthly_ms + account.purchased_ms`,
  created: columns`users.created_at`,
}

/** Returns everybody who is not erased, by name unless another order is requested (S459). */
export async function listUsers(read: LongRead, query: UserQuery, at: Date): Promise<Page<AdminUserRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, 'name', sortKeys)
  // The balance is the account's, and so are those who have the same.
  const tie = key === sortKeys.credits ? columns`account.user_id` : name
  const { rows, total } = toPage(
    await read<StoredUser>`
      with matching as not materialized (
        select users.id, ${key} as key, ${tie} as tie
        from users join account on account.user_id = users.id
        where users.erased_at is null
          and (${query.id}::uuid is null or users.id = ${query.id})
          and (${query.role}::text is null or role_of(users) = ${query.role})
          and case ${query.status}::text when 'active' then users.is_active
            when 'inactive' then not users.is_active and users.removed_at is null
            when 'deleted' then users.removed_at is not null
            else ${query.id}::uuid is not null or users.removed_at is null end
          and (${pattern}::text is null
            or searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by key ${direction}, tie ${direction}, id ${direction}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, users.id, users.email, users.first_name, users.last_name, role_of(users) as role,
        staff_role_of(users) as staff_role, users.is_active,
        outlook.balance_ms, first_membership.is_active as organization_is_active,
        first_membership.subscription_status as organization_status,
        first_membership.past_due_since as organization_past_due_since, first_membership.pool_ms,
        coalesce(first_membership.user_category, '') as category, users.created_at, users.removed_at,
        users.deletion_requested_at, coalesce((select json_agg(json_build_object('id', own.organization_id,
            'name', pool.name, 'role', own.role, 'isOnlyAdmin', own.role = 'admin' and not exists (
              select from present_admin as fellow
              where fellow.organization_id = own.organization_id and fellow.user_id <> own.user_id))
            order by own.joined_at, own.organization_id)
          from organization_user as own
          join organization_pool as pool on pool.organization_id = own.organization_id
          where own.user_id = users.id and own.is_active), '[]') as organizations
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join users on users.id = sorted.id
      left join account on account.user_id = users.id
      left join account_outlook as outlook on outlook.account_id = account.id
      left join lateral (
        select member.user_category, pool.balance_ms as pool_ms, pool.is_active, pool.subscription_status,
          pool.past_due_since
        from organization_user as member
        join organization_pool as pool on pool.organization_id = member.organization_id
        where member.user_id = users.id and member.is_active
        order by member.joined_at, member.organization_id limit 1) as first_membership on true
      order by sorted.place`,
  )
  return { rows: rows.map((row) => withAccess(row, at)), total }
}

function withAccess(
  { organizationIsActive, organizationStatus, organizationPastDueSince, ...user }: StoredUser,
  at: Date,
): AdminUserRow {
  const organization = organizationStatus && {
    isActive: organizationIsActive ?? false,
    subscriptionStatus: organizationStatus,
  }
  return {
    ...user,
    hasOrganizationAccess:
      organization !== null && hasOrganizationAccess({ ...organization, pastDueSince: organizationPastDueSince }, at),
  }
}

/** Returns one person, even a deleted one; null when unknown or erased. */
export async function findUser(read: LongRead, id: string, at: Date): Promise<AdminUserRow | null> {
  return (await listUsers(read, { id, limit: 1 }, at)).rows[0] ?? null
}

interface Choices {
  /** Only organizations that can be given this agent. */
  agentId?: string | undefined
  /** Only organizations with a free seat. */
  hasSeat?: boolean
}

/** Returns the organizations to choose from, by name. */
export async function listOrganizationChoices(
  read: LongRead,
  { agentId, hasSeat = false }: Choices,
  at: Date,
): Promise<{ id: number; name: string }[]> {
  type Row = Pick<Membership, 'isActive' | 'subscriptionStatus' | 'pastDueSince'> & { id: number; name: string }
  const rows = await read<Row>`
    select pool.organization_id as id, pool.name, pool.is_active, pool.subscription_status, pool.past_due_since
    from organization_pool as pool
    where (${agentId}::uuid is null or exists (
        select from agent where agent.id = ${agentId} and agent.is_active and agent.archived_at is null
          and (not agent.is_private or exists (select from private_agent_access as access
            where access.agent_id = agent.id and access.organization_id = pool.organization_id and access.is_active))
          and not exists (select from organization_agent as link
            where link.agent_id = agent.id and link.organization_id = pool.organization_id and link.is_active)))
      and (not ${hasSeat}::boolean or exists (
        select from organization_seats(pool.organization_id, ${at}) as seats
        where seats.active + seats.pending < seats.max_users))
    order by lower(pool.name), pool.organization_id limit 10000`
  // Ended organizations take no agents until they are set active again (D129).
  return agentId === undefined ? rows : rows.filter((row) => !hasEnded(row, at))
}

/** Returns the account of an organization's pool; null when there is no such organization. */
export function findPool(read: Read, organizationId: number): Promise<string | null> {
  return firstValue(read<{ accountId: string }>`
    select account_id from organization_pool where organization_id = ${organizationId}`)
}
