import type { Read } from '../database/sql.ts'
import { hasOrganizationAccess, hasOwnAccess, isPresent } from './access.ts'
import { findMembership } from './memberships.ts'
import { findPerson } from './users.ts'

/** The person affected by charges of an account while that person is absent. */
export interface AccountOwner {
  /** The person in whose name its payments are made: the owner, or the organization's leading admin. */
  userId: string
  /** Whether its minutes can be used at all. */
  hasAccess: boolean
}

/** Returns the owner of an account; null when it has none, or when the organization has no active admin. */
export async function findAccountOwner(read: Read, accountId: string, at: Date): Promise<AccountOwner | null> {
  const [contact] = await read<{ userId: string | null; organizationId: number | null }>`
    select user_id, organization_id from account_contact where account_id = ${accountId}`
  const person = contact?.userId ? await findPerson(read, contact.userId) : null
  if (!contact || !person) return null
  const { id: userId } = person
  if (contact.organizationId === null) return { userId, hasAccess: isPresent(person) && hasOwnAccess(person, at) }
  const organization = await findMembership(read, userId, contact.organizationId, false)
  return { userId, hasAccess: organization !== null && hasOrganizationAccess(organization, at) }
}

/** An organization's pool as a payer. */
export interface Pool {
  accountId: string
  /** The organization's name. */
  name: string
}

/** The people who are notified about the payments of an account. */
export interface Payers {
  /** The person, or every admin of the organization. */
  emails: string[]
  /** The organization whose pool it is; null for a person's account. */
  organizationName: string | null
  organizationId: number | null
}

export async function findPayers(read: Read, accountId: string): Promise<Payers> {
  const rows = await read<{ email: string }>`
    select users.email from account_payer join users on users.id = account_payer.user_id
    where account_payer.account_id = ${accountId} order by users.email`
  const [pool] = await read<{ id: number; name: string }>`
    select organization.id, organization.name from account join organization on organization.id = account.organization_id
    where account.id = ${accountId}`
  return {
    emails: rows.map(({ email }) => email),
    organizationName: pool?.name ?? null,
    organizationId: pool?.id ?? null,
  }
}
