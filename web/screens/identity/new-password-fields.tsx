import { PasswordField, type PasswordRule } from '#web/kit/fields/password-field.tsx'
import * as z from 'zod/mini'

interface Props {
  /** What the form calls the first of the two fields. */
  name?: string
  label?: string
  repeatLabel?: string
}

/** A new password and its repetition, which every form names `confirmPassword`. */
export function NewPasswordFields({
  name = 'newPassword',
  label = 'New password',
  repeatLabel = 'Confirm password',
}: Props) {
  return (
    <>
      <PasswordField name={name} label={label} autoComplete="new-password" rules={passwordRules} required />
      <PasswordField name="confirmPassword" label={repeatLabel} autoComplete="new-password" required />
    </>
  )
}

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
