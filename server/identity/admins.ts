import { type Duty, includesDuty, staffWith } from '#contract/identity/staff.ts'
import { type StaffRole } from '#contract/identity/people.ts'
import { firstValue, allValues, first, type Read, type Tx } from '../database/sql.ts'

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
export function findStaffRole(read: Read, userId: string): Promise<StaffRole | null> {
  return firstValue(read<{ staffRole: StaffRole }>`
    select staff_role_of(users) as staff_role from users
    where id = ${userId} and staff_role_of(users) is not null and is_active and deletion_requested_at is null`)
}

/** A change of role that gave a person a duty. */
interface GivenDuty {
  by: string
  at: Date
}

/** Returns how a person got a duty, by the record of acts; null when nobody of the staff gave it, but the operator. */
function findGiving(read: Read, userId: string, duty: Duty): Promise<GivenDuty | null> {
  return first(read<GivenDuty>`
    select admin_id as by, at from admin_act
    where action = 'user.role' and target_kind = 'user' and target_id = ${userId}
      and after ->> 'staffRole' = any(${staffWith(duty)})
      and coalesce(before ->> 'staffRole', '') <> all(${staffWith(duty)})
    order by at desc, id desc limit 1`)
}

/** Returns everybody from whom a person's duty came: its giver, the giver's giver, and so on. */
export async function listGivers(read: Read, userId: string, duty: Duty): Promise<GivenDuty[]> {
  const givers: GivenDuty[] = []
  for (let given = await findGiving(read, userId, duty); given; given = await findGiving(read, given.by, duty)) {
    if (givers.some(({ by }) => by === given?.by)) break
    givers.push(given)
  }
  return givers
}

/** Returns the addresses of all owners. */
export function listOwnerAddresses(read: Read): Promise<string[]> {
  return allValues(read<{ email: string }>`
    select email from users
    where staff_role_of(users) = 'owner' and is_active and deletion_requested_at is null order by id`)
}

/** Returns whether a person still has a duty, since another admin may have ended that after the request was admitted. */
export async function stillHasDuty(read: Read, userId: string, duty: Duty): Promise<boolean> {
  return includesDuty(await findStaffRole(read, userId), duty)
}
