import type { Read } from '../database/sql.ts'
import { hasAccess } from './access.ts'
import { findPerson } from './users.ts'

/** Whom charges of an account concern when nobody is there to ask. */
export interface AccountOwner {
  /** In whose name its payments are made. */
  userId: string
  /** Who is told about them. */
  email: string
  /** Whether its minutes can be talked at all. */
  hasAccess: boolean
}

/** The owner of an account; null when it has none. */
export async function findAccountOwner(read: Read, accountId: string, at: Date): Promise<AccountOwner | null> {
  const [account] = await read<{ userId: string | null }>`select user_id from account where id = ${accountId}`
  const person = account?.userId ? await findPerson(read, account.userId) : null
  if (!person) return null
  return { userId: person.id, email: person.email, hasAccess: person.isActive && hasAccess(person, at) }
}
