import { type Clock, createClock } from '#server/clock.ts'

export interface TestClock extends Clock {
  /** Moves the time that measures talk, and runs what is due, once; from then on it passes only by moves. */
  moveTalk(ms: number): void
  /** Stops the time that limits count by, so that none of their windows ends during a test. Returns that time. */
  holdReal(): Date
  releaseReal(): void
  /** Lets all time pass by itself again, from where it was moved to. */
  release(): void
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
  /** How far measured time was moved ahead of real time. */
  let aheadMs = 0
  let heldReal: Date | null = null
  const nowMs = () => heldMs ?? clock.monotonicMs() + aheadMs
  const releaseReal = () => {
    heldReal = null
  }

  function arm(timer: Timer): void {
    if (heldMs === null) timer.stopReal = clock.after(Math.max(0, timer.dueMs - nowMs()), () => run(timer))
  }

  function run(timer: Timer): void {
    if (timer.everyMs === 0) timers.delete(timer)
    else {
      timer.dueMs = nowMs() + timer.everyMs
      arm(timer)
    }
    timer.act()
  }

  function add(ms: number, everyMs: number, act: () => void): () => void {
    const timer: Timer = { dueMs: nowMs() + ms, everyMs, act, stopReal: () => {} }
    timers.add(timer)
    arm(timer)
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
    releaseReal,
    release: () => {
      releaseReal()
      if (heldMs === null) return
      aheadMs = heldMs - clock.monotonicMs()
      heldMs = null
      for (const timer of timers) arm(timer)
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
