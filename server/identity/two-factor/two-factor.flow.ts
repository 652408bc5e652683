import type { Tx } from '../../database/sql.ts'
import { giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/problem.ts'
import { noteAccountEvent } from '../sign-in/account-events.ts'
import { endPendingSignIns, findPendingSignIn } from '../sign-in/pending-sign-ins.ts'
import {
  keysOf,
  enableTwoFactor,
  hasTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  resealSecrets,
  redeemAppCode,
  redeemRecoveryCode,
  takeTwoFactorOff,
} from './two-factor.ts'
import { findPerson, type Person } from '../users.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import type { Services } from '../../kernel/services.ts'
import { requirePassword } from '../profile/profile.flow.ts'
import { finishSignIn, type Origin, type SignedIn } from '../sign-in/authentication.flow.ts'
import {
  codesFailedMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  twoFactorOnMail,
} from '../../messages/mails/sign-in.ts'
import { queueMail } from '../queue-mail.ts'

/** The second step of signing in: how it is set up and turned off, and how it lets people in (D27). */

/** Turns on what was begun, with a first code from the app. Returns the recovery codes. */
export async function confirm(services: Services, person: Person, code: string): Promise<string[]> {
  const { database, clock } = services
  const { isBegun, enabledAt } = await readTwoFactor(database.read, person.id)
  if (enabledAt) refuse('two_factor_on')
  if (!isBegun) refuse('two_factor_not_begun')
  const recoveryCodes = await withCode(services, person.id, { code, onlyApp: true }, async (tx) => {
    const at = clock.now()
    if (!(await enableTwoFactor(tx, person.id, at))) refuse('two_factor_on')
    await queueMail(tx, services, twoFactorOnMail(person.email))
    return renewRecoveryCodes(tx, person.id, at)
  })
  noteSecurity(services, 'two_factor_on', { userId: person.id })
  return recoveryCodes
}

/** Turns two-factor sign-in off with a code; the password was checked before. */
export async function turnOff(services: Services, person: Person, code: string): Promise<void> {
  if (!(await hasTwoFactor(services.database.read, person.id))) refuse('two_factor_off')
  await withCode(services, person.id, { code }, (tx) =>
    takeTwoFactorOff(tx, services, person, { at: services.clock.now() }, endPendingSignIns),
  )
  noteSecurity(services, 'two_factor_off', { userId: person.id })
}

/** Creates new recovery codes with a code; the password was checked before. */
export async function renew(services: Services, person: Person, code: string): Promise<string[]> {
  if (!(await hasTwoFactor(services.database.read, person.id))) refuse('two_factor_off')
  const recoveryCodes = await withCode(services, person.id, { code }, async (tx) => {
    const at = services.clock.now()
    await noteAccountEvent(tx, { userId: person.id, kind: 'recovery_codes_renewed', at })
    await queueMail(tx, services, recoveryCodesRenewedMail(person.email))
    return renewRecoveryCodes(tx, person.id, at)
  })
  noteSecurity(services, 'recovery_codes_renewed', { userId: person.id })
  return recoveryCodes
}

type SecondStep = SignedIn | { state: 'expired' | 'deactivated' }

/** Completes the sign-in that waits on the browser with this secret. */
export async function signInWithCode(
  services: Services,
  pendingSecret: string,
  code: string,
  origin: Origin,
): Promise<SecondStep> {
  const { database, clock } = services
  const find = (tx: Tx) => findPendingSignIn(tx, pendingSecret, clock.real())
  const userId = await database.write(find)
  if (!userId) return { state: 'expired' }
  const whenLocked = () => notifyOfFailedCodes(services, userId, origin)
  return withCode(services, userId, { code, whenLocked }, async (tx, isRecovery): Promise<SecondStep> => {
    const person = await findPerson(tx, userId)
    // Another attempt with the same secret may have completed it meanwhile.
    if (!person || (await find(tx)) === null) return { state: 'expired' }
    await endPendingSignIns(tx, userId)
    if (!person.isActive) return { state: 'deactivated' }
    if (isRecovery) await notifyOfRecoveryCode(services, tx, person)
    return finishSignIn(services, tx, person, origin)
  })
}

type Proof = { password: string } | { code: string }

/**
 * Refuses unless a signed-in person proves that it is still them: with the password, or a code when two-factor is on.
 * Failures count as at sign-in (D13).
 */
export async function proveAgain(services: Services, person: Person, proof: Proof): Promise<void> {
  if ('password' in proof) return requirePassword(services, person, proof.password)
  if (!(await hasTwoFactor(services.database.read, person.id))) refuseCode()
  await withCode(services, person.id, { code: proof.code }, async (tx, isRecovery) => {
    if (isRecovery) await notifyOfRecoveryCode(services, tx, person)
  })
}

function refuseCode(): never {
  refuse('wrong_code', { field: 'code' })
}

async function notifyOfRecoveryCode(services: Services, tx: Tx, { id, email }: Person): Promise<void> {
  const { recoveryCodesLeft } = await readTwoFactor(tx, id)
  await queueMail(tx, services, recoveryCodeUsedMail(email, recoveryCodesLeft))
}

/** At most once a day. */
async function notifyOfFailedCodes(services: Services, userId: string, { siteUrl }: Origin): Promise<void> {
  const limit: Limit = { key: `two-factor:told:${userId}`, max: 1, windowMinutes: 24 * 60, isFixed: true }
  await services.database.write(async (tx) => {
    const person = await findPerson(tx, userId)
    if (!person || (await takeAttempt(tx, services, [limit])) !== null) return
    await queueMail(tx, services, codesFailedMail(person.email, `${siteUrl}/forgot-password`))
  })
}

/** Of a million codes three are right at any time, so ten attempts in 15 minutes and thirty a day find none. */
function codeLimits(userId: string): Limit[] {
  return [
    { key: `two-factor:${userId}`, max: 10, windowMinutes: 15 },
    { key: `two-factor:day:${userId}`, max: 30, windowMinutes: 24 * 60 },
  ]
}

/** Redeems a code and does the work that it allows, both or neither. Failures are counted as at sign-in (D13). */
async function withCode<Done>(
  services: Services,
  userId: string,
  { code, onlyApp = false, whenLocked }: { code: string; onlyApp?: boolean; whenLocked?: () => Promise<void> },
  work: (tx: Tx, isRecovery: boolean) => Promise<Done>,
): Promise<Done> {
  const { database, clock } = services
  const limits = codeLimits(userId)
  const now = clock.real()
  const retryAfterSeconds = await database.write((tx) => takeAttempt(tx, services, limits, now))
  if (retryAfterSeconds !== null) {
    noteSecurity(services, 'code_locked', { userId })
    await whenLocked?.()
    refuse('too_many_attempts', { retryAfterSeconds })
  }
  let isRecovery = false
  const result = await database.write(async (tx) => {
    const digits = code.replaceAll(/\s/g, '')
    const isApp = /^\d{6}$/.test(digits)
    const isRight = isApp
      ? await redeemAppCode(tx, { userId, code: digits, now }, keysOf(services.config))
      : !onlyApp && (await redeemRecoveryCode(tx, { userId, code, at: clock.now() }))
    if (!isRight) return null
    await giveAttemptBack(tx, limits, now)
    isRecovery = !isApp
    return { done: await work(tx, isRecovery) }
  })
  if (!result) {
    noteSecurity(services, 'code_failed', { userId })
    refuseCode()
  }
  if (isRecovery) noteSecurity(services, 'recovery_code_used', { userId })
  return result.done
}

/** Encrypts again what the former secret of the installation encrypted, and reports it. */
export async function renewEncryption(services: Services): Promise<void> {
  if (services.config.previousSessionSecret === null) return
  const count = await services.database.write((tx) => resealSecrets(tx, keysOf(services.config)))
  services.log.info(count, 'second steps of signing in are encrypted under the present SESSION_SECRET')
}
