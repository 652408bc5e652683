import { type Clock, createClock } from '#server/clock.ts'

export interface TestClock extends Clock {
  /**
   * Moves the time that measures talk, and runs what is due. After the first move it passes only by moves. What recurs
   * runs once per move, as after a pause of the process.
   */
  moveTalk(ms: number): void
  /** Stops the time that limits count by, so that none of their windows ends during a test. Returns that time. */
  holdReal(): Date
  releaseReal(): void
}

interface Timer {
  dueMs: number
  /** 0 for what runs once. */
  everyMs: number
  act: () => void
  stopReal: () => void
}

/** The product's clock, with measured and real time that a test can take over. */
export function createTestClock(): TestClock {
  const clock = createClock()
  const timers = new Set<Timer>()
  let heldMs: number | null = null
  let heldReal: Date | null = null
  const nowMs = () => heldMs ?? clock.monotonicMs()

  function run(timer: Timer): void {
    if (timer.everyMs === 0) timers.delete(timer)
    else timer.dueMs = nowMs() + timer.everyMs
    timer.act()
  }

  function add(ms: number, everyMs: number, act: () => void): () => void {
    const timer: Timer = { dueMs: nowMs() + ms, everyMs, act, stopReal: () => {} }
    timers.add(timer)
    if (heldMs === null) timer.stopReal = (everyMs === 0 ? clock.after : clock.every)(ms, () => run(timer))
    return () => {
      timer.stopReal()
      timers.delete(timer)
    }
  }

  return {
    ...clock,
    monotonicMs: nowMs,
    real: () => heldReal ?? clock.real(),
    holdReal: () => (heldReal ??= clock.real()),
    releaseReal: () => {
      heldReal = null
    },
    after: (ms, act) => add(ms, 0, act),
    every: (ms, act) => add(ms, ms, act),
    moveTalk: (ms) => {
      if (heldMs === null) for (const timer of timers) timer.stopReal()
      // Whole milliseconds, so that figures come out exactly.
      heldMs = Math.ceil(nowMs()) + ms
      for (const timer of [...timers].toSorted((one, other) => one.dueMs - other.dueMs)) {
        if (timer.dueMs <= heldMs && timers.has(timer)) run(timer)
      }
    },
  }
}
