import type { changeMember, member } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/ranks.ts'
import { allValues, first, columns, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import type { BodyOf, RowOf } from '../../kernel/serve.ts'

/** Who belongs to an organization, and in which role. */

export interface NewMember {
  organizationId: number
  userId: string
  role: OrganizationRole
  accessLevel: AccessLevel
  userCategory: UserCategory
  invitedBy?: string
  invitedAt?: Date
  at: Date
}

/** Adds a person to an organization, or restores a former member, whose history was kept. */
export async function addMember(tx: Tx, member: NewMember): Promise<void> {
  await tx`
    insert into organization_user (organization_id, user_id, role, access_level, user_category, invited_by, invited_at,
      joined_at)
    values (${member.organizationId}, ${member.userId}, ${member.role}, ${member.accessLevel}, ${member.userCategory},
      ${member.invitedBy}, ${member.invitedAt}, ${member.at})
    on conflict (organization_id, user_id) do update set role = excluded.role, access_level = excluded.access_level,
      user_category = excluded.user_category, invited_by = excluded.invited_by, invited_at = excluded.invited_at,
      joined_at = excluded.joined_at, is_active = true, is_off_by_removal = false
    where not organization_user.is_active`
}

export type Member = Required<Omit<RowOf<typeof member>, 'minutesThisMonth'>> & {
  /** Talked in the calendar month, including a live conversation. */
  talkedOfMonthMs: number
}

const memberColumns = columns`users.id, users.email, users.first_name, users.last_name, member.role,
  member.access_level, member.user_category, member.joined_at, member.last_active_at, member.is_active,
  member.monthly_limit_minutes, month.talked_ms as talked_of_month_ms`

/** Returns an organization's people by name, including those without a seat. */
export function listMembers(read: LongRead, organizationId: number, at: Date): Promise<Member[]> {
  return read<Member>`
    select ${memberColumns}
    from organization_user as member join users on users.id = member.user_id
    cross join lateral member_month(member.organization_id, member.user_id, ${at}) as month
    where member.organization_id = ${organizationId}
    order by lower(users.first_name || ' ' || users.last_name), users.id limit 1000`
}

/** Locks the admins of a person's organizations until the transaction ends. */
export async function lockFellowAdmins(tx: Tx, userId: string): Promise<void> {
  await tx`
    select 1 from organization_user
    where role = 'admin'
      and organization_id in (select organization_id from organization_user where user_id = ${userId})
    order by organization_id, user_id for update`
}

/** Takes a person out of every organization; what they talked there stays. */
export async function eraseMemberships(tx: Tx, userId: string): Promise<void> {
  await tx`delete from organization_user where user_id = ${userId}`
}

/** Switches off the memberships of a deleted person, until they are restored (D143). */
export async function switchOffMemberships(tx: Tx, userId: string): Promise<void> {
  await tx`
    update organization_user set is_active = false, is_off_by_removal = true where user_id = ${userId} and is_active`
}

/** Returns the organizations in which a person had a seat when they were deleted. */
export function listSwitchedOff(read: Read, userId: string): Promise<number[]> {
  return allValues(read<{ organizationId: number }>`
    select organization_id from organization_user where user_id = ${userId} and is_off_by_removal
    order by organization_id`)
}

/** Restores a membership that a deletion had switched off, with its seat or, when none is left, without. */
export async function switchBack(tx: Tx, organizationId: number, userId: string, hasSeat: boolean): Promise<void> {
  await tx`
    update organization_user set is_active = ${hasSeat}, is_off_by_removal = false
    where organization_id = ${organizationId} and user_id = ${userId} and is_off_by_removal`
}

const hourMs = 60 * 60_000

/** Returns whether it should be noted again that a person works in an organization: at most once an hour (S440). */
export function isActivityDue(lastActiveAt: Date | null, at: Date): boolean {
  return lastActiveAt === null || at.getTime() - lastActiveAt.getTime() >= hourMs
}

/** Notes when a person last worked in an organization (S440). */
export async function touchMember(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await tx`
    update organization_user set last_active_at = ${at}
    where organization_id = ${organizationId} and user_id = ${userId}
      and (last_active_at is null or last_active_at < ${at})`
}

/** Returns a person's membership, even without a seat; null when there is none. */
export function findMember(read: Read, organizationId: number, userId: string, at: Date): Promise<Member | null> {
  return first(read<Member>`
    select ${memberColumns}
    from organization_user as member join users on users.id = member.user_id
    cross join lateral member_month(member.organization_id, member.user_id, ${at}) as month
    where member.organization_id = ${organizationId} and member.user_id = ${userId}`)
}

/** Returns those of these people who belong to an organization, even without a seat. */
export function findMembers(
  read: Read,
  organizationId: number,
  userIds: readonly string[],
): Promise<Pick<Member, 'id' | 'role' | 'isActive'>[]> {
  return read<Pick<Member, 'id' | 'role' | 'isActive'>>`
    select user_id as id, role, is_active from organization_user
    where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[])`
}

/** Returns a person's membership by email, even without a seat. */
export function findMemberByEmail(
  read: Read,
  organizationId: number,
  email: string,
): Promise<{ id: string; isActive: boolean } | null> {
  return first(read<{ id: string; isActive: boolean }>`
    select users.id, member.is_active from organization_user as member
    join users on users.id = member.user_id
    where member.organization_id = ${organizationId} and users.email = ${email}`)
}

export type MemberChange = Omit<BodyOf<typeof changeMember>, 'before'> & { userCategory?: UserCategory | undefined }

/**
 * Changes members. A caller that takes an admin away checks `mayLoseAdmins` first. A new number of minutes has notices
 * of its own (D131).
 */
export async function changeMembers(
  tx: Tx,
  organizationId: number,
  userIds: readonly string[],
  change: MemberChange,
): Promise<void> {
  await tx`
    update organization_user set role = coalesce(${change.role}, role),
      access_level = coalesce(${change.accessLevel}, access_level),
      user_category = coalesce(${change.userCategory}, user_category),
      is_active = coalesce(${change.isActive}::boolean, is_active),
      is_off_by_removal = is_off_by_removal and ${change.isActive}::boolean is null
    where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[])`
  if (change.monthlyLimitMinutes === undefined) return
  await tx`
    update organization_user set monthly_limit_minutes = ${change.monthlyLimitMinutes}, limit_notice_month = null,
      limit_notice_percent = null
    where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[])
      and monthly_limit_minutes is distinct from ${change.monthlyLimitMinutes}::integer`
}

/** Takes a person out of an organization; what they talked stays in its books (D128). */
export async function removeMember(tx: Tx, organizationId: number, userId: string): Promise<void> {
  await tx`delete from organization_user where organization_id = ${organizationId} and user_id = ${userId}`
}

/** Returns the mail addresses of an organization's admins. */
export function listAdminEmails(read: Read, organizationId: number): Promise<string[]> {
  return allValues(read<{ email: string }>`
    select users.email from present_admin join users on users.id = present_admin.user_id
    where present_admin.organization_id = ${organizationId} order by users.email limit 1000`)
}

export interface LimitNotice {
  email: string
  personName: string
  organizationName: string
  /** Marks that were passed and not yet notified, lowest first. */
  percents: (80 | 100)[]
  limitMinutes: number
  chargedMs: number
}

/**
 * Notes which marks of the month's minutes, 80 and 100 %, these people have passed. Returns a notice for each person
 * with a mark that was not notified this month (D131).
 */
export async function noteLimitNotices(
  tx: Tx,
  organizationId: number,
  userIds: readonly string[],
  at: Date,
): Promise<LimitNotice[]> {
  const rows = await tx<Omit<LimitNotice, 'percents'> & { percent: number; toldPercent: number }>`
    update organization_user as member set limit_notice_month = due.month, limit_notice_percent = due.percent
    from (
      select user_id, (month_start(${at}) at time zone 'UTC')::date as month, charged_ms,
        case when charged_ms >= monthly_limit_minutes * 60000::bigint then 100 else 80 end as percent
      from organization_user
      cross join lateral member_month(organization_id, user_id, ${at})
      where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[]) and charged_ms > 0
        and charged_ms * 100 >= monthly_limit_minutes * 60000::bigint * 80) as due, users, organization
    where member.organization_id = ${organizationId} and member.user_id = due.user_id and member.is_active
      and (member.limit_notice_month is distinct from due.month or member.limit_notice_percent < due.percent)
      and users.id = member.user_id and organization.id = member.organization_id
    returning users.email, trim(users.first_name || ' ' || users.last_name) as person_name,
      organization.name as organization_name, due.percent, member.monthly_limit_minutes as limit_minutes, due.charged_ms,
      case when old.limit_notice_month = due.month then old.limit_notice_percent else 0 end as told_percent`
  return rows.map(({ percent, toldPercent, ...notice }) => ({
    ...notice,
    percents: ([80, 100] as const).filter((mark) => mark > toldPercent && mark <= percent),
  }))
}
