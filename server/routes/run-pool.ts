import type { Read } from '../database/sql.ts'
import { findMembership, type Membership } from '../domain/memberships.ts'
import type { Person } from '../domain/users.ts'

/**
 * The pool that a body names by its organization; undefined when it names none, null when whoever asks does not run it
 * (D50).
 */
export async function findRunPool(
  read: Read,
  person: Person,
  { organizationId }: { organizationId?: number | undefined },
): Promise<Membership | null | undefined> {
  if (organizationId === undefined) return undefined
  const place = await findMembership(read, person.id, organizationId, person.role === 'admin')
  return place?.role === 'admin' ? place : null
}
