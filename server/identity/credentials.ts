import type { Read } from '../database/sql.ts'

/** What judging a sign-in needs. */
export interface Credentials {
  id: string
  email: string
  firstName: string
  passwordHash: string | null
  isActive: boolean
  deletionRequestedAt: Date | null
}

/** Returns what judging a sign-in needs. E-mails are stored in lower case and compare regardless of case (D12). */
export async function findCredentials(read: Read, email: string): Promise<Credentials | null> {
  const [row] = await read<Credentials>`
    select id, email, first_name, password_hash, is_active, deletion_requested_at from users where lower(email) = ${email}`
  return row ?? null
}
