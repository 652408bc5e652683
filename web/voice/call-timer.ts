/** Counts the conversation's seconds as the gateway does, and continues between its ticks (D73). Times in ms. */
export class CallTimer {
  #baseMs = 0
  #leftAtBaseMs: number | null = null
  /** Start of the running stretch; null while stopped. */
  #since: number | null = null

  start(now: number): void {
    this.#since ??= now
  }

  /** Stops counting, as while the socket is gone (D70). */
  pause(now: number): void {
    this.#rebase(now)
    this.#since = null
  }

  reset(): void {
    this.#baseMs = 0
    this.#leftAtBaseMs = null
    this.#since = null
  }

  /** Adopts the gateway's figures. */
  correct(now: number, usedSeconds: number, secondsLeft: number): void {
    this.#baseMs = usedSeconds * 1000
    this.#leftAtBaseMs = secondsLeft * 1000
    if (this.#since !== null) this.#since = now
  }

  /** Adopts only the remaining seconds. */
  correctLeft(now: number, secondsLeft: number): void {
    this.#rebase(now)
    this.#leftAtBaseMs = secondsLeft * 1000
  }

  elapsedSeconds(now: number): number {
    return Math.floor((this.#baseMs + this.#running(now)) / 1000)
  }

  /** Returns the seconds left; null until the gateway has sent them. */
  secondsLeft(now: number): number | null {
    if (this.#leftAtBaseMs === null) return null
    return Math.max(0, Math.ceil((this.#leftAtBaseMs - this.#running(now)) / 1000))
  }

  /** Returns the time until the displayed second changes. */
  msToNextSecond(now: number): number {
    return 1000 - ((this.#baseMs + this.#running(now)) % 1000)
  }

  #running(now: number): number {
    return this.#since === null ? 0 : now - this.#since
  }

  #rebase(now: number): void {
    const running = this.#running(now)
    this.#baseMs += running
    if (this.#leftAtBaseMs !== null) this.#leftAtBaseMs -= running
    if (this.#since !== null) this.#since = now
  }
}
