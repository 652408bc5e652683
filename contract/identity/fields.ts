import * as z from 'zod/mini'
import { singleLine } from '../single-line.ts'

/** What people type about themselves. Apart from `people.ts`, which every page loads. */

/** A lower-case email address of at most 254 characters with a dot in its domain (D12). */
export const emailField = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(254, { error: 'Valid email is required', abort: true }),
    z.email({ error: 'Valid email is required' }),
  )

/** 8 to 128 characters everywhere (D11); the server refuses common passwords. */
export const newPasswordField = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(8, { error: 'Password must be at least 8 characters long' }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

/** The current password, required again before a change that affects the security of the account. */
export const currentPasswordField = z
  .string({ error: 'Your current password is required' })
  .check(
    z.minLength(1, { error: 'Your current password is required' }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

function nameField(message: string) {
  return z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, { error: message }),
      z.maxLength(100, { error: 'Please use at most 100 characters' }),
      singleLine,
    )
}
export const firstNameField = nameField('First name is required')
export const lastNameField = nameField('Last name is required')
