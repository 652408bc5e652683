/** Time for everything outside the audio threads; tests use their own. */
export interface Clock {
  /** Milliseconds on performance.now()'s scale. */
  now: () => number
  setTimeout: (run: () => void, ms: number) => number
  clearTimeout: (id: number) => void
}

/** Timers by name: setting one again replaces it, and all can be cleared at once. */
export class Timers<Name extends string> {
  readonly #clock: Clock
  readonly #ids = new Map<Name, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(name: Name, ms: number, run: () => void): void {
    this.clear(name)
    const id = this.#clock.setTimeout(() => {
      this.#ids.delete(name)
      run()
    }, ms)
    this.#ids.set(name, id)
  }

  clear(name: Name): void {
    const id = this.#ids.get(name)
    if (id !== undefined) this.#clock.clearTimeout(id)
    this.#ids.delete(name)
  }

  clearAll(): void {
    for (const name of this.#ids.keys()) this.clear(name)
  }
}
