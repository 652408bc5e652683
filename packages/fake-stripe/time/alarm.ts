const LONGEST_WAIT_MS = 3_600_000

/** Calls back at one moment of a clock, without keeping the process alive. */
export class Alarm {
  readonly #nowMs: () => number
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(nowMs: () => number, ring: () => void) {
    this.#nowMs = nowMs
    this.#ring = ring
  }

  /** Sets another moment, in milliseconds since 1970; null for never. It may ring early, at least hourly. */
  set(atMs: number | null): void {
    clearTimeout(this.#timer)
    if (atMs === null) return
    const waitMs = Math.min(Math.max(0, atMs - this.#nowMs()), LONGEST_WAIT_MS)
    this.#timer = setTimeout(this.#ring, waitMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
