export type Clock = {
  /** Seconds since 1970: the moment being lived through, else the stand-ins' time. */
  nowS(): number
  /** Does work as of a moment in the past, in seconds. */
  during(atS: number, work: () => void): void
}

/** The time of everything at the stand-in's Stripe; `nowMs` is the stand-ins' clock. */
export function createClock(nowMs: () => number): Clock {
  let simulatedS: number | null = null
  return {
    nowS: () => simulatedS ?? Math.floor(nowMs() / 1000),
    during(atS, work) {
      simulatedS = atS
      try {
        work()
      } finally {
        simulatedS = null
      }
    },
  }
}
