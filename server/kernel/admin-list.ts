import * as z from 'zod/mini'
import { mostCounted } from '#contract/call.ts'
import { normalizeAddress } from '#contract/identity/typed-address.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { orderBy, type SortKeys } from '../database/sql.ts'
import { Problem } from './problem.ts'

/** Lists have search, sort order, pages and a total in common (D150, D166). */

/** The rows of an answer, unless a client asks for fewer (D166). */
const usualRows = 1000
/** An answer ends before the row that would make it longer, so that no list holds up the thread's other work. */
const usualBytes = 48_000

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
  /** The key of each row, for a list that goes on by key; it has one row more than was asked for, if there is one. */
  keys?: readonly RowKey[]
}

/** The row behind which a page begins: the value that the list is sorted by, and the id. */
export type RowKey = readonly [sortedBy: string, id: string]

/** The part of a list that a client asks for. */
export interface Span {
  limit: number
  offset: number
  /** The row behind which the part begins, in lists that go on by key; null begins at `offset`. */
  after: RowKey | null
  /** Without it, the part has all its rows, however long it is. */
  mostBytes?: number
}

/**
 * Returns the part of a list that a query asks for: by its length and where it begins, in numbers or by a cursor. A client
 * that names a length gets it, because its next `offset` counts on it.
 */
export function readSpan(query: { limit?: number; offset?: number; after?: string }): Span {
  const { limit = usualRows, offset = 0, after } = query
  const start = after === undefined ? offset : readCursor(after)
  const where = typeof start === 'number' ? { offset: start, after: null } : { offset: 0, after: start }
  return { limit, ...where, ...(query.limit === undefined && { mostBytes: usualBytes }) }
}

const rowKey = z.tuple([textOfKey(), textOfKey()])

function textOfKey() {
  return z.string().check(z.regex(/^[^\0]*$/))
}

/** Cursors are opaque to clients: the number of rows before a page, or the key of the last one. */
function readCursor(cursor: string): number | RowKey {
  const start = z.safeParse(z.union([z.int().check(z.minimum(0)), rowKey]), parseJson(cursor))
  if (start.success) return start.data
  throw new Problem(400, 'invalid_query', 'Please send a cursor as it came.', { field: 'after' })
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** As much of a list as one answer holds. */
export interface Cut {
  /** The rows as JSON. */
  text: string
  total: number
  /** The cursor of the next page; null after the last row. */
  next: string | null
}

/** Cuts an answer from a whole list, or from a page that the database has cut; `show` makes a row what clients get. */
export function cutPage<Row>(list: readonly Row[] | Page<Row>, span: Span, show: (row: Row) => unknown): Cut {
  const page: Page<Row> = 'rows' in list ? list : { rows: list.slice(span.offset), total: list.length }
  const { rows, total, keys } = page
  if (span.after && !keys)
    throw new Problem(400, 'invalid_query', 'Please send a cursor as it came.', { field: 'after' })
  const texts: string[] = []
  let bytes = 2
  for (const row of rows.slice(0, span.limit)) {
    const text = JSON.stringify(show(row))
    bytes += Buffer.byteLength(text) + 1
    if (bytes > (span.mostBytes ?? Infinity) && texts.length > 0) break
    texts.push(text)
  }
  const count = texts.length
  // A total that was not counted to its end says nothing about the last row.
  const isWhole = total > mostCounted ? rows.length < span.limit : span.offset + rows.length >= total
  const isLast = count === 0 || (count === rows.length && (keys !== undefined || isWhole))
  const start = keys?.[count - 1] ?? span.offset + count
  const next = isLast ? null : Buffer.from(JSON.stringify(start)).toString('base64url')
  return { text: `[${texts.join(',')}]`, total, next }
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
