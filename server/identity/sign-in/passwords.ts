import { firstValue, allValues, first, hasRows, type Read, type Tx } from '../../database/sql.ts'
import { hashSecret, makeSecret } from '../../kernel/secrets.ts'

/** What a mailed secret does: replace a password, or set an account's first one (D18, D105). */
type PasswordPurpose = 'reset' | 'setup'

const lifetimeMs: Record<PasswordPurpose, number> = { reset: 60 * 60_000, setup: 7 * 24 * 60 * 60_000 }
const verificationLifetimeMs = 24 * 60 * 60_000

/**
 * Creates a mailed secret for a password, of single use and stored only as a hash: a new one within an hour (D18, S172),
 * or the first one within seven days (D105).
 */
export async function createPasswordToken(tx: Tx, userId: string, purpose: PasswordPurpose, at: Date): Promise<string> {
  const secret = makeSecret()
  await tx`
    insert into password_reset_token (user_id, token, purpose, expires_at, created_at)
    values (${userId}, ${hashSecret(secret)}, ${purpose}, ${new Date(at.getTime() + lifetimeMs[purpose])}, ${at})`
  return secret
}

/** Returns the person whose valid token it is; checking never redeems it. */
export function findResetToken(tx: Tx, secret: string, at: Date): Promise<string | null> {
  return firstValue(tx<{ userId: string }>`
    select user_id from password_reset_token
    where token = ${hashSecret(secret)} and purpose = 'reset' and not used and expires_at > ${at}`)
}

/** Returns whether a link to a password, even a first one, has been used or voided since by a new password or address. */
export function isPasswordLinkUsed(read: Read, secret: string): Promise<boolean> {
  return hasRows(read`select from password_reset_token where token = ${hashSecret(secret)} and used`)
}

/** Redeems a token and voids the person's other ones. Returns null when it is not valid. */
export async function redeemPasswordToken(
  tx: Tx,
  secret: string,
  purpose: PasswordPurpose,
  at: Date,
): Promise<string | null> {
  const [row] = await tx<{ userId: string }>`
    update password_reset_token set used = true
    where token = ${hashSecret(secret)} and purpose = ${purpose} and not used and expires_at > ${at}
    returning user_id`
  if (!row) return null
  await voidResetTokens(tx, row.userId)
  return row.userId
}

/** Voids the reset links that a person may still hold, for example in a mailbox that is no longer theirs. */
export async function voidResetTokens(tx: Tx, userId: string): Promise<void> {
  await tx`update password_reset_token set used = true where user_id = ${userId} and not used`
}

/** What a mailed secret does with its address: confirm the current one, or replace it. */
export type EmailPurpose = 'confirm' | 'change'

interface EmailProof {
  userId: string
  email: string
  purpose: EmailPurpose
}

/** Creates a mailed secret that proves an email address: 24 hours, single use (D24). */
export async function createEmailVerification(tx: Tx, proof: EmailProof, at: Date): Promise<string> {
  const secret = makeSecret()
  const { userId, email, purpose } = proof
  await tx`
    insert into email_verification (user_id, token, email, purpose, expires_at, created_at)
    values (${userId}, ${hashSecret(secret)}, ${email}, ${purpose},
      ${new Date(at.getTime() + verificationLifetimeMs)}, ${at})`
  return secret
}

export function redeemEmailVerification(tx: Tx, secret: string, at: Date): Promise<EmailProof | null> {
  return first(tx<EmailProof>`
    update email_verification set used = true
    where token = ${hashSecret(secret)} and not used and expires_at > ${at} returning user_id, email, purpose`)
}

/** A mailed link to an address, as its page shows it. */
export interface EmailLink extends EmailProof {
  /** Whether its purpose is reached, by this link or another one. */
  isReached: boolean
}

/** Returns what a mailed link is for; null when it is unknown, or no longer works and its purpose is not reached (D201). */
export function findEmailLink(read: Read, secret: string, at: Date): Promise<EmailLink | null> {
  return first(read<EmailLink>`
    select link.user_id, link.email, purpose, users.email = link.email and users.email_verified as is_reached
    from email_verification as link join users on users.id = link.user_id
    where token = ${hashSecret(secret)}
      and (users.email = link.email and users.email_verified or not used and expires_at > ${at})`)
}

/** Voids all of a person's mailed links that could change the address. */
export async function voidEmailChanges(tx: Tx, userId: string): Promise<void> {
  await tx`update email_verification set used = true where user_id = ${userId} and purpose = 'change' and not used`
}

/** Removes every mailed secret of a person, including used ones. Returns the addresses that received them. */
export async function eraseMailedSecrets(tx: Tx, userId: string): Promise<string[]> {
  await tx`delete from password_reset_token where user_id = ${userId}`
  return allValues(tx<{ email: string }>`delete from email_verification where user_id = ${userId} returning email`)
}
