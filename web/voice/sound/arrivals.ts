/** A response without new sound for this long has probably arrived whole: providers send faster than they speak. */
const wholeAfterMs = 400

/** How much sound of each response has arrived, which tells the captions how fast the agent speaks. */
export class Arrivals {
  readonly #arrived = new Map<number, { ms: number; atMs: number }>()

  /** Notes sound of `ms` that arrived at `nowMs`. */
  add(eventId: number, ms: number, nowMs: number): void {
    this.#arrived.set(eventId, { ms: (this.#arrived.get(eventId)?.ms ?? 0) + ms, atMs: nowMs })
  }

  /** Returns what has arrived of the response that is playing, and forgets the ones before it. */
  of(eventId: number, nowMs: number): { arrivedMs: number; isWhole: boolean } {
    for (const id of this.#arrived.keys()) if (id < eventId) this.#arrived.delete(id)
    const arrived = this.#arrived.get(eventId)
    if (!arrived) return { arrivedMs: 0, isWhole: false }
    return { arrivedMs: arrived.ms, isWhole: nowMs - arrived.atMs > wholeAfterMs }
  }
}
