import * as z from 'zod/mini'
import type { PasswordRule } from '#web/kit/fields/password-field.tsx'

/** The rules of a new password, ticked off while typing (D11); the server refuses passwords that are too common. */
export const passwordRules: readonly PasswordRule[] = [
  { text: 'At least 8 characters', isMet: (password) => password.length >= 8 },
]

/** A check for a form with `newPassword` and `confirmPassword`: refuses the repetition when it differs. */
export function samePasswords(error: string) {
  return z.refine<{ newPassword: string; confirmPassword: string }>(
    ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
    { error, path: ['confirmPassword'] },
  )
}
