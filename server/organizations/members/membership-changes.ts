import type { Tx } from '../../database/sql.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { readSeats } from './invitations.ts'
import {
  changeMembers,
  findMember,
  findMembers,
  listSwitchedOff,
  type Member,
  type MemberChange,
  removeMember,
  switchBack,
} from './members.ts'
import { addAdmin, lockOrganization } from '../organizations.ts'
import { countFreeSeats, mayLoseAdmins } from '../policies.ts'

/** Changes of an organization's members, under its lock: the last admin stays, and no seat is given twice. */

export type ChangedMember = { state: 'changed'; member: Member } | { state: 'unknown' | 'last_admin' | 'seats_full' }

/**
 * Changes a member. The last active admin can be neither demoted nor switched off (D128).
 *
 * @param change with `before`, the values of the sent fields when the form was opened (D187)
 * Refuses when somebody else changed the same since (D187).
 */
export async function changeMembership(
  tx: Tx,
  organizationId: number,
  userId: string,
  { before: began, ...change }: MemberChange & { before?: Record<string, unknown> | undefined },
  at: Date,
): Promise<ChangedMember> {
  await lockOrganization(tx, organizationId)
  const before = await findMember(tx, organizationId, userId, at)
  if (!before) return { state: 'unknown' }
  refuseChanged(began, before, change)
  const staysAdmin = (change.role ?? before.role) === 'admin' && (change.isActive ?? before.isActive)
  if (!staysAdmin && !(await mayLoseAdmins(tx, organizationId, [before]))) return { state: 'last_admin' }
  if (change.isActive === true && !before.isActive) {
    if (!(await hasSeat(tx, organizationId, at))) return { state: 'seats_full' }
  }
  await changeMembers(tx, organizationId, [userId], change)
  const member = await findMember(tx, organizationId, userId, at)
  return member ? { state: 'changed', member } : { state: 'unknown' }
}

export type ChangedTogether = { state: 'changed'; ids: string[] } | { state: 'unknown' | 'last_admin' }

/** Changes several members alike: all, or none if one is unknown or no active admin would stay (D128). */
export async function changeMembershipsTogether(
  tx: Tx,
  organizationId: number,
  userIds: readonly string[],
  change: Pick<MemberChange, 'role' | 'accessLevel' | 'monthlyLimitMinutes'>,
): Promise<ChangedTogether> {
  await lockOrganization(tx, organizationId)
  const ids = [...new Set(userIds)]
  const before = await findMembers(tx, organizationId, ids)
  if (before.length < ids.length) return { state: 'unknown' }
  const staysAdmin = (change.role ?? 'admin') === 'admin'
  if (!staysAdmin && !(await mayLoseAdmins(tx, organizationId, before))) return { state: 'last_admin' }
  await changeMembers(tx, organizationId, ids, change)
  return { state: 'changed', ids }
}

/** Makes a person an admin of an organization, with a seat if they had none there (D145). */
export async function promote(
  tx: Tx,
  organizationId: number,
  userId: string,
  at: Date,
): Promise<'promoted' | 'seats_full'> {
  await lockOrganization(tx, organizationId)
  const before = await findMember(tx, organizationId, userId, at)
  if (before?.isActive) {
    await changeMembers(tx, organizationId, [userId], { role: 'admin' })
    return 'promoted'
  }
  if (!(await hasSeat(tx, organizationId, at))) return 'seats_full'
  await addAdmin(tx, organizationId, userId, at)
  return 'promoted'
}

/** Restores the memberships that a person's deletion had switched off, as far as there are seats (D143). */
export async function restoreMemberships(tx: Tx, userId: string, at: Date): Promise<number[]> {
  const restored: number[] = []
  for (const organizationId of await listSwitchedOff(tx, userId)) {
    await lockOrganization(tx, organizationId)
    const isFree = await hasSeat(tx, organizationId, at)
    await switchBack(tx, organizationId, userId, isFree)
    if (isFree) restored.push(organizationId)
  }
  return restored
}

async function hasSeat(tx: Tx, organizationId: number, at: Date): Promise<boolean> {
  return countFreeSeats(await readSeats(tx, organizationId, at)) > 0
}

/** Takes a member out of the organization, unless it is the last active admin (D128). */
export async function removeMembership(
  tx: Tx,
  organizationId: number,
  userId: string,
  at: Date,
): Promise<'removed' | 'unknown' | 'last_admin'> {
  await lockOrganization(tx, organizationId)
  const member = await findMember(tx, organizationId, userId, at)
  if (!member) return 'unknown'
  if (!(await mayLoseAdmins(tx, organizationId, [member]))) return 'last_admin'
  await removeMember(tx, organizationId, userId)
  return 'removed'
}
