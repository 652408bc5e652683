import type { JobData } from '../../database/queues.ts'
import type { Tx } from '../../database/sql.ts'
import { requireAttempt, takeAttempt } from '../../kernel/limits.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import type { Services } from '../../kernel/services.ts'
import { resetMail } from '../../messages/mails/sign-in.ts'
import { findCredentials, findPerson } from '../users.ts'
import { createPasswordToken, findResetToken } from './passwords.ts'
import { queueMail } from '../queue-mail.ts'

/** Mailed links for people who have forgotten their password (D18, D19). */

/**
 * Orders a reset link, at most three an hour for an address and 30 for a network address. The job looks up whether there is an account, so that the caller cannot learn it in any way (D19).
 */
export async function askForResetLink(
  tx: Tx,
  services: Services,
  email: string,
  { ip, siteUrl }: { ip: string; siteUrl: string },
): Promise<void> {
  await requireAttempt(tx, services, { key: `reset:ip:${ip}`, max: 30, windowMinutes: 60 })
  const ofAddress = { key: `reset:account:${hashSecret(email)}`, max: 3, windowMinutes: 60 }
  const isOver = await takeAttempt(tx, services, [ofAddress])
  if (isOver === null) await services.jobs.enqueue(tx, 'resetLink', { to: email, siteUrl })
}

/** Mails a reset link when there is an account that may sign in (D19). */
export async function sendResetLink(
  tx: Tx,
  services: Services,
  { to, siteUrl }: JobData['resetLink'],
  at: Date,
): Promise<void> {
  const credentials = await findCredentials(tx, to)
  if (!credentials?.isActive) return
  const secret = await createPasswordToken(tx, credentials.id, 'reset', at)
  await queueMail(tx, services, resetMail(to, `${siteUrl}/reset-password?token=${secret}`))
}

/** Returns the email of a valid token's owner, to judge the new password against; null when the token is not valid. */
export async function findResetEmail(tx: Tx, secret: string, at: Date): Promise<string | null> {
  const userId = await findResetToken(tx, secret, at)
  return userId ? ((await findPerson(tx, userId))?.email ?? null) : null
}
