/** A row of the error catalogue: the exact toast, and its cause. */
export interface CatalogueRow {
  title: string
  text: string | null
  /** What goes wrong, or well. */
  when: string
  /** The call in which it happens; none where the browser itself finds out. */
  call: string | null
}

export function row(title: string, text: string | null, when: string, call: string | null): CatalogueRow {
  return { title, text, when, call }
}
