import { hashSecret } from './secrets.ts'
import type { Log } from '../log.ts'

/** Events around sign-ins and rights. docs/SECURITY.md says what each means. */
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
  | 'staff_call_refused'
  | 'refund_approved'
  | 'refund_declined'

interface About {
  /** The person whose sign-in or rights are affected; omitted while the address belongs to no account. */
  userId?: string | undefined
  /** Who did it, if not that person: an id, or "operator" for a person at the machine itself. */
  by?: string
  /** A mark of the typed address: it tells attempts on one account from attempts on many without revealing it. */
  account?: string
  /** The network address from which it came. */
  ip?: string
  reason?: string
  role?: string
  organizationId?: number
  /** The method and the pattern of a call. */
  call?: string
  refundRequestId?: string
}

/**
 * Writes one line of the security stream. Only these lines carry `stream` "security", and LOG_LEVEL never suppresses
 * them. They contain no password, code, token or mail address.
 */
export function noteSecurity({ log }: { log: Log }, event: SecurityEvent, about: About): void {
  const level = log.level === 'silent' ? 'silent' : 'info'
  log.child({ stream: 'security' }, { level }).info({ event, ...about }, 'security event')
}

/** Returns the mark of a mail address in these lines. */
export function accountMark(email: string): string {
  return hashSecret(email).slice(0, 12)
}
