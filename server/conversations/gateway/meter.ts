/**
 * Measures talk time with a monotonic clock (D70, D176): from the provider's start of the conversation, the time in
 * which the line to the browser is alive, plus the length of the agent's sound that is delivered after a gap, never
 * more than has passed. All figures are milliseconds.
 */
export class Meter {
  #nowMs: () => number
  #startedMs: number | null = null
  #endedMs: number | null = null
  #countedMs = 0
  #runningSinceMs: number | null = null

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
  pause(): void {
    if (this.#runningSinceMs === null) return
    this.#countedMs += this.#nowMs() - this.#runningSinceMs
    this.#runningSinceMs = null
  }

  /** Counts again on a line that is alive again; `soundMs` of the gap is delivered now. */
  resume(soundMs: number): void {
    if (this.#startedMs === null || this.#endedMs !== null) return
    this.#countedMs += soundMs
    this.#runningSinceMs ??= this.#nowMs()
  }

  /** Freezes all figures. */
  end(): void {
    this.pause()
    if (this.#startedMs !== null) this.#endedMs ??= this.#nowMs()
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
    // A provider sends faster than real time, so the sound of a gap may be longer than the gap.
    return Math.min(this.#countedMs + runningMs, this.#passedMs(nowMs))
  }

  #passedMs(nowMs: number): number {
    return this.#startedMs === null ? 0 : (this.#endedMs ?? nowMs) - this.#startedMs
  }
}
