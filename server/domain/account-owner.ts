import type { Read } from '../database/sql.ts'
import { hasOrganizationAccess, hasOwnAccess, isPresent } from './access.ts'
import { findMembership } from './memberships.ts'
import { findPerson } from './users.ts'

/** Whom charges of an account concern when nobody is there to ask. */
export interface AccountOwner {
  /** In whose name its payments are made: the person, or the organization's leading admin. */
  userId: string
  /** Who is told about them. */
  email: string
  /** Whether its minutes can be talked at all. */
  hasAccess: boolean
}

/** The owner of an account; null when it has none, or the organization no active admin. */
export async function findAccountOwner(read: Read, accountId: string, at: Date): Promise<AccountOwner | null> {
  const [contact] = await read<{ userId: string | null; organizationId: number | null }>`
    select user_id, organization_id from account_contact where account_id = ${accountId}`
  const person = contact?.userId ? await findPerson(read, contact.userId) : null
  if (!contact || !person) return null
  const { id: userId, email } = person
  if (contact.organizationId === null)
    return { userId, email, hasAccess: isPresent(person) && hasOwnAccess(person, at) }
  const organization = await findMembership(read, userId, contact.organizationId, false)
  return { userId, email, hasAccess: organization !== null && hasOrganizationAccess(organization, at) }
}
