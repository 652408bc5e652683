/** What a person can change about how they sign in; the timeline of the team names it. */
export const accountEventKinds = [
  'password_set',
  'password_changed',
  'password_reset',
  'email_confirmed',
  'email_change_requested',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]
