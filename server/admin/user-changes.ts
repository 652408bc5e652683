import type { Role, StaffRole } from '#contract/identity/people.ts'
import { type Duty, duties, includesDuty } from '#contract/identity/staff.ts'
import type { Tx } from '../database/sql.ts'
import { refusals, refuse } from '../kernel/problem.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { type AdminUserRow, findPool, findUser } from './users.ts'
import { isLastOwner, listOwnerAddresses, lockAdmins, lockUser, stillHasDuty } from '../identity/admins.ts'
import { changeMembership, promote, restoreMemberships } from '../organizations/members/membership-changes.ts'
import { findPerson, restoreUser, setActive, setRole } from '../identity/users.ts'
import { accountRestoredMail } from '../messages/mails/profile.ts'
import { type GivenRole, staffRoleMail } from '../messages/mails/staff.ts'
import { type MailServices, queueMail } from '../identity/queue-mail.ts'

/** What admins change about people. Each change is recorded in the same transaction (D143-D145, D153). */

/**
 * Returns the person to change, locked together with all admins, so that of two admins who change each other the second
 * sees what the first did. People cannot change themselves, only owners change staff, and one owner always stays
 * (D144).
 */
export async function lockForChange(
  tx: Tx,
  by: Acting,
  userId: string,
  { duty, endsOwner }: { duty: Duty; endsOwner: (user: AdminUserRow) => boolean },
): Promise<AdminUserRow> {
  await lockAdmins(tx)
  await lockUser(tx, userId)
  const user = await findUser(tx, userId, by.at)
  const wouldEndOwners = user !== null && endsOwner(user) && (await isLastOwner(tx, userId))
  if (!(await stillHasDuty(tx, by.adminId, duty))) {
    if (wouldEndOwners) refuse('last_admin')
    throw refusals.forbidden()
  }
  if (!user || user.removedAt) refuse('user_not_found')
  if (userId === by.adminId) refuse('self_change')
  if (user.role === 'admin' && !(await stillHasDuty(tx, by.adminId, 'roles.change'))) throw refusals.forbidden()
  if (wouldEndOwners) refuse('last_admin')
  return user
}

/** Activates a person, or deactivates them and ends what they are signed in to. */
export async function changeStatus(
  tx: Tx,
  by: Acting,
  userId: string,
  { isActive, endSessions }: { isActive: boolean; endSessions: (tx: Tx, userId: string) => Promise<void> },
): Promise<void> {
  const user = await lockForChange(tx, by, userId, { duty: 'people.change', endsOwner: () => !isActive })
  await setActive(tx, userId, isActive, by.at)
  if (!isActive) await endSessions(tx, userId)
  const [before, after] = [{ isActive: user.isActive }, { isActive }]
  await recordAct(tx, by, { action: 'user.status', target: { kind: 'user', id: userId }, before, after })
}

/** Signs a person out in every browser, also where a sign-in waits for its code. Only owners sign staff out. */
export async function signOutEverywhere(
  tx: Tx,
  by: Acting,
  userId: string,
  endSignIns: (tx: Tx, userId: string) => Promise<void>,
): Promise<void> {
  await lockForChange(tx, by, userId, { duty: 'people.change', endsOwner: () => false })
  await endSignIns(tx, userId)
  await recordAct(tx, by, { action: 'user.signOut', target: { kind: 'user', id: userId } })
}

export interface RoleInput {
  role: Role
  /** For admins: what they were if not given, and newcomers are owners. */
  staffRole?: StaffRole | undefined
  organizationId?: number | undefined
}

/**
 * Changes a person's role, and with it their membership (D145): organization_admin makes them an admin of the named
 * organization, or of their only one; user reverts that.
 */
export async function changeRole(
  tx: Tx,
  by: Acting,
  userId: string,
  input: RoleInput,
  services: MailServices,
): Promise<void> {
  const { role } = input
  const staffRoleOf = (user: AdminUserRow) => (role === 'admin' ? (input.staffRole ?? user.staffRole ?? 'owner') : null)
  const endsOwner = (user: AdminUserRow) => staffRoleOf(user) !== 'owner'
  const user = await lockForChange(tx, by, userId, { duty: 'roles.change', endsOwner })
  const staffRole = staffRoleOf(user)
  const moved = await moveMemberships(tx, user, input, by.at)
  await setRole(tx, userId, { role, staffRole }, by.at)
  const memberships = moved.length > 0 ? { organizations: moved } : {}
  const [before, after] = [describeRole(user), { ...describeRole({ role, staffRole }), ...memberships }]
  await recordAct(tx, by, { action: 'user.role', target: { kind: 'user', id: userId }, before, after })
  if (staffRole && isRaised(user.staffRole, staffRole)) {
    const giver = await findPerson(tx, by.adminId)
    await notifyOwners(tx, services, { email: user.email, staffRole, by: giver?.email ?? by.adminId })
  }
}

/** Returns whether a staff role has a duty that the one before lacks. */
function isRaised(before: StaffRole | null, staffRole: StaffRole): boolean {
  return (Object.keys(duties) as Duty[]).some((duty) => includesDuty(staffRole, duty) && !includesDuty(before, duty))
}

/** Makes every new or raised staff role known to all owners (D192). */
export async function notifyOwners(tx: Tx, services: MailServices, given: GivenRole): Promise<void> {
  for (const to of await listOwnerAddresses(tx))
    await queueMail(tx, services, staffRoleMail(to, given, services.siteUrl()))
}

function describeRole({ role, staffRole }: Pick<AdminUserRow, 'role' | 'staffRole'>) {
  return staffRole ? { role, staffRole } : { role }
}

/** Returns the organizations in which the membership changed with the role. */
async function moveMemberships(
  tx: Tx,
  user: AdminUserRow,
  { role, organizationId }: RoleInput,
  at: Date,
): Promise<number[]> {
  const { organizations: memberships } = user
  if (role === 'organization_admin') {
    if (organizationId === undefined && memberships.length > 1) refuse('organization_required')
    const target = organizationId ?? memberships[0]?.id
    if (target === undefined) return []
    if (!(await findPool(tx, target))) refuse('organization_not_found')
    await promote(tx, target, user.id, at)
    return [target]
  }
  if (role !== 'user' || user.role !== 'organization_admin') return []
  const ended = memberships.filter(
    ({ id, role: held }) => held === 'admin' && (organizationId === undefined || id === organizationId),
  )
  for (const { id } of ended.toSorted((a, b) => a.id - b.id)) {
    await changeMembership(tx, id, user.id, { role: 'member' }, at)
  }
  return ended.map(({ id }) => id)
}

/** Restores a deleted person, as long as that is possible, and notifies them (D143). */
export async function restorePerson(tx: Tx, services: MailServices, by: Acting, userId: string): Promise<AdminUserRow> {
  await lockUser(tx, userId)
  if (!(await restoreUser(tx, userId, by.at))) refuse('user_not_found')
  const organizations = await restoreMemberships(tx, userId, by.at)
  const user = (await findUser(tx, userId, by.at)) ?? refuse('user_not_found')
  const after = { isDeleted: false, isActive: user.isActive, organizations }
  await queueMail(tx, services, accountRestoredMail(user.email, services.siteUrl()))
  await recordAct(tx, by, {
    action: 'user.restore',
    target: { kind: 'user', id: userId },
    before: { isDeleted: true },
    after,
  })
  return user
}
