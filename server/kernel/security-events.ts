import { hashSecret } from './secrets.ts'
import type { Log } from '../log.ts'

/** What happens to sign-ins and rights; docs/SECURITY.md says what each means. */
export type SecurityEvent =
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'code_failed'
  | 'code_locked'
  | 'password_failed'
  | 'password_locked'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'signed_out_everywhere'
  | 'role_changed'
  | 'deactivated'

interface About {
  /** Whose sign-in or rights; left out while nobody is known by the address. */
  userId?: string | undefined
  /** Who did it, where that is somebody else: their id, or "operator" for a hand on the machine itself. */
  by?: string
  /** Mark of the address that was typed: tells tries on one account from tries on many, and is no address. */
  account?: string
  /** Network address that it came from. */
  ip?: string
  reason?: string
  role?: string
  organizationId?: number
}

/**
 * Writes one line of the security stream: `stream` is "security" in it and in no other, whatever LOG_LEVEL leaves out. No
 * password, code, token or mail address is ever part of it.
 */
export function noteSecurity({ log }: { log: Log }, event: SecurityEvent, about: About): void {
  const level = log.level === 'silent' ? 'silent' : 'info'
  log.child({ stream: 'security' }, { level }).info({ event, ...about }, 'security event')
}

/** The mark of a mail address in these lines. */
export function accountMark(email: string): string {
  return hashSecret(email).slice(0, 12)
}
