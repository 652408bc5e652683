import { createHash } from 'node:crypto'
import pg, { type QueryArrayConfig, type QueryArrayResult } from 'pg'
import { inStatement } from '../spans.ts'

/** A row with camelCase names; its values are what the columns hold. */
export type Row = Record<string, unknown>

/**
 * Runs a statement written as a template: values become parameters, lists made by `columns` and what `orderBy` returns
 * become part of the text, and columns come back in camelCase. Each statement is prepared once per connection.
 */
export interface Sql {
  <R extends object = Row>(statement: TemplateStringsArray, ...values: unknown[]): Promise<R[]>
}

/** A handle that may write: a transaction, or single statements. Functions of one statement take either. */
export type Step = Sql & { readonly mayWrite: true }

/** One open transaction. Rules take it first and never open one themselves. */
export type Tx = Step & {
  readonly transaction: true
  readonly mayTakeLong: true
  /** For libraries that bring their own statements and must join this transaction. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** Reads outside a transaction. A transaction can stand in wherever reading is enough. */
export type Read = Sql

/** Reads whose time grows with the data: lists, figures, exports, comparisons. They wait only for each other. */
export type LongRead = Sql & { readonly mayTakeLong: true }

/** Returns the first row of a statement; null without any. */
export async function first<R>(rows: Promise<R[]>): Promise<R | null> {
  return (await rows)[0] ?? null
}

/** Returns the only column of the first row; null without a row. */
export async function firstValue<R extends object>(rows: Promise<R[]>): Promise<R[keyof R] | null> {
  return (await allValues(rows))[0] ?? null
}

/** Returns the only column of the first row as a count; 0 without a row. */
export async function countOf(rows: Promise<Record<string, number>[]>): Promise<number> {
  return (await firstValue(rows)) ?? 0
}

/** Returns the only column of the first row as a yes or no; false without a row. */
export async function isTrue(rows: Promise<Record<string, boolean | null>[]>): Promise<boolean> {
  return (await firstValue(rows)) ?? false
}

/** Returns the only column of every row. */
export async function allValues<R extends object>(rows: Promise<R[]>): Promise<R[keyof R][]> {
  return (await rows).map((row) => Object.values(row)[0] as R[keyof R])
}

/** Returns whether a statement returns any row. */
export async function hasRows(rows: Promise<unknown[]>): Promise<boolean> {
  return (await rows).length > 0
}

type Runner = (query: QueryArrayConfig & { name: string }) => Promise<QueryArrayResult<unknown[]>>

/** Words that are part of a statement; only `columns` and `orderBy` make them. */
class Columns {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns columns of a table that several statements select. It takes no values, so nothing can be injected. */
export function columns(list: TemplateStringsArray): Columns {
  return new Columns(list.join(''))
}

/** The expressions that a list may be sorted by, under their names in the API. */
export type SortKeys = Record<string, Columns>

/**
 * Returns what a list is sorted by: the expression behind a name, and its direction, which a minus before the name turns
 * around. Throws on a name that has none.
 */
export function orderBy(sort: string, keys: SortKeys): { key: Columns; direction: Columns } {
  const key = keys[sort.replace(/^-/, '')]
  if (!key) throw new Error(`This list is not sorted by ${sort}`)
  return { key, direction: sort.startsWith('-') ? columns`desc` : columns`asc` }
}

interface Prepared {
  name: string
  text: string
  /** The lists that are part of the text, at their places among the values. */
  lists: (Columns | null)[]
}
const preparedByTemplate = new WeakMap<TemplateStringsArray, Prepared>()

/** Returns the template function for one connection, pool or transaction. */
export function createSql(run: Runner): Sql {
  return async function sql<R extends object>(statement: TemplateStringsArray, ...values: unknown[]): Promise<R[]> {
    const { name, text } = prepare(statement, values)
    const parameters = values.filter((value) => !(value instanceof Columns)).map(toParameter)
    const result = await inStatement(text, () => run({ name, text, values: parameters, rowMode: 'array' }))
    const names = result.fields.map((field) => toCamelCase(field.name))
    return result.rows.map((cells) => Object.fromEntries(names.map((column, i) => [column, cells[i]])) as R)
  }
}

function prepare(statement: TemplateStringsArray, values: unknown[]): Prepared {
  const known = preparedByTemplate.get(statement)
  if (known && values.every((value, i) => (value instanceof Columns ? value : null) === known.lists[i])) return known
  const lists = values.map((value) => (value instanceof Columns ? value : null))
  let parameters = 0
  const text = statement.reduce((before, part, i) => `${before}${lists[i - 1]?.text ?? `$${++parameters}`}${part}`)
  const prepared = { text, lists, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) }
  preparedByTemplate.set(statement, prepared)
  return prepared
}

/** Turns objects into JSON; the driver knows dates, buffers and arrays. */
function toParameter(value: unknown): unknown {
  if (value === undefined) return null
  const isPlainObject = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlainObject ? JSON.stringify(value) : value
}

const camelNames = new Map<string, string>()

/** Returns the name under which a row holds a column. */
export function toCamelCase(name: string): string {
  let camel = camelNames.get(name)
  if (camel === undefined) {
    camel = name.replace(/_([a-z0-9])/g, (_, initial: string) => initial.toUpperCase())
    camelNames.set(name, camel)
  }
  return camel
}

/** Returns whether a write failed because this constraint or index has its key; any other one is a fault. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** Returns whether the database refused the values of a write, so that another attempt would fail in the same way. */
export function isBadData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}
