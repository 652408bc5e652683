import type { Tx } from '../database/sql.ts'

/** Counters shared by several processes. `at` is real time, because limits must not move with business time. */
export interface Limit {
  /** What is counted, for example `register:ip:127.0.0.1`. */
  key: string
  max: number
  windowMinutes: number
}

/** Counts one attempt. Returns the seconds to wait when the limit is exceeded, otherwise null. */
export async function countAttempt(tx: Tx, limit: Limit, factor: number, at: Date): Promise<number | null> {
  const { start, end } = windowOf(limit, at)
  const [row] = await tx<{ hits: number }>`
    insert into rate_limit (key, window_start, hits, expires_at) values (${limit.key}, ${start}, 1, ${end})
    on conflict (key, window_start) do update set hits = rate_limit.hits + 1 returning hits`
  return row && row.hits > limit.max * factor ? secondsUntil(end, at) : null
}

/**
 * Counts one attempt under every limit, or under none when one of them is used up; then returns the seconds to wait.
 * Counting comes before the attempt, so that many at once cannot pass a limit together.
 */
export async function takeAttempt(tx: Tx, limits: Limit[], factor: number, at: Date): Promise<number | null> {
  for (const [index, limit] of limits.entries()) {
    const waitSeconds = await countAttempt(tx, limit, factor, at)
    if (waitSeconds === null) continue
    await giveAttemptBack(tx, limits.slice(0, index + 1), at)
    return waitSeconds
  }
  return null
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

function secondsUntil(end: Date, at: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000))
}
