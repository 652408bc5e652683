/** When the line last died, and when it came back after that; null for what did not happen. */
export interface Gap {
  lostAt: Date | null
  backAt: Date | null
}

/** Dates the last gap in a conversation's line. What happens after the end is no gap. */
export class LineGap {
  #now: () => Date
  #gap: Gap = { lostAt: null, backAt: null }
  #isOver = false

  constructor(now: () => Date) {
    this.#now = now
  }

  get last(): Gap {
    return this.#gap
  }

  dead(): void {
    const isKnown = this.#gap.lostAt !== null && this.#gap.backAt === null
    if (!isKnown && !this.#isOver) this.#gap = { lostAt: this.#now(), backAt: null }
  }

  alive(): void {
    const { lostAt, backAt } = this.#gap
    if (lostAt && !backAt && !this.#isOver) this.#gap = { lostAt, backAt: this.#now() }
  }

  end(): void {
    this.#isOver = true
  }
}
