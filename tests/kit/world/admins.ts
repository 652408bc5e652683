import * as adminActs from '#contract/audit/acts.ts'
import { setUserRole } from '#contract/admin/users.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { registered, type TestPerson } from './people.ts'
import type { World } from './world.ts'

export async function promoteToAdmin(world: World, person: TestPerson): Promise<TestPerson> {
  await world.sql("update users set role = 'admin' where id = $1", [person.id])
  // As if they had signed in as one, because a new session id (D15) matters only in tests about it.
  await world.sql('update session set role_mark = null where user_id = $1', [person.id])
  person.client.mayReadPrompts = true
  return person
}

export async function platformAdmin(world: World): Promise<TestPerson> {
  return promoteToAdmin(world, await registered(world))
}

export async function staffMember(world: World, staffRole: StaffRole): Promise<TestPerson> {
  const person = await platformAdmin(world)
  if (staffRole !== 'owner')
    await world.sql("update users set role = 'user', staff_role = $2 where id = $1", [person.id, staffRole])
  return person
}

/** Leaves the given people as the only platform admins. */
export async function onlyAdmins(world: World, ...admins: TestPerson[]): Promise<void> {
  await world.sql(
    "update users set role = 'user', staff_role = null where role_of(users) = 'admin' and id <> all($1::uuid[])",
    [admins.map(({ id }) => id)],
  )
}

export function actsOn(admin: TestPerson, targetKind: adminActs.ActTarget, targetId: string | number) {
  return admin.client.call(adminActs.adminActs, { query: { targetKind, targetId: String(targetId) } })
}

export async function hired(world: World, owner: TestPerson, staffRole: StaffRole): Promise<TestPerson> {
  const person = await registered(world)
  await owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}
