import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { type StaffRole } from '#contract/identity/people.ts'
import type { Read, Tx } from '../database/sql.ts'

/** The platform's admins, of whom one owner must always remain (D144). */

/** Returns whether the platform would be without an owner if this person left. */
export async function isLastOwner(read: Read, userId: string): Promise<boolean> {
  const admins = await read<{ id: string }>`
    select id from users
    where staff_role_of(users) = 'owner' and is_active and deletion_requested_at is null
    limit 2`
  return admins.length === 1 && admins[0]?.id === userId
}

/** Locks the platform's admins until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx`select 1 from users where staff_role_of(users) is not null order by id for no key update`
}

/** Locks one person until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx`select 1 from users where id = ${userId} for no key update`
}

/** Returns the staff role that a person has now; null for everybody who is not of the staff. */
export async function findStaffRole(read: Read, userId: string): Promise<StaffRole | null> {
  const [user] = await read<{ staffRole: StaffRole }>`
    select staff_role_of(users) as staff_role from users
    where id = ${userId} and staff_role_of(users) is not null and is_active and deletion_requested_at is null`
  return user?.staffRole ?? null
}

/** Returns whether a person still has a duty, since another admin may have ended that after the request was admitted. */
export async function stillHasDuty(read: Read, userId: string, duty: Duty): Promise<boolean> {
  return includesDuty(await findStaffRole(read, userId), duty)
}
