/** Work that is done one piece at a time. Owners take turns, so that the many pieces of one hold up nobody else. */

interface Waiting {
  owner: string
  work: () => Promise<unknown>
  settle: (result: Promise<unknown>) => void
}

export class Turns {
  readonly #waiting: Waiting[] = []
  #isBusy = false
  #lastOwner = ''

  /** Returns the result of a piece of work, which begins when it is its owner's turn. */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve) => {
      this.#waiting.push({ owner, work, settle: (result) => resolve(result as Promise<Result>) })
      if (!this.#isBusy) void this.#go()
    })
  }

  async #go(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#next(); next; next = this.#next()) {
      this.#lastOwner = next.owner
      const result = next.work()
      next.settle(result)
      await result.catch(() => undefined)
    }
    this.#isBusy = false
  }

  /** Returns the oldest piece of somebody else than the last one, or else the oldest. */
  #next(): Waiting | undefined {
    const other = this.#waiting.findIndex(({ owner }) => owner !== this.#lastOwner)
    return this.#waiting.splice(Math.max(0, other), 1)[0]
  }
}
