import type { PasswordRule } from '#web/kit/fields/password-field.tsx'

/** What a new password must be, ticked off while typing (D11); too common ones are refused by the server. */
export const passwordRules: readonly PasswordRule[] = [
  { text: 'At least 8 characters', isMet: (password) => password.length >= 8 },
]
