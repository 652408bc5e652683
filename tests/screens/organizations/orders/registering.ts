import { sql } from '../../people.ts'

interface RegistrationRow {
  [column: string]: unknown
}

/** Returns registrations of this contact, oldest first. */
export async function registrationsOf(email: string): Promise<RegistrationRow[]> {
  return sql<RegistrationRow>('select * from business_registration where contact_email = $1 order by created_at', [
    email,
  ])
}
