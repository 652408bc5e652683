export type Clock = {
  /** Returns seconds since 1970: the moment being simulated, otherwise the stand-ins' time. */
  nowS(): number
  /** Does work as of a past moment, in seconds. */
  during(atS: number, work: () => void): void
}

/** Creates the time of everything at the stand-in's Stripe; `nowMs` is the stand-ins' clock. */
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
