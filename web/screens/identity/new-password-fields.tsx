import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { passwordRules } from './password-rules.ts'

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
