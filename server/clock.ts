/** The only source of business time; everything below gets it as a parameter `at`. */
export interface Clock {
  /** Business time: real time plus an offset that a stand-in may have set. */
  now(): Date
  /** Real time, for what must not follow the business clock: sign-in sessions and limits. */
  real(): Date
  /** Milliseconds that only increase, for measuring. */
  monotonicMs(): number
  /** Runs `act` once when this many measured milliseconds have passed. Returns what cancels it. */
  after(ms: number, act: () => void): () => void
  /** Runs `act` again and again, this many measured milliseconds apart. Returns what stops it. */
  every(ms: number, act: () => void): () => void
  /** Moves business time. Resolves when everything that follows it has caught up. */
  setOffset(offsetMs: number): Promise<void>
  /** Calls the listener after each move of business time. */
  onMoved(listener: () => Promise<void>): void
}

export function createClock(): Clock {
  let offsetMs = 0
  const listeners: (() => Promise<void>)[] = []
  return {
    now: () => new Date(Date.now() + offsetMs),
    real: () => new Date(),
    monotonicMs: () => performance.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    every: (ms, act) => {
      const timer = setInterval(act, ms)
      return () => clearInterval(timer)
    },
    setOffset: async (newOffsetMs) => {
      if (newOffsetMs === offsetMs) return
      offsetMs = newOffsetMs
      for (const listener of listeners) await listener()
    },
    onMoved: (listener) => void listeners.push(listener),
  }
}
