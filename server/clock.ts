/** The only source of business time; everything below gets it as a parameter `at`. */
export interface Clock {
  /** Business time: real time plus the offset that a stand-in may have moved. */
  now(): Date
  /** Real time, for what must not move with the business clock: sign-in sessions and limits. */
  real(): Date
  /** Milliseconds that only ever grow, for measuring. */
  monotonicMs(): number
  setOffset(offsetMs: number): void
}

export function createClock(): Clock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    real: () => new Date(),
    monotonicMs: () => performance.now(),
    setOffset: (newOffsetMs) => {
      offsetMs = newOffsetMs
    },
  }
}
