import type { Tx } from '../database/sql.ts'
import { hashSecret, makeSecret } from './secrets.ts'

const resetLifetimeMs = 60 * 60_000
const verificationLifetimeMs = 24 * 60 * 60_000

/** A mailed secret that sets a new password: one hour, single use, only its hash is stored (D18, S172). */
export async function createResetToken(tx: Tx, userId: string, at: Date): Promise<string> {
  const secret = makeSecret()
  await tx`
    insert into password_reset_token (user_id, token, expires_at, created_at)
    values (${userId}, ${hashSecret(secret)}, ${new Date(at.getTime() + resetLifetimeMs)}, ${at})`
  return secret
}

/** Whose token it is, while it is valid; checking never uses it up. */
export async function findResetToken(tx: Tx, secret: string, at: Date): Promise<string | null> {
  const [row] = await tx<{ userId: string }>`
    select user_id from password_reset_token
    where token = ${hashSecret(secret)} and not used and expires_at > ${at}`
  return row?.userId ?? null
}

/** Uses a token up and voids the person's other ones; null when it is not valid. */
export async function useResetToken(tx: Tx, secret: string, at: Date): Promise<string | null> {
  const [row] = await tx<{ userId: string }>`
    update password_reset_token set used = true
    where token = ${hashSecret(secret)} and not used and expires_at > ${at} returning user_id`
  if (!row) return null
  await tx`update password_reset_token set used = true where user_id = ${row.userId} and not used`
  return row.userId
}

/** A mailed secret that proves an e-mail address: 24 hours, single use (D24). */
export async function createEmailVerification(tx: Tx, userId: string, email: string, at: Date): Promise<string> {
  const secret = makeSecret()
  await tx`
    insert into email_verification (user_id, token, email, expires_at, created_at)
    values (${userId}, ${hashSecret(secret)}, ${email}, ${new Date(at.getTime() + verificationLifetimeMs)}, ${at})`
  return secret
}

export async function useEmailVerification(
  tx: Tx,
  secret: string,
  at: Date,
): Promise<{ userId: string; email: string } | null> {
  const [row] = await tx<{ userId: string; email: string }>`
    update email_verification set used = true
    where token = ${hashSecret(secret)} and not used and expires_at > ${at} returning user_id, email`
  return row ?? null
}
