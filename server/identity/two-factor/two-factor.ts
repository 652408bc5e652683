import { Secret, TOTP } from 'otpauth'
import { hasRows, type Read, type Tx } from '../../database/sql.ts'
import { noteAccountEvent } from '../sign-in/account-events.ts'
import { refuse } from '../../kernel/problem.ts'
import { hashSecret, openSealed, seal, deriveKey } from '../../kernel/secrets.ts'
import { twoFactorOffMail } from '../../messages/mails/sign-in.ts'
import { type MailServices, queueMail } from '../queue-mail.ts'
import type { Config } from '../../config.ts'

/** Codes of an authenticator app, and the recovery codes that replace them (D27). */

const issuer = 'Luna'
/** Codes of the step before and after count, too, because clocks differ and typing takes time. */
const toleratedSteps = 1
const secretBytes = 20
const recoveryCodes = 10

interface TwoFactorState {
  /** Whether the setup has revealed a secret. */
  isBegun: boolean
  /** Null until a code has confirmed it. */
  enabledAt: Date | null
  recoveryCodesLeft: number
}

export async function readTwoFactor(read: Read, userId: string): Promise<TwoFactorState> {
  const [row] = await read<TwoFactorState>`
    select true as is_begun, enabled_at, (select count(*) from recovery_code
      where recovery_code.user_id = two_factor.user_id and used_at is null) as recovery_codes_left
    from two_factor where user_id = ${userId}`
  return row ?? { isBegun: false, enabledAt: null, recoveryCodesLeft: 0 }
}

export async function hasTwoFactor(read: Read, userId: string): Promise<boolean> {
  return (await readTwoFactor(read, userId)).enabledAt !== null
}

/** What an authenticator app needs: the secret in base32, and as an address for a QR code. */
interface AppSecret {
  secret: string
  address: string
}

/** Starts over with another secret, which is returned only here. Refuses when two-factor is already on. */
export async function beginTwoFactor(
  tx: Tx,
  { userId, email, at }: { userId: string; email: string; at: Date },
  [key]: Keys,
): Promise<AppSecret> {
  const app = codeOf(new Secret({ size: secretBytes }), email)
  const secret = app.secret.base32
  const rows = await tx`
    insert into two_factor (user_id, sealed_secret, created_at) values (${userId}, ${seal(secret, key, userId)}, ${at})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = null,
      created_at = excluded.created_at where two_factor.enabled_at is null
    returning user_id`
  if (rows.length === 0) refuse('two_factor_on')
  return { secret, address: app.toString() }
}

function codeOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 })
}

/** The first key seals. A former one still opens while the secret of the installation is rotated. */
type Keys = readonly [present: Buffer, ...before: Buffer[]]

function openWithAny(sealed: string, keys: Keys, userId: string): string | null {
  for (const key of keys) {
    const secret = openSealed(sealed, key, userId)
    if (secret !== null) return secret
  }
  return null
}

/** Seals every app's secret of a former key with the current one. Returns how many, and how many no key opens. */
export async function resealSecrets(tx: Tx, keys: Keys): Promise<{ resealed: number; unreadable: number }> {
  const rows = await tx<{ userId: string; sealedSecret: string }>`
    select user_id, sealed_secret from two_factor order by user_id for update`
  const [present] = keys
  const count = { resealed: 0, unreadable: 0 }
  for (const { userId, sealedSecret } of rows) {
    if (openSealed(sealedSecret, present, userId) !== null) continue
    const secret = openWithAny(sealedSecret, keys, userId)
    if (secret === null) {
      count.unreadable++
      continue
    }
    await tx`update two_factor set sealed_secret = ${seal(secret, present, userId)} where user_id = ${userId}`
    count.resealed++
  }
  return count
}

/** Turns on what was begun. Returns false when nothing was, or when it is already on. */
export async function enableTwoFactor(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update two_factor set enabled_at = ${at} where user_id = ${userId} and enabled_at is null returning user_id`
  if (rows.length === 0) return false
  await noteAccountEvent(tx, { userId, kind: 'two_factor_on', at })
  return true
}

/**
 * Redeems a code of the app, after which it and earlier ones are refused. `now` is real time, as phones have it. Also
 * refuses every code when the secret was sealed with none of the keys.
 */
export async function redeemAppCode(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
  keys: Keys,
): Promise<boolean> {
  const [row] = await tx<{ sealedSecret: string }>`
    select sealed_secret from two_factor where user_id = ${userId} for update`
  const secret = row && openWithAny(row.sealedSecret, keys, userId)
  if (!secret) return false
  const app = codeOf(Secret.fromBase32(secret), '')
  const timestamp = now.getTime()
  const delta = app.validate({ token: code, timestamp, window: toleratedSteps })
  if (delta === null) return false
  const step = app.counter({ timestamp }) + delta
  return hasRows(tx`
    update two_factor set last_step = ${step}
    where user_id = ${userId} and (last_step is null or last_step < ${step}) returning user_id`)
}

/** Creates ten new recovery codes, which are returned only here, and voids the ones before. */
export async function renewRecoveryCodes(tx: Tx, userId: string, at: Date): Promise<string[]> {
  await tx`delete from recovery_code where user_id = ${userId}`
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode)
  for (const code of codes) {
    await tx`
      insert into recovery_code (user_id, code_hash, created_at)
      values (${userId}, ${hashRecoveryCode(userId, code)}, ${at})`
  }
  return codes
}

/** Returns 80 random bits as letters and digits without look-alikes, in groups of four. */
function makeRecoveryCode(): string {
  return new Secret({ size: 10 }).base32.match(/.{4}/g)?.join('-') ?? ''
}

/** Hashes a recovery code however it is written: in any case, with or without characters between the groups. */
function hashRecoveryCode(userId: string, code: string): string {
  return hashSecret(`${userId}:${code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')}`)
}

/** Redeems a recovery code. Returns false when it is unknown or used. */
export function redeemRecoveryCode(
  tx: Tx,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<boolean> {
  return hasRows(tx`
    update recovery_code set used_at = ${at}
    where user_id = ${userId} and code_hash = ${hashRecoveryCode(userId, code)} and used_at is null returning user_id`)
}

/** Turns two-factor sign-in off and deletes all of it. Returns whether it was on. */
export async function removeTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx`delete from recovery_code where user_id = ${userId}`
  const rows = await tx<{ enabledAt: Date | null }>`
    delete from two_factor where user_id = ${userId} returning enabled_at`
  return rows.some(({ enabledAt }) => enabledAt !== null)
}

/** Turns two-factor sign-in off, ends the named sign-ins, and reports it by mail. Returns false when it was off. */
export async function takeTwoFactorOff(
  tx: Tx,
  services: MailServices,
  { id, email }: { id: string; email: string },
  change: { at: Date; byOperator?: boolean },
  endSessions: (tx: Tx, userId: string) => Promise<void>,
): Promise<boolean> {
  if (!(await removeTwoFactor(tx, id))) return false
  await noteAccountEvent(tx, { userId: id, kind: 'two_factor_off', ...change })
  await endSessions(tx, id)
  await queueMail(tx, services, twoFactorOffMail(email))
  return true
}

/** Returns the keys that encrypt secrets of apps: the current key, and the former one while it is known. */
export function keysOf({ sessionSecret, previousSessionSecret }: Config): Keys {
  const key = deriveKey(sessionSecret, 'two-factor')
  return previousSessionSecret === null ? [key] : [key, deriveKey(previousSessionSecret, 'two-factor')]
}
