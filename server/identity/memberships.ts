import type { AccessLevel, OrganizationRole, SubscriptionStatus, UserCategory } from '#contract/organizations/ranks.ts'
import { first, type Read } from '../database/sql.ts'

/** The organizations that people belong to, and their roles there (D120-D124). */

/** A person's membership of an organization, with the organization and its pool, read on every request (D15). */
export interface Membership {
  organizationId: number
  name: string
  slug: string
  logoUrl: string | null
  primaryColor: string
  secondaryColor: string
  /** Whether the organization is active. */
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
  pastDueSince: Date | null
  maxUsers: number
  /** The pool's account. */
  accountId: string
  /** What the pool has left, minus what its live conversations have used so far (D30). */
  balanceMs: number
  debtCents: number
  role: OrganizationRole
  accessLevel: AccessLevel
  userCategory: UserCategory
  /** The agents of this rank and below may be used (D124). */
  rank: number
  monthlyLimitMinutes: number | null
}

/** The membership in which a person works. */
export interface WorkContext extends Membership {
  /** What the organization leaves them of the calendar month (UTC), minus current talk; null without a limit. */
  monthLeftMs: number | null
}

/**
 * Returns a person's membership of one organization; null when there is none. `isPlatformAdmin`: they count
 * as an admin of every organization, like the platform's owners (D120).
 */
export function findMembership(
  read: Read,
  userId: string,
  organizationId: number,
  isPlatformAdmin: boolean,
): Promise<Membership | null> {
  return first(read<Membership>`
    select pool.organization_id, pool.name, pool.slug, pool.logo_url, pool.primary_color, pool.secondary_color,
      pool.is_active, pool.subscription_status, pool.past_due_since, pool.max_users, pool.account_id, pool.balance_ms,
      pool.debt_cents, effective.role, effective.access_level, coalesce(member.user_category, 'Members') as user_category,
      member_rank(effective.role, effective.access_level) as rank, member.monthly_limit_minutes
    from organization_pool as pool
    left join organization_user as member
      on member.organization_id = pool.organization_id and member.user_id = ${userId} and member.is_active
    cross join lateral (
      select case when ${isPlatformAdmin} then 'admin' else member.role end as role,
        case when ${isPlatformAdmin} then 'admin-only' else member.access_level end as access_level) as effective
    where pool.organization_id = ${organizationId} and effective.role is not null`)
}

/** Returns the person's active memberships that they can switch to, oldest first. */
export function listMemberships(
  read: Read,
  userId: string,
): Promise<{ id: number; name: string; slug: string; role: OrganizationRole }[]> {
  return read`
    select pool.organization_id as id, pool.name, pool.slug, member.role
    from organization_user as member
    join organization_pool as pool on pool.organization_id = member.organization_id
    where member.user_id = ${userId} and member.is_active
    order by member.joined_at, member.organization_id limit 1000`
}
