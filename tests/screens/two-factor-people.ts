import { codeOf } from '../app-codes.ts'
import { callAs, password, type Person, sql } from './people.ts'

export interface ProtectedPerson extends Person {
  secret: string
  recoveryCodes: string[]
}

/** Turns two-factor sign-in on for somebody; the code used for it counts as long past. */
export async function protect(person: Person): Promise<ProtectedPerson> {
  const { secret } = await callAs<{ secret: string }>(person, '/api/account/two-factor', { currentPassword: password })
  const { recoveryCodes } = await callAs<{ recoveryCodes: string[] }>(person, '/api/account/two-factor/confirm', {
    code: codeOf(secret),
  })
  await forgetUsedCodes(person)
  return { ...person, secret, recoveryCodes }
}

/** As if the codes used so far were long past. */
export async function forgetUsedCodes({ id }: Person): Promise<void> {
  await sql('update two_factor set last_step = last_step - 100 where user_id = $1', [id])
}
