import type { LineOf } from '#contract/admin/timeline.ts'
import { accountEventKinds } from '#contract/identity/account-events.ts'

/** What a support person reads about sign-ins, and about changes of how somebody signs in. */

type Security = LineOf<'security'>

export const securityNames: Record<Security['event'], string> = {
  registered: 'Created the account',
  signed_in: 'Signed in',
  recovery_code_used: 'Used a recovery code',
  leaving: 'Asked to delete the account',
  password_set: 'Set the first password',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password with a mailed link',
  email_confirmed: 'Confirmed the email address',
  email_change_requested: 'Asked to change the email address',
  email_changed: 'Changed the email address',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  recovery_codes_renewed: 'Made new recovery codes',
}

/** Returns the browser of a sign-in, or who made a change. */
export function securityDetails({ event, browser, isByOperator }: Security): string[] {
  if (browser !== null) return [browser]
  if (isByOperator) return ['By an operator']
  return accountEventKinds.some((kind) => kind === event) ? ['By the customer'] : []
}
