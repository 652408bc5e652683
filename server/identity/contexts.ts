import type { Read, Tx } from '../database/sql.ts'
import { hasAccess } from './access.ts'
import type { WorkContext } from './memberships.ts'
import { offersPersonal } from './policies.ts'
import type { Person } from './users.ts'

/** The context in which a person works: one of their organizations, or themselves (D122). */

/** An organization that a person can work in, and whether the context that they used last was the personal one. */
export interface FoundContext extends WorkContext {
  prefersPersonal: boolean
  /** When the person was last seen working there. */
  lastActiveAt: Date | null
}

/** More than anybody has. Of more, the first ones count. */
const maxContexts = 100

/** Returns the organizations that a person can work in: the wanted, the last used, then the oldest (D122). */
export function listContexts(
  read: Read,
  userId: string,
  wanted: number | null | undefined,
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
    order by (member.organization_id = ${wanted}) desc nulls last,
      (member.organization_id = context.organization_id) desc nulls last, member.joined_at, member.organization_id
    limit ${maxContexts}`
}

/**
 * Returns the context of a person who wants this one in this browser (`null`: personal, `undefined`: none chosen yet).
 * A chosen context stays. Among the others, one that gives access goes before one that gives none, whichever was used
 * last (D122, D180).
 */
export function chooseContext(
  person: Person,
  found: readonly FoundContext[],
  wanted: number | null | undefined,
  at: Date,
): FoundContext | null {
  const [first] = found
  if (!first) return null
  if (first.organizationId === wanted) return first
  const personal = offersPersonal(person) ? [null] : []
  if (wanted === null && personal.length > 0) return null
  const inOrder = first.prefersPersonal ? [...personal, ...found] : [...found, ...personal]
  const open = inOrder.filter((context) => hasAccess(person, context, at))
  return [...open, ...inOrder][0] ?? null
}

/** Remembers a person's context for browsers that they sign in with later. */
export async function rememberContext(tx: Tx, userId: string, organizationId: number | null, at: Date): Promise<void> {
  await tx`
    insert into organization_context (user_id, organization_id, chosen_at) values (${userId}, ${organizationId}, ${at})
    on conflict (user_id) do update set organization_id = excluded.organization_id, chosen_at = excluded.chosen_at`
}

export async function eraseContext(tx: Tx, userId: string): Promise<void> {
  await tx`delete from organization_context where user_id = ${userId}`
}
