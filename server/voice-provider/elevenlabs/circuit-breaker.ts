const failuresToOpen = 5
const firstProbeMs = 1000
const longestProbeMs = 30_000
/** After this long without a call, a probe asks whether the service works. */
const idleMs = 60_000

/**
 * Tracks whether an outside service works. Consecutive failures open the breaker: calls then fail at once, until the
 * service answers a probe, for which no person waits. Times are real and monotonic.
 */
export class CircuitBreaker {
  #nowMs: () => number
  #failures = 0
  #isOpen = false
  #probeAtMs: number
  #waitMs = firstProbeMs

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
    this.#probeAtMs = nowMs() + idleMs
  }

  /** Whether calls should not reach the service. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Notes that the service answered, whatever it said. */
  answered(): void {
    this.#failures = 0
    this.#isOpen = false
    this.#probeAtMs = this.#nowMs() + idleMs
  }

  /** Notes that the service did not answer, or failed by itself. */
  failed(): void {
    this.#failures++
    if (this.#isOpen || this.#failures < failuresToOpen) return
    this.#isOpen = true
    this.#waitMs = firstProbeMs
    this.#probeAtMs = this.#nowMs() + firstProbeMs
  }

  /** Returns whether to probe the service. After true, it returns false until the next probe is due. */
  takeProbe(): boolean {
    if (this.#nowMs() < this.#probeAtMs) return false
    if (this.#isOpen) this.#waitMs = Math.min(this.#waitMs * 2, longestProbeMs)
    this.#probeAtMs = this.#nowMs() + (this.#isOpen ? this.#waitMs : idleMs)
    return true
  }
}
