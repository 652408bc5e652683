/** A stretch in which the line is dead. All figures are milliseconds. */
interface DeadLine {
  sinceMs: number
  /** How long before it began the line was last known to be alive. */
  unheardMs: number
  /** Sound that had reached the browser and was still to be played. */
  unplayedMs: number
}

/**
 * Measures talk time with a monotonic clock (D70, D191), from the provider's start of the conversation: the time in
 * which the line to the browser is alive. When a dead line comes back, its gap is free except for sound that the
 * browser could play in it or receives after it. A line that never comes back counts until it was last known to be
 * alive. It is never more than has passed. All figures are milliseconds.
 */
export class Meter {
  #nowMs: () => number
  #startedMs: number | null = null
  #endedMs: number | null = null
  #countedMs = 0
  #runningSinceMs: number | null = null
  #dead: DeadLine | null = null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get isStarted(): boolean {
    return this.#startedMs !== null
  }

  start(): void {
    if (this.#startedMs !== null) return
    this.#startedMs = this.#nowMs()
    this.#runningSinceMs = this.#startedMs
  }

  /** Stops counting: the line is known to be dead and nothing is delivered. */
  pause({ unheardMs, unplayedMs }: Omit<DeadLine, 'sinceMs'>): void {
    if (this.#runningSinceMs === null) return
    const sinceMs = this.#nowMs()
    const runningMs = sinceMs - this.#runningSinceMs
    this.#countedMs += runningMs
    this.#runningSinceMs = null
    this.#dead = { sinceMs, unheardMs: Math.min(unheardMs, runningMs), unplayedMs }
  }

  /** Counts again on a line that is alive again; `keptMs` of sound from the gap is delivered now. */
  resume(keptMs: number): void {
    if (!this.#dead || this.#endedMs !== null) return
    const { sinceMs, unplayedMs } = this.#dead
    const nowMs = this.#nowMs()
    // A gap costs as much as could be heard of it, and never more than its length.
    this.#countedMs += Math.min(unplayedMs + keptMs, nowMs - sinceMs)
    this.#dead = null
    this.#runningSinceMs = nowMs
  }

  /** Freezes all figures. */
  end(): void {
    if (this.#startedMs === null || this.#endedMs !== null) return
    this.#endedMs = this.#nowMs()
    if (this.#runningSinceMs !== null) this.#countedMs += this.#endedMs - this.#runningSinceMs
    this.#runningSinceMs = null
  }

  usedMs(): number {
    return this.#usedMs(this.#nowMs())
  }

  /** The part of the time since the start that is not charged. */
  freeMs(): number {
    const nowMs = this.#nowMs()
    return this.#passedMs(nowMs) - this.#usedMs(nowMs)
  }

  #usedMs(nowMs: number): number {
    const runningMs = this.#runningSinceMs === null ? 0 : nowMs - this.#runningSinceMs
    return this.#countedMs + runningMs - (this.#dead?.unheardMs ?? 0)
  }

  #passedMs(nowMs: number): number {
    return this.#startedMs === null ? 0 : (this.#endedMs ?? nowMs) - this.#startedMs
  }
}
