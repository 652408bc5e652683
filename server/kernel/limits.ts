import type { DeclaredCode } from '#contract/index.ts'
import type { Tx } from '../database/sql.ts'
import { refusals, refuse } from './problem.ts'
import type { Services } from './services.ts'

/** A counter shared by several processes. It runs in real time, because limits must not move with business time. */
export interface Limit {
  /** What is counted, for example `register:ip:127.0.0.1`. */
  key: string
  max: number
  windowMinutes: number
  /** Whether it also holds where an installation raises the limits. */
  isFixed?: true
  /** The refusal of the call when it is used up; `too_many_attempts` unless given. */
  refusal?: DeclaredCode | 'too_many_requests'
}

type Counting = Pick<Services, 'clock' | 'config'>

/**
 * Counts one attempt under every limit, or under none when one of them is used up; then returns the seconds to wait.
 * Counting comes before the attempt, so that many at once cannot pass a limit together.
 */
export async function takeAttempt(
  tx: Tx,
  { clock, config }: Counting,
  limits: Limit[],
  at = clock.real(),
): Promise<number | null> {
  for (const [index, limit] of limits.entries()) {
    const { start, end } = windowOf(limit, at)
    const [row] = await tx<{ hits: number }>`
      insert into rate_limit (key, window_start, hits, expires_at) values (${limit.key}, ${start}, 1, ${end})
      on conflict (key, window_start) do update set hits = rate_limit.hits + 1 returning hits`
    if (row && row.hits <= limit.max * (limit.isFixed ? 1 : config.rateLimitFactor)) continue
    await giveAttemptBack(tx, limits.slice(0, index + 1), at)
    return Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000))
  }
  return null
}

/** Counts one attempt, or refuses it when the limit is used up. Whatever refuses it later also gives it back. */
export async function requireAttempt(tx: Tx, services: Counting, limit: Limit): Promise<void> {
  refuseWhile(await takeAttempt(tx, services, [limit]), limit)
}

/** Counts one attempt in a transaction of its own, so that it counts whatever comes of it, or refuses it. */
export async function countAttempt(services: Counting & Pick<Services, 'database'>, ...limits: Limit[]): Promise<void> {
  refuseWhile(await services.database.write((tx) => takeAttempt(tx, services, limits)), limits[0])
}

function refuseWhile(retryAfterSeconds: number | null, { refusal = 'too_many_attempts' }: Partial<Limit> = {}): void {
  if (retryAfterSeconds === null) return
  if (refusal === 'too_many_requests') throw refusals.tooMany(retryAfterSeconds)
  refuse(refusal, { retryAfterSeconds })
}

/** Gives back an attempt that was counted at `at` and turned out not to be a failure. */
export async function giveAttemptBack(tx: Tx, limits: Limit[], at: Date): Promise<void> {
  for (const limit of limits) {
    await tx`
      update rate_limit set hits = hits - 1 where key = ${limit.key} and window_start = ${windowOf(limit, at).start}`
  }
}

export async function deleteOldLimits(tx: Tx, at: Date): Promise<void> {
  await tx`delete from rate_limit where expires_at < ${at}`
}

function windowOf(limit: Limit, at: Date): { start: Date; end: Date } {
  const lengthMs = limit.windowMinutes * 60_000
  const startMs = Math.floor(at.getTime() / lengthMs) * lengthMs
  return { start: new Date(startMs), end: new Date(startMs + lengthMs) }
}
