/** Finds objects by an id that they refer to, without searching all of them. */
export class ReferenceIndex<T extends { id: string }> {
  readonly #referenceOf: (object: T) => string | null
  readonly #referring = new Map<string, Map<string, T>>()
  readonly #references = new Map<string, string | null>()

  constructor(referenceOf: (object: T) => string | null) {
    this.#referenceOf = referenceOf
  }

  /** Indexes an object, new or changed. */
  put(object: T): void {
    const reference = this.#referenceOf(object)
    const before = this.#references.get(object.id) ?? null
    if (before !== null && before !== reference) this.#referring.get(before)?.delete(object.id)
    this.#references.set(object.id, reference)
    if (reference === null) return
    const referring = this.#referring.get(reference) ?? new Map<string, T>()
    this.#referring.set(reference, referring)
    referring.set(object.id, object)
  }

  /** Returns those that refer to the id, oldest first. */
  list(reference: string): T[] {
    return [...(this.#referring.get(reference)?.values() ?? [])]
  }
}
