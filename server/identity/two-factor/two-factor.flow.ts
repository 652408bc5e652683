import type { Tx } from '../../database/sql.ts'
import { countAttempt, giveAttemptBack, type Limit, takeAttempt } from '../../kernel/limits.ts'
import { noteAccountEvent } from '../sign-in/account-events.ts'
import { endPendingSignIns, findPendingSignIn } from '../sign-in/pending-sign-ins.ts'
import { keysOf } from './keys.ts'
import {
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
import { judgePassword } from '../profile/profile.flow.ts'
import { finishSignIn, type Limited, type Origin, type SignedIn } from '../sign-in/authentication.flow.ts'
import {
  codesFailedMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  twoFactorOnMail,
} from '../../messages/mails/two-factor.ts'
import { queueMail } from '../queue-mail.ts'

/** The second step of signing in: how it is set up and turned off, and how it lets people in (D27). */

export type Confirmed =
  | { state: 'on'; recoveryCodes: string[] }
  | { state: 'two_factor_on' | 'two_factor_not_begun' | 'wrong_code' }
  | Limited

/** Turns on what was begun, with a first code from the app. */
export async function confirm(services: Services, person: Person, code: string): Promise<Confirmed> {
  const { database, clock } = services
  const { isBegun, enabledAt } = await readTwoFactor(database.read, person.id)
  if (enabledAt) return { state: 'two_factor_on' }
  if (!isBegun) return { state: 'two_factor_not_begun' }
  const result = await withCode(services, person.id, { code, onlyApp: true }, async (tx): Promise<Confirmed> => {
    const at = clock.now()
    if (!(await enableTwoFactor(tx, person.id, at))) return { state: 'two_factor_on' }
    await queueMail(tx, services, twoFactorOnMail(person.email))
    return { state: 'on', recoveryCodes: await renewRecoveryCodes(tx, person.id, at) }
  })
  if (result.state === 'on') noteSecurity(services, 'two_factor_on', { userId: person.id })
  return result
}

type Changed<Done> = Done | { state: 'two_factor_off' | 'wrong_code' } | Limited

/** Turns two-factor sign-in off with a code; the password was checked before. */
export async function turnOff(services: Services, person: Person, code: string): Promise<Changed<{ state: 'off' }>> {
  if (!(await hasTwoFactor(services.database.read, person.id))) return { state: 'two_factor_off' }
  const result = await withCode(services, person.id, { code }, async (tx): Promise<Changed<{ state: 'off' }>> => {
    await takeTwoFactorOff(tx, services, person, { at: services.clock.now() }, endPendingSignIns)
    return { state: 'off' }
  })
  if (result.state === 'off') noteSecurity(services, 'two_factor_off', { userId: person.id })
  return result
}

type Renewed = { state: 'renewed'; recoveryCodes: string[] }

/** Creates new recovery codes with a code; the password was checked before. */
export async function renew(services: Services, person: Person, code: string): Promise<Changed<Renewed>> {
  if (!(await hasTwoFactor(services.database.read, person.id))) return { state: 'two_factor_off' }
  const result = await withCode(services, person.id, { code }, async (tx): Promise<Changed<Renewed>> => {
    const at = services.clock.now()
    await noteAccountEvent(tx, { userId: person.id, kind: 'recovery_codes_renewed', at })
    await queueMail(tx, services, recoveryCodesRenewedMail(person.email))
    return { state: 'renewed', recoveryCodes: await renewRecoveryCodes(tx, person.id, at) }
  })
  if (result.state === 'renewed') noteSecurity(services, 'recovery_codes_renewed', { userId: person.id })
  return result
}

type SecondStep = SignedIn | { state: 'expired' | 'wrong_code' | 'deactivated' } | Limited

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
  const result = await withCode(services, userId, { code }, async (tx, isRecovery): Promise<SecondStep> => {
    const person = await findPerson(tx, userId)
    // Another attempt with the same secret may have completed it meanwhile.
    if (!person || (await find(tx)) === null) return { state: 'expired' }
    await endPendingSignIns(tx, userId)
    if (!person.isActive) return { state: 'deactivated' }
    if (isRecovery) await notifyOfRecoveryCode(services, tx, person)
    return finishSignIn(services, tx, person, origin)
  })
  if (result.state === 'limited') await notifyOfFailedCodes(services, userId, origin)
  return result
}

type Proof = { password: string } | { code: string }
type Proven = { state: 'proven' | 'wrong_password' | 'wrong_code' } | Limited

/**
 * Checks the proof of a signed-in person that it is still them: the password, or a code when two-factor is on. Failures
 * count as at sign-in (D13). Throws PasswordQueueFull when too many passwords are checked at once.
 */
export async function proveAgain(services: Services, person: Person, proof: Proof): Promise<Proven> {
  if ('password' in proof) {
    const judged = await judgePassword(services, person, proof.password)
    if (judged.state === 'limited') return judged
    return { state: judged.state === 'right' ? 'proven' : 'wrong_password' }
  }
  if (!(await hasTwoFactor(services.database.read, person.id))) return { state: 'wrong_code' }
  return withCode(services, person.id, { code: proof.code }, async (tx, isRecovery): Promise<Proven> => {
    if (isRecovery) await notifyOfRecoveryCode(services, tx, person)
    return { state: 'proven' }
  })
}

async function notifyOfRecoveryCode(services: Services, tx: Tx, { id, email }: Person): Promise<void> {
  const { recoveryCodesLeft } = await readTwoFactor(tx, id)
  await queueMail(tx, services, recoveryCodeUsedMail(email, recoveryCodesLeft))
}

/** At most once a day. */
async function notifyOfFailedCodes(services: Services, userId: string, { siteUrl }: Origin): Promise<void> {
  const limit: Limit = { key: `two-factor:told:${userId}`, max: 1, windowMinutes: 24 * 60 }
  await services.database.write(async (tx) => {
    const person = await findPerson(tx, userId)
    if (!person || (await countAttempt(tx, limit, 1, services.clock.real())) !== null) return
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
  { code, onlyApp = false }: { code: string; onlyApp?: boolean },
  work: (tx: Tx, isRecovery: boolean) => Promise<Done>,
): Promise<Done | { state: 'wrong_code' } | Limited> {
  const { database, clock, config } = services
  const limits = codeLimits(userId)
  const now = clock.real()
  const retryAfterSeconds = await database.write((tx) => takeAttempt(tx, limits, config.rateLimitFactor, now))
  if (retryAfterSeconds !== null) {
    noteSecurity(services, 'code_locked', { userId })
    return { state: 'limited', retryAfterSeconds }
  }
  let isRecovery = false
  const result = await database.write(async (tx): Promise<Done | { state: 'wrong_code' }> => {
    const digits = code.replaceAll(/\s/g, '')
    const isApp = /^\d{6}$/.test(digits)
    const isRight = isApp
      ? await redeemAppCode(tx, { userId, code: digits, now }, keysOf(services.config))
      : !onlyApp && (await redeemRecoveryCode(tx, { userId, code, at: clock.now() }))
    if (!isRight) return { state: 'wrong_code' }
    await giveAttemptBack(tx, limits, now)
    isRecovery = !isApp
    return work(tx, isRecovery)
  })
  if (isWrongCode(result)) noteSecurity(services, 'code_failed', { userId })
  else if (isRecovery) noteSecurity(services, 'recovery_code_used', { userId })
  return result
}

function isWrongCode(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'state' in result && result.state === 'wrong_code'
}

/** Encrypts again what the former secret of the installation encrypted, and reports it. */
export async function renewEncryption(services: Services): Promise<void> {
  if (services.config.previousSessionSecret === null) return
  const count = await services.database.write((tx) => resealSecrets(tx, keysOf(services.config)))
  services.log.info(count, 'second steps of signing in are encrypted under the present SESSION_SECRET')
}
