import pg from 'pg'
import { toCamelCase } from '#server/database/sql.ts'
import type { Field } from './statements.ts'

/** What PostgreSQL says of the columns of a statement, and which of it does not match the fields of a row. */

export interface Column {
  name: string
  /** The kind of value that the driver returns; `json` for whatever is stored. */
  kind: string
  /** Whether it is a table's own column that may hold null; false where PostgreSQL cannot tell. */
  mayBeNull: boolean
}

const { builtins } = pg.types
const [NAME, VOID] = [19, 2278]

/** As server/database/database.ts has the driver parse them. */
const kindOfType = new Map<number, string>([
  [builtins.BOOL, 'boolean'],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.OID].map(
    (oid) => [oid, 'number'] as const,
  ),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.UUID, builtins.NUMERIC, NAME, VOID].map(
    (oid) => [oid, 'string'] as const,
  ),
  ...[builtins.DATE, builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((oid) => [oid, 'Date'] as const),
  [builtins.BYTEA, 'bytes'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  // Arrays of text, varchar, uuid and name; of int2 and int4; of bool; of timestamptz.
  ...[1009, 1015, 2951, 1003].map((oid) => [oid, 'string[]'] as const),
  ...[1005, 1007].map((oid) => [oid, 'number[]'] as const),
  [1000, 'boolean[]'],
  [1185, 'Date[]'],
])

type Described = { name: string; tableID: number; columnID: number; dataTypeID: number }

type Settle = { resolve: (fields: Described[]) => void; reject: (error: Error) => void }

/** Has PostgreSQL prepare a statement and describe its columns, without running it. */
class Description implements pg.Submittable {
  #text: string
  #fields: Described[] = []
  #settle: Settle

  constructor(text: string, settle: Settle) {
    this.#text = text
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Described[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#settle.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#fields)
  }
}

function describe(client: pg.Client, text: string): Promise<Described[]> {
  return new Promise((resolve, reject) => void client.query(new Description(text, { resolve, reject })))
}

/** Returns a function that describes statements on this connection. */
export async function openColumns(client: pg.Client): Promise<(text: string) => Promise<Column[]>> {
  const { rows } = await client.query<{ key: string }>(`
    select attrelid || '.' || attnum as key from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and attnum > 0 and not attnotnull`)
  const nullable = new Set(rows.map(({ key }) => key))
  return async (text) =>
    (await describe(client, text)).map(({ name, tableID, columnID, dataTypeID }) => ({
      name: toCamelCase(name),
      kind: kindOfType.get(dataTypeID) ?? `type ${dataTypeID}`,
      mayBeNull: nullable.has(`${tableID}.${columnID}`),
    }))
}

/** Returns what is wrong with casting rows of these columns to these fields; columns that no field names are fine. */
export function misfits(columns: Column[], fields: Field[]): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  return fields.flatMap((field) => {
    const column = byName.get(field.name)
    if (!column) return field.mayBeMissing ? [] : [`${field.name} is missing`]
    if (!fits(column.kind, field.kinds)) return [`${field.name} is ${column.kind}, not ${field.kinds.join(' or ')}`]
    return column.mayBeNull && !field.mayBeNull ? [`${field.name} may be null`] : []
  })
}

function fits(kind: string, kinds: string[]): boolean {
  if (kinds.includes('unknown')) return true
  if (kind === 'json') return !kinds.some((one) => /^(Date|bytes)/.test(one))
  // A field that is null alone has no kinds.
  return kinds.length === 0 || kinds.includes(kind)
}
