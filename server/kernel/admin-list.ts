import { normalizeAddress, searchable } from '#contract/identity/typed-text.ts'
import { orderBy, type SortKeys } from '../database/sql.ts'

/** What the lists of the admin panel have in common: search, sort order, pages and a total (D150, D166). */

export interface ListQuery {
  search?: string | undefined
  /** A column; a minus before it reverses the order. */
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export interface Page<Row> {
  rows: Row[]
  /** The number of matches on all pages. */
  total: number
}

/**
 * Returns a list query as a statement takes it: `pattern` for `like` with the SQL function `searchable`, null when
 * everything matches, and what `orderBy` makes of the order.
 */
export function readListQuery({ search, sort, limit, offset }: ListQuery, fallback: string, keys: SortKeys) {
  return {
    pattern: search ? patternOf(search) : null,
    ...orderBy(sort ?? fallback, keys),
    limit: limit ?? 1000,
    offset: offset ?? 0,
  }
}

/** Returns what `like` finds text with, regardless of case and accents (D200). A whole address is found as stored. */
export function patternOf(search: string): string {
  const words = searchable(search.includes('@') ? normalizeAddress(search) : search)
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * Returns the page from rows that each carry the total. The statement left-joins the page to the total, so that the
 * total comes even with an empty page, as a row without an id.
 */
export function toPage<Row extends { id: unknown; total: number }>(rows: Row[]): Page<Row> {
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** Returns a page with each row in another form. */
export async function pageOf<Row, Shown>(page: Promise<Page<Row>>, show: (row: Row) => Shown): Promise<Page<Shown>> {
  const { rows, total } = await page
  return { rows: rows.map(show), total }
}

const dayMs = 24 * 60 * 60_000

/** Returns calendar days in UTC, both included, as a span of time; null where it has no end. */
export function readDays({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const begin = (day: string | undefined, later: number) =>
    day === undefined ? null : new Date(Date.parse(day) + later)
  return { from: begin(from, 0), before: begin(to, dayMs) }
}
