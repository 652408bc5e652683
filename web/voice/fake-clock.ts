export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** A clock that only advances when asked to. */
export class FakeClock {
  #now = 1000
  #nextId = 1
  readonly #timers = new Map<number, { at: number; run: () => void }>()

  now = (): number => this.#now
  setTimeout = (run: () => void, ms: number): number => {
    this.#timers.set(this.#nextId, { at: this.#now + ms, run })
    return this.#nextId++
  }
  clearTimeout = (id: number): void => void this.#timers.delete(id)

  get pending(): number {
    return this.#timers.size
  }

  /** Runs every timer that falls due, in order, and lets promises settle in between. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settle()
      const due = [...this.#timers].filter(([, timer]) => timer.at <= until).toSorted((a, b) => a[1].at - b[1].at)[0]
      if (!due) break
      this.#timers.delete(due[0])
      this.#now = Math.max(this.#now, due[1].at)
      due[1].run()
    }
    this.#now = until
  }
}
