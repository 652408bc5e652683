import { isTaken, type Tx } from '../../database/sql.ts'
import { removeImage, storeImage } from '../../images/images.ts'
import { countAttempt, giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import { checkPassword, hashPassword } from '../sign-in/password-hash.ts'
import {
  createEmailVerification,
  useEmailVerification,
  voidEmailChanges,
  voidResetTokens,
} from '../sign-in/passwords.ts'
import { makePicture, type PictureFault } from '../../images/picture.ts'
import { findCredentials } from '../credentials.ts'
import { changeEmail, findPerson, markEmailVerified, type Person, setPassword, setPhoto } from '../users.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import type { Services } from '../../kernel/services.ts'
import { type Limited, mailOwnerOnceADay } from '../sign-in/authentication.flow.ts'
import { passwordChangedMail, verificationMail } from '../../messages/mails/sign-in.ts'
import { addressChangedMail, addressChangeMail, newAddressMail } from '../../messages/mails/profile.ts'

/** What people change about themselves: address, password and photo. */

export type PasswordJudgement = { state: 'right' | 'wrong' } | Limited

/**
 * Judges the present password of somebody who is signed in; failures are limited as at sign-in (D13). Throws
 * PasswordQueueFull when too many are judged at once.
 */
export async function judgePassword(services: Services, person: Person, password: string): Promise<PasswordJudgement> {
  const { database, clock, config } = services
  const limits: Limit[] = [{ key: `password:${person.id}`, max: 10, windowMinutes: 15 }]
  const at = clock.real()
  const retryAfterSeconds = await database.write((tx) => takeAttempt(tx, limits, config.rateLimitFactor, at))
  if (retryAfterSeconds !== null) {
    noteSecurity(services, 'password_locked', { userId: person.id })
    return { state: 'limited', retryAfterSeconds }
  }
  const credentials = await findCredentials(database.read, person.email)
  const giveBack = () => database.write((tx) => giveAttemptBack(tx, limits, at))
  const matches = await checkPassword(credentials?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (matches) await giveBack()
  else noteSecurity(services, 'password_failed', { userId: person.id })
  return { state: matches ? 'right' : 'wrong' }
}

/** Mails the link that confirms the own address once more; answers the seconds to wait when it was asked too often. */
export async function resendVerification(services: Services, person: Person, site: string): Promise<number | null> {
  const { database, clock, config, jobs } = services
  const limit: Limit = { key: `verification:${person.id}`, max: 3, windowMinutes: 60 }
  return database.write(async (tx) => {
    const waitSeconds = await countAttempt(tx, limit, config.rateLimitFactor, clock.real())
    if (waitSeconds !== null) return waitSeconds
    const { id: userId, email, firstName } = person
    const secret = await createEmailVerification(tx, { userId, email, purpose: 'confirm' }, clock.now())
    await jobs.enqueue(tx, 'mail', verificationMail(email, firstName, verificationUrl(site, secret)))
    return null
  })
}

/**
 * Asks a new address to confirm itself and tells the present one; the last wish counts. Whether the new one is taken is
 * told to nobody but its owner (D20, D25). Answers the seconds to wait when it was asked too often.
 */
export async function askNewEmail(
  services: Services,
  person: Person,
  email: string,
  site: string,
): Promise<number | null> {
  const { database, clock, config, jobs } = services
  const limit: Limit = { key: `email-change:${person.id}`, max: 5, windowMinutes: 60 }
  return database.write(async (tx) => {
    const waitSeconds = await countAttempt(tx, limit, config.rateLimitFactor, clock.real())
    if (waitSeconds !== null) return waitSeconds
    await voidEmailChanges(tx, person.id)
    await jobs.enqueue(tx, 'mail', addressChangeMail(person.email, email, `${site}/forgot-password`))
    if (await findCredentials(tx, email)) {
      await mailOwnerOnceADay(services, tx, email, site)
      return null
    }
    const secret = await createEmailVerification(tx, { userId: person.id, email, purpose: 'change' }, clock.now())
    await jobs.enqueue(tx, 'mail', newAddressMail(email, person.firstName, verificationUrl(site, secret)))
    return null
  })
}

function verificationUrl(site: string, secret: string): string {
  return `${site}/verify-email?token=${secret}`
}

export interface VerifiedEmail {
  email: string
  /** Whether it took the place of another one. */
  isChanged: boolean
}

/** Uses a mailed link up; null when it is not valid, or somebody else has taken the address since. */
export async function verifyEmail(services: Services, secret: string): Promise<VerifiedEmail | null> {
  const at = services.clock.now()
  try {
    const proof = await services.database.write(async (tx) => {
      const proof = await useEmailVerification(tx, secret, at)
      if (!proof) return null
      const { userId, email } = proof
      if (proof.purpose === 'change') await replaceEmail(services, tx, userId, email, at)
      else await markEmailVerified(tx, userId, email, at)
      return proof
    })
    if (!proof) return null
    const isChanged = proof.purpose === 'change'
    if (isChanged) noteSecurity(services, 'email_changed', { userId: proof.userId })
    return { email: proof.email, isChanged }
  } catch (error) {
    if (isTaken(error, 'users_email')) return null
    throw error
  }
}

async function replaceEmail(services: Services, tx: Tx, userId: string, email: string, at: Date): Promise<void> {
  const before = await findPerson(tx, userId)
  if (!before) return
  await changeEmail(tx, userId, email, at)
  // Links for a new password went to the address that may no longer be theirs.
  await voidResetTokens(tx, userId)
  await services.jobs.enqueue(tx, 'mail', addressChangedMail(before.email, email))
  await services.jobs.enqueue(tx, 'customerDetails', { userId })
}

/** Sets a new password, ends every session and voids what mails could still change; a mail tells of it (D25). */
export async function changePassword(
  services: Services,
  person: Person,
  newPassword: string,
  endSessions: (tx: Tx, userId: string) => Promise<void>,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    await setPassword(tx, person.id, passwordHash, at)
    await voidResetTokens(tx, person.id)
    await voidEmailChanges(tx, person.id)
    await endSessions(tx, person.id)
    await services.jobs.enqueue(tx, 'mail', passwordChangedMail(person.email))
  })
  noteSecurity(services, 'password_changed', { userId: person.id })
}

export type PhotoResult = { state: 'changed'; url: string } | { state: PictureFault } | Limited

/** Shows a person with another picture; the one before is removed. Pictures cost work: 20 an hour (D151). */
export async function changePhoto(services: Services, person: Person, upload: Buffer): Promise<PhotoResult> {
  const { database, clock, config } = services
  const limit: Limit = { key: `photo:${person.id}`, max: 20, windowMinutes: 60 }
  const retryAfterSeconds = await database.write((tx) => countAttempt(tx, limit, config.rateLimitFactor, clock.real()))
  if (retryAfterSeconds !== null) return { state: 'limited', retryAfterSeconds }
  const picture = await makePicture(upload)
  if (typeof picture === 'string') return { state: picture }
  const at = clock.now()
  return database.write(async (tx) => {
    const url = await storeImage(tx, picture, at)
    await removeImage(tx, await setPhoto(tx, person.id, url, at))
    return { state: 'changed', url }
  })
}
