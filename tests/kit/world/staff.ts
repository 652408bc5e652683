import { setUserRole } from '#contract/admin/users.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { registered, type TestPerson } from './people.ts'
import type { World } from './world.ts'

/** Returns a person whom an owner has hired for a staff role. */
export async function hired(world: World, owner: TestPerson, staffRole: StaffRole): Promise<TestPerson> {
  const person = await registered(world)
  await owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}
