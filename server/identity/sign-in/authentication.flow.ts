import type { Tx } from '../../database/sql.ts'
import { noteAccountEvent } from './account-events.ts'
import { rememberDevice } from './known-devices.ts'
import { countAttempt, giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import { mailOwnerOnceADay } from '../profile/address.ts'
import { createPendingSignIn, endSignInsOf } from './pending-sign-ins.ts'
import { checkPassword, hashPassword, PasswordQueueFull } from './password-hash.ts'
import { createEmailVerification, redeemPasswordToken, voidEmailChanges, voidResetTokens } from './passwords.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { termsVersion } from '../terms.ts'
import { hasTwoFactor } from '../two-factor/two-factor.ts'
import {
  type Credentials,
  findCredentials,
  createUser,
  deletionWaitMs,
  findPerson,
  type NewUser,
  noteTimeZone,
  renewPasswordHash,
  setPassword,
  withdrawDeletion,
} from '../users.ts'
import { accountMark, noteSecurity } from '../../kernel/security-events.ts'
import type * as kernel from '../../kernel/services.ts'
import type { Services } from '../services.ts'
import { accountKeptMail } from '../../messages/mails/profile.ts'
import { newDeviceMail, passwordChangedMail, verificationMail } from '../../messages/mails/sign-in.ts'
import { queueMail } from '../queue-mail.ts'

/**
 * Where a request comes from: network address, browser, the site's address for links in mails, and the time zone if the
 * browser has sent it.
 */
export interface Origin {
  ip: string
  userAgent: string
  siteUrl: string
  timeZone?: string | undefined
}

export type RegisterResult = { state: 'created'; userId: string } | { state: 'taken' }

/** Creates an account. The owner of a known email is notified by at most one mail a day (D20). */
export async function registerPerson(
  services: Services,
  input: Omit<NewUser, 'passwordHash' | 'terms' | 'at'> & { password: string },
  origin: Origin,
): Promise<RegisterResult> {
  await countAttempt(services, { key: `register:ip:${origin.ip}`, max: 20, windowMinutes: 60 })
  const { password, ...user } = input
  const passwordHash = await hashPassword(password)
  const at = services.clock.now()
  return services.database.write(async (tx): Promise<RegisterResult> => {
    const terms = { version: termsVersion, acceptedAt: at }
    const userId = await createUser(tx, services.welcome, { ...user, passwordHash, terms, at })
    if (!userId) {
      await mailOwnerOnceADay(tx, services, user.email, origin.siteUrl)
      return { state: 'taken' }
    }
    if (origin.timeZone) await noteTimeZone(tx, userId, origin.timeZone)
    const secret = await createEmailVerification(tx, { userId, email: user.email, purpose: 'confirm' }, at)
    const url = `${origin.siteUrl}/verify-email?token=${secret}`
    await queueMail(tx, services, verificationMail(user.email, url))
    await rememberDevice(tx, userId, deviceHash(origin), at)
    return { state: 'created', userId }
  })
}

/** `isRestored`: this sign-in has canceled a requested deletion of the account (D28). */
export type SignedIn = { state: 'signed_in'; userId: string; isRestored: boolean }

export type SignInResult =
  | SignedIn
  /** The password was right, and the browser that gets this secret must send a code (D27). */
  | { state: 'code_required'; pendingSecret: string }

/** Checks email and password. Failures are counted per account and network address (D13, D14). */
export async function signInPerson(
  services: Services,
  email: string,
  password: string,
  origin: Origin,
): Promise<SignInResult> {
  const limits = signInLimits(email, origin.ip)
  const at = services.clock.real()
  const retryAfterSeconds = await services.database.write((tx) => takeAttempt(tx, services, limits, at))
  const from = { account: accountMark(email), ip: origin.ip }
  if (retryAfterSeconds !== null) {
    noteSecurity(services, 'sign_in_locked', from)
    refuse('too_many_attempts', { retryAfterSeconds })
  }
  const credentials = await findCredentials(services.database.read, email)
  const giveBack = (tx: Tx): Promise<void> => giveAttemptBack(tx, limits, at)
  const checked = await checkPassword(credentials?.passwordHash ?? null, password).catch(async (error: unknown) => {
    // No password was checked, because too many people were signing in at once.
    await services.database.write(giveBack)
    throw error
  })
  if (!credentials || !checked.matches || isPastReturn(credentials, services.clock.now())) {
    noteSecurity(services, 'sign_in_failed', { ...from, userId: credentials?.id })
    refuse('invalid_credentials')
  }
  if (!credentials.isActive) {
    noteSecurity(services, 'sign_in_failed', { ...from, userId: credentials.id, reason: 'deactivated' })
    await services.database.write(giveBack)
    refuse('account_deactivated')
  }
  if (checked.isFormer) await renewHash(services, credentials, password)
  return services.database.write(async (tx): Promise<SignInResult> => {
    await giveBack(tx)
    if (origin.timeZone) await noteTimeZone(tx, credentials.id, origin.timeZone)
    if (await hasTwoFactor(tx, credentials.id)) {
      return { state: 'code_required', pendingSecret: await createPendingSignIn(tx, credentials.id, at) }
    }
    return finishSignIn(services, tx, credentials, origin)
  })
}

/** Hashes the password again in the form of today, unless too many people are signing in. */
async function renewHash(services: Services, { id, passwordHash }: Credentials, password: string): Promise<void> {
  const renewed = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof PasswordQueueFull) return null
    throw error
  })
  if (renewed) await services.database.write((tx) => renewPasswordHash(tx, id, { from: passwordHash, to: renewed }))
}

type Recognized = Pick<Credentials, 'id' | 'email'>

/** Completes a sign-in once the person has given every required proof. */
export async function finishSignIn(
  services: kernel.Services,
  tx: Tx,
  { id, email }: Recognized,
  origin: Origin,
): Promise<SignedIn> {
  await notifyOfNewDevice(services, tx, { id, email }, origin)
  const isRestored = await withdrawDeletion(tx, id, services.clock.now())
  if (isRestored) await queueMail(tx, services, accountKeptMail(email))
  return { state: 'signed_in', userId: id, isRestored }
}

/** Returns whether the days in which a sign-in cancels a deletion are over; the account then counts as gone (D28). */
function isPastReturn({ deletionRequestedAt }: Credentials, at: Date): boolean {
  return deletionRequestedAt !== null && at.getTime() - deletionRequestedAt.getTime() >= deletionWaitMs
}

function signInLimits(email: string, ip: string): Limit[] {
  const account = hashSecret(email)
  return [
    { key: `sign-in:${account}:${ip}`, max: 10, windowMinutes: 15 },
    { key: `sign-in:ip:${ip}`, max: 50, windowMinutes: 15 },
    { key: `sign-in:account:${account}`, max: 100, windowMinutes: 15 },
  ]
}

async function notifyOfNewDevice(
  services: kernel.Services,
  tx: Tx,
  credentials: Recognized,
  origin: Origin,
): Promise<void> {
  const at = services.clock.now()
  if (!(await rememberDevice(tx, credentials.id, deviceHash(origin), at))) return
  const mail = newDeviceMail(credentials.email, at, `${origin.siteUrl}/forgot-password`)
  await queueMail(tx, services, mail)
}

/** Identifies a browser by its description without versions, which change too often. */
function deviceHash(origin: Origin): string {
  return hashSecret(origin.userAgent.replaceAll(/[\d.]+/g, ''))
}

/** Sets the new password of a mailed link. Refuses a token that is not valid (D18). */
export async function resetPassword(services: Services, secret: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  const at = services.clock.now()
  const userId = await services.database.write(async (tx) => {
    const userId = (await redeemPasswordToken(tx, secret, 'reset', at)) ?? refuse('invalid_token')
    await replacePassword(tx, services, userId, { passwordHash, kind: 'password_reset', at })
    return userId
  })
  noteSecurity(services, 'password_reset', { userId })
}

/** Sets a password, ends every session and voids what mails could still change. A mail reports it (D18, D25). */
export async function replacePassword(
  tx: Tx,
  services: kernel.Services,
  userId: string,
  { at, kind, passwordHash }: { passwordHash: string; kind: 'password_reset' | 'password_changed'; at: Date },
): Promise<void> {
  await setPassword(tx, userId, passwordHash, at)
  await noteAccountEvent(tx, { userId, kind, at })
  await voidResetTokens(tx, userId)
  await voidEmailChanges(tx, userId)
  await endSignInsOf(tx, userId)
  const person = await findPerson(tx, userId)
  if (person) await queueMail(tx, services, passwordChangedMail(person.email))
}
