import type { Tx } from '../../database/sql.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { refuse } from '../../kernel/problem.ts'
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

/**
 * Changes a member; null for an unknown one. The last active admin can be neither demoted nor switched off (D128).
 * Refuses when somebody else has changed the same since the values in `before` (D187).
 */
export async function changeMembership(
  tx: Tx,
  organizationId: number,
  userId: string,
  { before: began, ...change }: MemberChange & { before?: Record<string, unknown> | undefined },
  at: Date,
): Promise<Member | null> {
  await lockOrganization(tx, organizationId)
  const before = await findMember(tx, organizationId, userId, at)
  if (!before) return null
  refuseChanged(began, before, change)
  const staysAdmin = (change.role ?? before.role) === 'admin' && (change.isActive ?? before.isActive)
  if (!staysAdmin && !(await mayLoseAdmins(tx, organizationId, [before]))) refuse('last_admin')
  if (change.isActive === true && !before.isActive && !(await hasSeat(tx, organizationId, at))) refuse('seats_full')
  await changeMembers(tx, organizationId, [userId], change)
  return findMember(tx, organizationId, userId, at)
}

/**
 * Changes several members alike: all, or none if one is unknown or no active admin would stay (D128). Returns their ids.
 */
export async function changeMembershipsTogether(
  tx: Tx,
  organizationId: number,
  userIds: readonly string[],
  change: Pick<MemberChange, 'role' | 'accessLevel' | 'monthlyLimitMinutes'>,
): Promise<string[]> {
  await lockOrganization(tx, organizationId)
  const ids = [...new Set(userIds)]
  const before = await findMembers(tx, organizationId, ids)
  if (before.length < ids.length) refuse('member_not_found')
  const staysAdmin = (change.role ?? 'admin') === 'admin'
  if (!staysAdmin && !(await mayLoseAdmins(tx, organizationId, before))) refuse('last_admin')
  await changeMembers(tx, organizationId, ids, change)
  return ids
}

/** Makes a person an admin of an organization, with a seat if they had none there (D145). */
export async function promote(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await lockOrganization(tx, organizationId)
  const before = await findMember(tx, organizationId, userId, at)
  if (before?.isActive) {
    await changeMembers(tx, organizationId, [userId], { role: 'admin' })
    return
  }
  if (!(await hasSeat(tx, organizationId, at))) refuse('seats_full')
  await addAdmin(tx, organizationId, userId, at)
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
export async function removeMembership(tx: Tx, organizationId: number, userId: string, at: Date): Promise<void> {
  await lockOrganization(tx, organizationId)
  const member = (await findMember(tx, organizationId, userId, at)) ?? refuse('member_not_found')
  if (!(await mayLoseAdmins(tx, organizationId, [member]))) refuse('last_admin')
  await removeMember(tx, organizationId, userId)
}
