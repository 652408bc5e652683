import type { StaffRole } from '#contract/identity/people.ts'
import { organizationRoles } from '#contract/organizations/ranks.ts'
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

type RightsOf = Pick<Person, 'role' | 'staffRole'>

/** Returns a person with the rights of a mark, as far as they still have them (D194). */
export function withRightsBefore<P extends RightsOf>(person: P, mark: string): P {
  const [platform = ''] = mark.split(' ')
  const [role, staffRole = 'owner'] = platform.split(':')
  const before = role === 'admin' ? (staffRole as StaffRole) : null
  if (person.staffRole === before || before === 'owner') return person
  if (person.staffRole === 'owner' && before) return { ...person, staffRole: before }
  return { ...person, role: person.role === 'admin' ? 'user' : person.role, staffRole: null }
}

/** Returns a membership with the role of a mark of its organization, as far as it is lower than the present one. */
export function withRoleBefore<M extends Membership | null>(membership: M, mark: string): M {
  const [, organization, role] = mark.split(' ')
  if (!membership || organization !== String(membership.organizationId)) return membership
  const before = organizationRoles.findIndex((each) => each === role)
  if (before < 0 || before >= organizationRoles.indexOf(membership.role)) return membership
  // The rank of an admin or a member would open agents that the lower role does not see.
  const rank = Math.min(membership.rank, role === 'guest' ? 1 : 3)
  return { ...membership, role: organizationRoles[before], rank }
}

/** Returns the mark of a person who has just signed in. */
export async function findRoleMark(read: Read, userId: string, at: Date): Promise<string | null> {
  const person = await findPerson(read, userId)
  const contexts = await listContexts(read, userId, undefined, at)
  return person && roleMarkOf(person, chooseContext(person, contexts, undefined, at))
}
