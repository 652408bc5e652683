/**
 * Measures talk time with a monotonic clock (D70): from the provider's conversation start, without the stretches in
 * which the person's socket was gone. All figures are milliseconds.
 */
export class Meter {
  #nowMs: () => number
  #usedMs = 0
  #runningSinceMs: number | null = null
  #pausedSinceMs: number | null = null
  #awayMs = 0
  #isStarted = false

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#runningSinceMs = this.#nowMs()
  }

  /** Stops counting as of `atMs`, which may lie back: the last sign of the person. */
  pause(atMs = this.#nowMs()): void {
    if (this.#runningSinceMs === null) return
    this.#usedMs += Math.max(0, atMs - this.#runningSinceMs)
    this.#runningSinceMs = null
    this.#pausedSinceMs = atMs
  }

  resume(): void {
    if (!this.#isStarted || this.#runningSinceMs !== null) return
    this.#awayMs = this.awayMs()
    this.#pausedSinceMs = null
    this.#runningSinceMs = this.#nowMs()
  }

  /** Time since the conversation's start that was not counted. */
  awayMs(): number {
    return this.#awayMs + (this.#pausedSinceMs === null ? 0 : this.#nowMs() - this.#pausedSinceMs)
  }

  usedMs(): number {
    return this.#usedMs + (this.#runningSinceMs === null ? 0 : this.#nowMs() - this.#runningSinceMs)
  }
}
