import { firstValue, type Tx } from '../../database/sql.ts'
import { hashSecret, makeSecret } from '../../kernel/secrets.ts'
import { endSessionsOf } from '../../kernel/session.ts'

/** Sign-ins with a right password and a code still to come (D27). Times are real. */

/** How long the code may take. */
export const pendingMinutes = 10

/** Remembers a right password. Returns the secret for the browser that gave it. */
export async function createPendingSignIn(tx: Tx, userId: string, at: Date): Promise<string> {
  const secret = makeSecret()
  await tx`
    insert into pending_sign_in (secret_hash, user_id, expires_at)
    values (${hashSecret(secret)}, ${userId}, ${new Date(at.getTime() + pendingMinutes * 60_000)})`
  return secret
}

/** Returns the person whose sign-in waits for a code from the browser with this secret. */
export function findPendingSignIn(tx: Tx, secret: string, at: Date): Promise<string | null> {
  return firstValue(tx<{ userId: string }>`
    select user_id from pending_sign_in where secret_hash = ${hashSecret(secret)} and expires_at > ${at} for update`)
}

/** Ends every waiting sign-in of a person, because one of them is complete or none may be completed. */
export async function endPendingSignIns(tx: Tx, userId: string): Promise<void> {
  await tx`delete from pending_sign_in where user_id = ${userId}`
}

/** Ends every session of a person, including those that wait for a code, for example after a password reset (D18). */
export async function endSignInsOf(tx: Tx, userId: string): Promise<void> {
  await endPendingSignIns(tx, userId)
  await endSessionsOf(tx, userId)
}

export async function deleteExpiredPendingSignIns(tx: Tx, at: Date): Promise<void> {
  await tx`delete from pending_sign_in where expires_at < ${at}`
}
