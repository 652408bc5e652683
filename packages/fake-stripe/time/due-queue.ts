type Entry = { id: string; at: number }

/** Finds which id is due first, among many whose moments change: a binary heap that skips outdated entries. */
export class DueQueue {
  readonly #heap: Entry[] = []
  readonly #current = new Map<string, number>()

  /** Sets the moment of an id; null removes it. */
  set(id: string, at: number | null): void {
    if (at === null) this.#current.delete(id)
    else if (this.#current.get(id) !== at) {
      this.#current.set(id, at)
      this.#push({ id, at })
    }
  }

  first(): Entry | null {
    for (;;) {
      const [top] = this.#heap
      if (top === undefined) return null
      if (this.#current.get(top.id) === top.at) return top
      this.#pop()
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let place = heap.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (heap[parent]!.at <= entry.at) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = place * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1
      if (heap[child]!.at >= last.at) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}
