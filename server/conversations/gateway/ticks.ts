import { setTimeout as delay } from 'node:timers/promises'
import type { SessionTick, TalkBound } from '#contract/conversations/voice-socket.ts'
import { watchBalance } from '../../billing/auto-purchase/watch-balance.flow.ts'
import { isBadData } from '../../database/sql.ts'
import { mayGoOn } from '../policies.ts'
import type { Services } from '../services.ts'
import { aheadMs, type OpenedConversation, type Progress, type RecordedTick, recordTicks } from '../voice-sessions.ts'

const tickMs = 5000
/** Conversations that are due in the same part of a second are recorded together. */
const roundMs = 250
/** Keeps the time short for which one statement holds its accounts. */
const mostAtOnce = 50
const firstPauseMs = 15
/** A conversation that stays busy for longer is recorded with its next tick; 60 s are held ahead of it. */
const maxBusyMs = 10_000

interface Order {
  id: string
  progress: Progress
}

interface Asked extends Order {
  resolve(tick: RecordedTick | 'busy' | null): void
  reject(error: unknown): void
}

/** The ticks of all conversations of this process: those of the same moment are one statement. */
export class Ticks {
  #services: Pick<Services, 'database' | 'clock'>
  #schedule = new Set<{ dueMs: number; act: () => void }>()
  #asked: Asked[] = []
  #stopRounds: () => void

  constructor(services: Pick<Services, 'database' | 'clock'>) {
    this.#services = services
    this.#stopRounds = services.clock.every(roundMs, () => this.#runDue())
  }

  /** Runs `act` every 5 s, at the same moments as other conversations. Returns what stops it. */
  every(act: () => void): () => void {
    const entry = { dueMs: this.#services.clock.monotonicMs() + tickMs, act }
    this.#schedule.add(entry)
    return () => this.#schedule.delete(entry)
  }

  /**
   * Records the tick of one conversation, in one statement with all others of this moment. Returns null when it was
   * ended elsewhere. Throws when the database is away, and when others have been changing its account for 10 s.
   */
  async record(order: Order): Promise<RecordedTick | null> {
    const askedMs = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, roundMs)) {
      const tick = await this.#join(order)
      if (tick !== 'busy') return tick
      if (performance.now() - askedMs > maxBusyMs) throw new Error('Others kept a conversation or its account locked')
      await delay(pauseMs)
    }
  }

  stop(): void {
    this.#stopRounds()
  }

  #runDue(): void {
    const nowMs = this.#services.clock.monotonicMs()
    for (const entry of this.#schedule) {
      // The round that is nearest to the due time.
      if (entry.dueMs - nowMs > roundMs / 2) continue
      entry.dueMs = nowMs + tickMs
      entry.act()
    }
  }

  #join(order: Order): Promise<RecordedTick | 'busy' | null> {
    // Everything that is asked before this turn of the event loop ends goes along.
    if (this.#asked.length === 0) setImmediate(() => void this.#flush())
    return new Promise((resolve, reject) => this.#asked.push({ ...order, resolve, reject }))
  }

  async #flush(): Promise<void> {
    const asked = this.#asked
    this.#asked = []
    for (let from = 0; from < asked.length; from += mostAtOnce) {
      await this.#recordTogether(asked.slice(from, from + mostAtOnce))
    }
  }

  async #recordTogether(asked: Asked[]): Promise<void> {
    const { database, clock } = this.#services
    try {
      const ticks = await recordTicks(database.step, asked, { at: clock.now(), real: clock.real() })
      for (const [i, { resolve }] of asked.entries()) resolve(ticks[i] ?? null)
    } catch (error) {
      // One conversation that cannot be recorded must not end the others.
      if (asked.length > 1 && isBadData(error)) for (const each of asked) await this.#recordTogether([each])
      else for (const { reject } of asked) reject(error)
    }
  }
}

export type LeaseState =
  /**
   * `heldMs` is the total; `leftMs` counts from `progress`; `secondsLeft` are whole seconds, so that used and left seconds add
   * up to the same sum at every tick; `isLast`: nothing is left beyond the hold; `bound`: what will end the
   * conversation.
   */
  | {
      state: 'running'
      heldMs: number
      leftMs: number
      secondsLeft: number
      isLast: boolean
      bound: TalkBound
    }
  | { state: 'ended_elsewhere' | 'no_access' }

/**
 * Records progress and renews the hold to 60 s ahead as far as the balance reaches (D69). Also checks whether the
 * person may still talk (D92).
 */
export async function renewLease(
  services: Services & { ticks: Ticks },
  opened: Pick<OpenedConversation, 'id' | 'accountId' | 'organizationId' | 'isTest'>,
  progress: Progress,
): Promise<LeaseState> {
  const tick = await services.ticks.record({ id: opened.id, progress })
  if (!tick) return { state: 'ended_elsewhere' }
  // A low balance starts an auto-purchase during a conversation too (D45), which need not wait for it.
  if (tick.isLow) void watchBalance(services, opened.accountId)
  if (!mayGoOn(opened, tick, services.clock.now())) return { state: 'no_access' }
  const { heldMs, freeMs, isBudget } = tick
  const { usedMs } = progress
  const heldLeftMs = Math.max(0, heldMs - usedMs)
  const leftMs = heldLeftMs + freeMs
  const secondsLeft = Math.floor((usedMs + leftMs) / 1000) - Math.floor(usedMs / 1000)
  const isLast = freeMs === 0 && heldLeftMs < aheadMs
  return { state: 'running', heldMs, leftMs, secondsLeft, isLast, bound: isBudget ? 'budget' : 'balance' }
}

/** Returns what the browser receives about a tick (D73, D190). */
export function tickOf({ usedMs }: Progress, lease: Extract<LeaseState, { state: 'running' }>): SessionTick {
  const { secondsLeft: seconds_left, bound } = lease
  return {
    type: 'session_tick',
    session_tick_event: { used_seconds: Math.floor(usedMs / 1000), seconds_left, bound },
  }
}
