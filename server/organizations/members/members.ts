import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/organizations.ts'
import type { LongRead, Read, Tx } from '../../database/sql.ts'

/** Who belongs to an organization, and as what. */

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

/** Adds a person to an organization, or takes back one who was there before; their history went on all the time. */
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

export interface Member {
  id: string
  email: string
  firstName: string
  lastName: string
  role: OrganizationRole
  accessLevel: AccessLevel
  userCategory: UserCategory
  joinedAt: Date
  lastActiveAt: Date | null
  isActive: boolean
  monthlyLimitMinutes: number | null
  /** Talked in the calendar month, the live conversation included. */
  talkedOfMonthMs: number
}

/** An organization's people by name, those without a seat, too. */
export function listMembers(read: LongRead, organizationId: number, at: Date): Promise<Member[]> {
  return read<Member>`
    select users.id, users.email, users.first_name, users.last_name, member.role, member.access_level,
      member.user_category, member.joined_at, member.last_active_at, member.is_active, member.monthly_limit_minutes,
      month.talked_ms as talked_of_month_ms
    from organization_user as member join users on users.id = member.user_id
    cross join lateral member_month(member.organization_id, member.user_id, ${at}) as month
    where member.organization_id = ${organizationId}
    order by lower(users.first_name || ' ' || users.last_name), users.id limit 1000`
}

/** Keeps the admins of a person's organizations as they are until the transaction ends. */
export async function lockFellowAdmins(tx: Tx, userId: string): Promise<void> {
  await tx`
    select 1 from organization_user
    where role = 'admin'
      and organization_id in (select organization_id from organization_user where user_id = ${userId})
    order by organization_id, user_id for update`
}

/** Whether an organization would have members and no admin if this person left (D28, D128). */
export async function isLastOrganizationAdmin(read: Read, userId: string): Promise<boolean> {
  const rows = await read`
    select from organization_user as own
    where user_id = ${userId} and role = 'admin' and is_active
      and exists (select from organization_user as member
        where member.organization_id = own.organization_id and member.user_id <> ${userId} and member.is_active)
      and not exists (select from present_admin as fellow
        where fellow.organization_id = own.organization_id and fellow.user_id <> ${userId})
    limit 1`
  return rows.length > 0
}

/** Takes a person out of every organization; what they talked there stays. */
export async function eraseMemberships(tx: Tx, userId: string): Promise<void> {
  await tx`delete from organization_user where user_id = ${userId}`
}

/** Takes the seats of somebody who was deleted, until they are restored (D143). */
export async function switchOffMemberships(tx: Tx, userId: string): Promise<void> {
  await tx`
    update organization_user set is_active = false, is_off_by_removal = true where user_id = ${userId} and is_active`
}

/** Organizations in which somebody had a seat when they were deleted. */
export async function listSwitchedOff(read: Read, userId: string): Promise<number[]> {
  const rows = await read<{ organizationId: number }>`
    select organization_id from organization_user where user_id = ${userId} and is_off_by_removal
    order by organization_id`
  return rows.map(({ organizationId }) => organizationId)
}

/** Gives a place back that a deletion had taken, with its seat or, where there is none left, without. */
export async function switchBack(tx: Tx, organizationId: number, userId: string, hasSeat: boolean): Promise<void> {
  await tx`
    update organization_user set is_active = ${hasSeat}, is_off_by_removal = false
    where organization_id = ${organizationId} and user_id = ${userId} and is_off_by_removal`
}

const hourMs = 60 * 60_000

/** Whether it is time to note again that somebody works in an organization: exact to the hour (S440). */
export function isActivityDue(lastActiveAt: Date | null, at: Date): boolean {
  return lastActiveAt === null || at.getTime() - lastActiveAt.getTime() >= hourMs
}

/** Remembers when somebody last worked in an organization (S440). */
export async function touchMember(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await tx`
    update organization_user set last_active_at = ${at}
    where organization_id = ${organizationId} and user_id = ${userId}
      and (last_active_at is null or last_active_at < ${at})`
}

/** A person's place there, also one without a seat; null when there is none. */
export async function findMember(read: Read, organizationId: number, userId: string, at: Date): Promise<Member | null> {
  const [row] = await read<Member>`
    select users.id, users.email, users.first_name, users.last_name, member.role, member.access_level,
      member.user_category, member.joined_at, member.last_active_at, member.is_active, member.monthly_limit_minutes,
      month.talked_ms as talked_of_month_ms
    from organization_user as member join users on users.id = member.user_id
    cross join lateral member_month(member.organization_id, member.user_id, ${at}) as month
    where member.organization_id = ${organizationId} and member.user_id = ${userId}`
  return row ?? null
}

/** Somebody's place by e-mail, also one without a seat. */
export async function findMemberByEmail(
  read: Read,
  organizationId: number,
  email: string,
): Promise<{ id: string; isActive: boolean } | null> {
  const [row] = await read<{ id: string; isActive: boolean }>`
    select users.id, member.is_active from organization_user as member
    join users on users.id = member.user_id
    where member.organization_id = ${organizationId} and users.email = ${email}`
  return row ?? null
}

/** Whether somebody is the only admin whom an organization has; the others stay until the transaction ends (D128). */
export async function isOnlyAdmin(tx: Tx, organizationId: number, userId: string): Promise<boolean> {
  // Whoever asks to be forgotten holds these rows, too: what they asked for is seen by the statement after the wait.
  await tx`
    select 1 from organization_user where organization_id = ${organizationId} and role = 'admin'
    order by user_id for update`
  const admins = await tx<{ userId: string }>`
    select user_id from present_admin where organization_id = ${organizationId}`
  return admins.every((admin) => admin.userId === userId)
}

export interface MemberChange {
  role?: OrganizationRole | undefined
  accessLevel?: AccessLevel | undefined
  userCategory?: UserCategory | undefined
  isActive?: boolean | undefined
  /** null: as many as the pool has; left out: as before. */
  monthlyLimitMinutes?: number | null | undefined
}

/**
 * Changes what somebody is; whoever takes an admin away asks `isOnlyAdmin` before. Another number of minutes has
 * notices of its own (D131).
 */
export async function changeMember(
  tx: Tx,
  organizationId: number,
  userId: string,
  change: MemberChange,
): Promise<void> {
  await tx`
    update organization_user set role = coalesce(${change.role}, role),
      access_level = coalesce(${change.accessLevel}, access_level),
      user_category = coalesce(${change.userCategory}, user_category),
      is_active = coalesce(${change.isActive}::boolean, is_active),
      is_off_by_removal = is_off_by_removal and ${change.isActive}::boolean is null
    where organization_id = ${organizationId} and user_id = ${userId}`
  if (change.monthlyLimitMinutes === undefined) return
  await tx`
    update organization_user set monthly_limit_minutes = ${change.monthlyLimitMinutes}, limit_notice_month = null,
      limit_notice_percent = null
    where organization_id = ${organizationId} and user_id = ${userId}
      and monthly_limit_minutes is distinct from ${change.monthlyLimitMinutes}::integer`
}

/** Takes somebody out of an organization; what they talked stays in its books (D128). */
export async function removeMember(tx: Tx, organizationId: number, userId: string): Promise<void> {
  await tx`delete from organization_user where organization_id = ${organizationId} and user_id = ${userId}`
}

/** The addresses of the admins whom an organization has, for mails. */
export async function listAdminEmails(read: Read, organizationId: number): Promise<string[]> {
  const rows = await read<{ email: string }>`
    select users.email from present_admin join users on users.id = present_admin.user_id
    where present_admin.organization_id = ${organizationId} order by users.email limit 1000`
  return rows.map(({ email }) => email)
}

export interface LimitNotice {
  email: string
  personName: string
  organizationName: string
  /** Marks that were passed and not told of yet, the lowest first. */
  percents: (80 | 100)[]
  limitMinutes: number
  chargedMs: number
}

/**
 * Notes which marks of the month's minutes, 80 and 100 %, somebody has passed; null when there is nothing to tell, or
 * it was told in this month (D131).
 */
export async function noteLimitNotice(
  tx: Tx,
  organizationId: number,
  userId: string,
  at: Date,
): Promise<LimitNotice | null> {
  const [row] = await tx<Omit<LimitNotice, 'percents'> & { percent: number; toldPercent: number }>`
    update organization_user as member set limit_notice_month = due.month, limit_notice_percent = due.percent
    from (
      select date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date as month, charged_ms,
        case when charged_ms >= monthly_limit_minutes * 60000::bigint then 100 else 80 end as percent
      from organization_user
      cross join lateral member_month(organization_id, user_id, ${at})
      where organization_id = ${organizationId} and user_id = ${userId} and charged_ms > 0
        and charged_ms * 100 >= monthly_limit_minutes * 60000::bigint * 80) as due, users, organization
    where member.organization_id = ${organizationId} and member.user_id = ${userId} and member.is_active
      and (member.limit_notice_month is distinct from due.month or member.limit_notice_percent < due.percent)
      and users.id = member.user_id and organization.id = member.organization_id
    returning users.email, trim(users.first_name || ' ' || users.last_name) as person_name,
      organization.name as organization_name, due.percent, member.monthly_limit_minutes as limit_minutes, due.charged_ms,
      case when old.limit_notice_month = due.month then old.limit_notice_percent else 0 end as told_percent`
  if (!row) return null
  const { percent, toldPercent, ...notice } = row
  const percents = ([80, 100] as const).filter((mark) => mark > toldPercent && mark <= percent)
  return { ...notice, percents }
}
