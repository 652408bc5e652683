import type {
  AccessLevel,
  OrganizationRole,
  SubscriptionStatus,
  UserCategory,
} from '#contract/organizations/organizations.ts'
import type { Read, Tx } from '../database/sql.ts'
import { hasAccess } from './access.ts'
import type { Person } from './users.ts'

/** In which organization somebody works, and what they are there (D120-D124). */

/** A person's place in an organization, with the organization and its pool; read afresh on every request (D15). */
export interface Membership {
  organizationId: number
  name: string
  slug: string
  logoUrl: string | null
  primaryColor: string
  secondaryColor: string
  /** Of the organization. */
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
  pastDueSince: Date | null
  maxUsers: number
  /** The pool. */
  accountId: string
  /** What the pool has left, less what its live conversations have used so far (D30). */
  balanceMs: number
  debtCents: number
  role: OrganizationRole
  accessLevel: AccessLevel
  userCategory: UserCategory
  /** Which agents may be used: those of this rank and below (D124). */
  rank: number
  monthlyLimitMinutes: number | null
}

/** Where somebody works. */
export interface Workplace extends Membership {
  /** What the organization leaves them of the calendar month (UTC), less what they talk now; null without a limit. */
  monthLeftMs: number | null
}

/** An organization that a person can work in, and whether the context that they used last was the personal one. */
export interface FoundContext extends Workplace {
  prefersPersonal: boolean
  /** When the person was last noted to work there. */
  lastActiveAt: Date | null
}

/** More than anybody has; of more, those that come first count. */
const maxContexts = 100

/** The organizations that a person can work in: the wished one, then the last used, then the oldest membership (D122). */
export function listContexts(
  read: Read,
  userId: string,
  wished: number | null | undefined,
  at: Date,
): Promise<FoundContext[]> {
  return read<FoundContext>`
    select pool.organization_id, pool.name, pool.slug, pool.logo_url, pool.primary_color, pool.secondary_color,
      pool.is_active, pool.subscription_status, pool.past_due_since, pool.max_users, pool.account_id, pool.balance_ms,
      pool.debt_cents, member.role, member.access_level, member.user_category,
      member_rank(member.role, member.access_level) as rank, member.monthly_limit_minutes, member.last_active_at,
      (select greatest(member.monthly_limit_minutes * 60000::bigint - talked_ms, 0)
        from member_month(member.organization_id, member.user_id, ${at})
        where member.monthly_limit_minutes is not null) as month_left_ms,
      context.user_id is not null and context.organization_id is null as prefers_personal
    from organization_user as member
    join organization_pool as pool on pool.organization_id = member.organization_id
    left join organization_context as context on context.user_id = member.user_id
    where member.user_id = ${userId} and member.is_active
    order by (member.organization_id = ${wished}) desc nulls last,
      (member.organization_id = context.organization_id) desc nulls last, member.joined_at, member.organization_id
    limit ${maxContexts}`
}

/** Whether somebody may work for themselves: everybody whose only context it is, too (D122). */
export function offersPersonal(person: Person): boolean {
  return person.role === 'admin' || person.subscriptionStatus !== null
}

/**
 * The context that counts for a person who wishes for that one in this browser (`null`: personal, `undefined`: none
 * yet). What was chosen stays. Of the others one that gives access wins over one that gives none, whichever was used
 * last (D122, D180).
 */
export function chooseContext(
  person: Person,
  found: readonly FoundContext[],
  wished: number | null | undefined,
  at: Date,
): FoundContext | null {
  const [first] = found
  if (!first) return null
  if (first.organizationId === wished) return first
  const personal = offersPersonal(person) ? [null] : []
  if (wished === null && personal.length > 0) return null
  const inOrder = first.prefersPersonal ? [...personal, ...found] : [...found, ...personal]
  const open = inOrder.filter((context) => hasAccess(person, context, at))
  return [...open, ...inOrder][0] ?? null
}

/**
 * A person's place in one organization; null when there is none. A platform admin has that of its admins in every one
 * (D120).
 */
export async function findMembership(
  read: Read,
  userId: string,
  organizationId: number,
  isPlatformAdmin: boolean,
): Promise<Membership | null> {
  const [row] = await read<Membership>`
    select pool.organization_id, pool.name, pool.slug, pool.logo_url, pool.primary_color, pool.secondary_color,
      pool.is_active, pool.subscription_status, pool.past_due_since, pool.max_users, pool.account_id, pool.balance_ms,
      pool.debt_cents, place.role, place.access_level, coalesce(member.user_category, 'Members') as user_category,
      member_rank(place.role, place.access_level) as rank, member.monthly_limit_minutes
    from organization_pool as pool
    left join organization_user as member
      on member.organization_id = pool.organization_id and member.user_id = ${userId} and member.is_active
    cross join lateral (
      select case when ${isPlatformAdmin} then 'admin' else member.role end as role,
        case when ${isPlatformAdmin} then 'admin-only' else member.access_level end as access_level) as place
    where pool.organization_id = ${organizationId} and place.role is not null`
  return row ?? null
}

/** What somebody can switch to: own active memberships, the oldest first. */
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

/** Remembers what a person works in, for browsers that they sign in with later. */
export async function rememberContext(tx: Tx, userId: string, organizationId: number | null, at: Date): Promise<void> {
  await tx`
    insert into organization_context (user_id, organization_id, chosen_at) values (${userId}, ${organizationId}, ${at})
    on conflict (user_id) do update set organization_id = excluded.organization_id, chosen_at = excluded.chosen_at`
}

export async function eraseContext(tx: Tx, userId: string): Promise<void> {
  await tx`delete from organization_context where user_id = ${userId}`
}

/**
 * The pool that a body names by its organization; undefined when it names none, null when whoever asks does not run it
 * (D50).
 */
export async function findRunPool(
  read: Read,
  person: Person,
  { organizationId }: { organizationId?: number | undefined },
): Promise<Membership | null | undefined> {
  if (organizationId === undefined) return undefined
  const place = await findMembership(read, person.id, organizationId, person.role === 'admin')
  return place?.role === 'admin' ? place : null
}
