import type { Tx } from '../database/sql.ts'

/** Counters that hold over several processes; `at` is real time, since limits must not move with business time. */
export interface Limit {
  /** What is counted, for example `register:ip:127.0.0.1`. */
  key: string
  max: number
  windowMinutes: number
}

/** Counts one attempt; answers the seconds to wait when the limit is exceeded, else null. */
export async function countAttempt(tx: Tx, limit: Limit, factor: number, at: Date): Promise<number | null> {
  const { start, end } = windowOf(limit, at)
  const [row] = await tx<{ hits: number }>`
    insert into rate_limit (key, window_start, hits, expires_at) values (${limit.key}, ${start}, 1, ${end})
    on conflict (key, window_start) do update set hits = rate_limit.hits + 1 returning hits`
  return row && row.hits > limit.max * factor ? secondsUntil(end, at) : null
}

/** Whether a limit is already used up, without counting; seconds to wait, else null. */
export async function checkLimit(tx: Tx, limit: Limit, factor: number, at: Date): Promise<number | null> {
  const { start, end } = windowOf(limit, at)
  const [row] = await tx<{ hits: number }>`
    select hits from rate_limit where key = ${limit.key} and window_start = ${start}`
  return row && row.hits >= limit.max * factor ? secondsUntil(end, at) : null
}

export async function forgetOldLimits(tx: Tx, at: Date): Promise<void> {
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
