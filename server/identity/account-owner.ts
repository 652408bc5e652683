import type { Read } from '../database/sql.ts'
import { hasOrganizationAccess, hasOwnAccess, isPresent } from './access.ts'
import { findMembership } from './memberships.ts'
import { findPerson } from './users.ts'

/** Whom charges of an account concern when nobody is there to ask. */
export interface AccountOwner {
  /** In whose name its payments are made: the person, or the organization's leading admin. */
  userId: string
  /** Whether its minutes can be talked at all. */
  hasAccess: boolean
}

/** The owner of an account; null when it has none, or the organization no active admin. */
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

/** An organization's pool as what pays. */
export interface Pool {
  accountId: string
  /** Of the organization. */
  name: string
}

/** Who is told about the payments of an account. */
export interface Payers {
  /** The person, or every admin of the organization. */
  emails: string[]
  /** Whose pool it is; null for a person's account. */
  organizationName: string | null
}

export async function findPayers(read: Read, accountId: string): Promise<Payers> {
  const rows = await read<{ email: string }>`
    select users.email from account_payer join users on users.id = account_payer.user_id
    where account_payer.account_id = ${accountId} order by users.email`
  const [pool] = await read<{ name: string }>`
    select organization.name from account join organization on organization.id = account.organization_id
    where account.id = ${accountId}`
  return { emails: rows.map(({ email }) => email), organizationName: pool?.name ?? null }
}
