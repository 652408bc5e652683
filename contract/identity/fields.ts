import * as z from 'zod/mini'
import { field } from '../field-words.ts'
import { requiredLine } from '../required-text.ts'
import { adviseInvisible, normalizeAddress } from './typed-address.ts'
import { normalizePassword } from './typed-text.ts'

/** What people type about themselves. Apart from `people.ts`, which every page loads. */

/** One @, and a domain with a dot, whose labels may be in the ASCII form of other letters (D12, D200). */
const address =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/

/** Returns a schema for an email address in the form in which it is stored, with at most 254 characters (D12, D200). */
export function addressField(invalid: string, missing = invalid) {
  return optionalAddressField(invalid, missing).check(z.minLength(1, { error: missing }))
}

/** Returns the same schema for an address that may be empty. */
export function optionalAddressField(invalid: string, missing = invalid) {
  return z.string({ error: missing }).check(
    z.overwrite(normalizeAddress),
    z.refine((text) => text === '' || (text.length <= 254 && address.test(text)), {
      error: ({ input }) => adviseInvisible(String(input)) ?? invalid,
    }),
  )
}

export const emailField = field(addressField('Valid email is required', 'Email is required'), {
  label: 'Email',
  kind: 'email',
  autoComplete: 'email',
})

const tooLong = 'Password must be at most 128 characters long'

/** 8 to 128 characters everywhere (D11), in the form that is hashed; the server refuses common passwords. */
export const newPasswordField = z
  .string({ error: 'Password is required' })
  .check(
    z.overwrite(normalizePassword),
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(8, { error: 'Password must be at least 8 characters long' }),
    z.maxLength(128, { error: tooLong }),
  )

/** Returns a schema for a password to check: as typed, because older hashes were made from that (D200). */
export function passwordField(missing: string) {
  return z.string({ error: missing }).check(
    z.minLength(1, { error: missing, abort: true }),
    z.refine((password) => normalizePassword(password).length <= 128, { error: tooLong }),
  )
}

/** The current password, required again before a change that affects the security of the account. */
export const currentPasswordField = field(passwordField('Your current password is required'), {
  label: 'Current password',
  kind: 'password',
})

export const firstNameField = field(requiredLine('First name', 100), {
  label: 'First name',
  autoComplete: 'given-name',
})
export const lastNameField = field(requiredLine('Last name', 100), {
  label: 'Last name',
  autoComplete: 'family-name',
})
