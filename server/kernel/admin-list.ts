/** What the lists of the admin panel have in common: search, sort, pages and a total (D150, D166). */

export interface ListQuery {
  search?: string | undefined
  /** A column, with a minus before it the other way round. */
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface Page<Row> {
  rows: Row[]
  /** How many match on all pages. */
  total: number
}

/** A list query as a statement takes it: `pattern` for `ilike`, null when everything matches. */
export function readListQuery(query: ListQuery, fallback: string) {
  const sort = query.sort ?? fallback
  return {
    pattern: query.search ? `%${query.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null,
    column: sort.replace(/^-/, ''),
    isDown: sort.startsWith('-'),
    limit: query.limit ?? 1000,
    offset: query.offset ?? 0,
  }
}

/**
 * The page out of rows that each carry the total. The statement joins the total with the page from the left, so that it
 * comes also when the page is empty, as a row without an id.
 */
export function toPage<Row extends { id: unknown; total: number }>(rows: Row[]): Page<Row> {
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}
