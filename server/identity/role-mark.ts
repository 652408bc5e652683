import type { Read } from '../database/sql.ts'
import { type Membership } from './memberships.ts'
import { chooseContext, listContexts } from './contexts.ts'
import { findPerson, type Person } from './users.ts'

/**
 * Returns a person's rights as one line: the platform's role, the organization they work in, and the role there (D15).
 */
export function roleMarkOf(person: Person, membership: Membership | null): string {
  const role = person.staffRole && person.staffRole !== 'owner' ? `${person.role}:${person.staffRole}` : person.role
  return `${role} ${membership?.organizationId ?? 0} ${membership?.role ?? 'none'}`
}

/** Returns whether two marks differ in the role rather than in the context. */
export function isRoleChange(before: string, now: string): boolean {
  const [role, organization, membership] = before.split(' ')
  const [roleNow, organizationNow, membershipNow] = now.split(' ')
  return role !== roleNow || (organization === organizationNow && membership !== membershipNow)
}

/** Returns the mark of a person who has just signed in. */
export async function findRoleMark(read: Read, userId: string, at: Date): Promise<string | null> {
  const person = await findPerson(read, userId)
  const contexts = await listContexts(read, userId, undefined, at)
  return person && roleMarkOf(person, chooseContext(person, contexts, undefined, at))
}
