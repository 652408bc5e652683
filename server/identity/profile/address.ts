import type { Tx } from '../../database/sql.ts'
import { type Limit, requireAttempt, takeAttempt } from '../../kernel/limits.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import type { Services } from '../../kernel/services.ts'
import { addressChangedMail, addressChangeMail, newAddressMail } from '../../messages/mails/profile.ts'
import { alreadyRegisteredMail, verificationMail } from '../../messages/mails/sign-in.ts'
import { noteAccountEvent } from '../sign-in/account-events.ts'
import { findCredentials, changeEmail, findPerson, markEmailVerified, type Person } from '../users.ts'
import {
  createEmailVerification,
  type EmailLink,
  type EmailPurpose,
  findEmailLink,
  redeemEmailVerification,
  voidEmailChanges,
  voidResetTokens,
} from '../sign-in/passwords.ts'
import { queueMail } from '../queue-mail.ts'

/** How people confirm and change their email address (D24, D25). */

/** Notifies the owner of an address, at most once a day, that somebody else requested it (D20). */
export async function mailOwnerOnceADay(tx: Tx, services: Services, email: string, site: string): Promise<void> {
  const limit: Limit = { key: `already-registered:${hashSecret(email)}`, max: 1, windowMinutes: 24 * 60, isFixed: true }
  const isOver = await takeAttempt(tx, services, [limit])
  if (isOver === null) await queueMail(tx, services, alreadyRegisteredMail(email, `${site}/login`))
}

/** Mails the link that confirms a person's address again, at most three times an hour. */
export async function resendVerification(
  tx: Tx,
  services: Services,
  { id: userId, email }: Person,
  { site, at, refusal }: { site: string; at: Date; refusal?: NonNullable<Limit['refusal']> },
): Promise<void> {
  await requireAttempt(tx, services, {
    key: `verification:${userId}`,
    max: 3,
    windowMinutes: 60,
    ...(refusal && { refusal }),
  })
  const secret = await createEmailVerification(tx, { userId, email, purpose: 'confirm' }, at)
  await queueMail(tx, services, verificationMail(email, verificationUrl(site, secret)))
}

/**
 * Asks a new address to confirm itself and notifies the current one; the last request counts. Only its owner learns
 * whether the new address is taken (D20, D25).
 */
export async function askNewEmail(
  tx: Tx,
  services: Services,
  person: Person,
  email: string,
  { site, at }: { site: string; at: Date },
): Promise<void> {
  await requireAttempt(tx, services, { key: `email-change:${person.id}`, max: 5, windowMinutes: 60 })
  await voidEmailChanges(tx, person.id)
  await noteAccountEvent(tx, { userId: person.id, kind: 'email_change_requested', at })
  await queueMail(tx, services, addressChangeMail(person.email, email, `${site}/forgot-password`))
  if (await findCredentials(tx, email)) {
    await mailOwnerOnceADay(tx, services, email, site)
    return
  }
  const secret = await createEmailVerification(tx, { userId: person.id, email, purpose: 'change' }, at)
  await queueMail(tx, services, newAddressMail(email, verificationUrl(site, secret)))
}

function verificationUrl(site: string, secret: string): string {
  return `${site}/verify-email?token=${secret}`
}

interface VerifiedEmail {
  userId: string
  email: string
  purpose: EmailPurpose
}

/**
 * Redeems a mailed link; null when it is not valid. A link whose purpose is reached changes nothing and succeeds again
 * (D201). An address that is taken by now violates the unique key.
 */
export async function verifyEmail(tx: Tx, services: Services, secret: string, at: Date): Promise<EmailLink | null> {
  const link = await findEmailLink(tx, secret, at)
  if (!link || link.isReached) return link
  const proof = await redeemEmailVerification(tx, secret, at)
  // Another request with the same link may have come first.
  if (!proof) return findEmailLink(tx, secret, at)
  if (proof.purpose === 'change') await replaceEmail(tx, services, proof.userId, proof.email, at)
  else await confirmEmail(tx, proof, at)
  return { ...proof, isReached: false }
}

async function confirmEmail(tx: Tx, { userId, email }: VerifiedEmail, at: Date): Promise<void> {
  if (!(await markEmailVerified(tx, userId, email, at))) return
  await noteAccountEvent(tx, { userId, kind: 'email_confirmed', at })
}

async function replaceEmail(tx: Tx, services: Services, userId: string, email: string, at: Date): Promise<void> {
  const before = await findPerson(tx, userId)
  if (!before) return
  await changeEmail(tx, userId, email, at)
  await noteAccountEvent(tx, { userId, kind: 'email_changed', at })
  // Links for a new password went to the address that may no longer be theirs.
  await voidResetTokens(tx, userId)
  await queueMail(tx, services, addressChangedMail(before.email, email))
  await services.jobs.enqueue(tx, 'customerDetails', { userId })
}
