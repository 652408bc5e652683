import type { Read } from '../database/sql.ts'
import { type Membership } from './memberships.ts'
import { chooseContext, listContexts } from './contexts.ts'
import { findPerson, type Person } from './users.ts'

/** What somebody may, as one line: the platform's role, the organization that they work in, and the role there (D15). */
export function roleMarkOf(person: Person, membership: Membership | null): string {
  return `${person.role} ${membership?.organizationId ?? 0} ${membership?.role ?? 'none'}`
}

/** Whether two marks tell of another role, as opposed to another place to work in. */
export function isRoleChange(before: string, now: string): boolean {
  const [role, organization, place] = before.split(' ')
  const [roleNow, organizationNow, placeNow] = now.split(' ')
  return role !== roleNow || (organization === organizationNow && place !== placeNow)
}

/** The same for somebody who has just signed in. */
export async function findRoleMark(read: Read, userId: string, at: Date): Promise<string | null> {
  const person = await findPerson(read, userId)
  const contexts = await listContexts(read, userId, undefined, at)
  return person && roleMarkOf(person, chooseContext(person, contexts, undefined, at))
}
