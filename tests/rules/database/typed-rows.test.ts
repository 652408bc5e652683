import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { copyTemplate } from '../../kit/world/world.ts'
import { misfits, openColumns } from './columns.ts'
import { type Field, readStatements } from './statements.ts'

/**
 * PostgreSQL prepares every statement of the server, and the columns that it announces are compared with the type that
 * the rows are cast to: names, types, and null where a table's own column says so. What an outer join or an expression
 * makes null, it cannot tell.
 */

/** Columns that may be null where the statement's rows hold none: file, field, and why. */
const neverNullHere: [file: string, field: string, reason: string][] = [
  ['server/agents/knowledge/documents.ts', 'providerDocumentId', 'only documents that the provider has are returned'],
  ['server/billing/checkout/payers.ts', 'cardBrand', 'a card is stored whole, and read where there is one'],
  ['server/billing/checkout/payers.ts', 'cardLast4', 'a card is stored whole, and read where there is one'],
  ['server/billing/checkout/payers.ts', 'cardExpMonth', 'a card is stored whole, and read where there is one'],
  ['server/billing/checkout/payers.ts', 'cardExpYear', 'a card is stored whole, and read where there is one'],
  ['server/organizations/members/members.ts', 'limitMinutes', 'only a limit that was reached is returned'],
  ['server/organizations/seats/seats.ts', 'paidUsers', 'a constraint fills it in what is done'],
  ['server/organizations/seats/seats.ts', 'periodEndsAt', 'a constraint fills it in what is done'],
  ['server/organizations/seats/seats.ts', 'organizationId', 'seats are changed on the accounts of organizations'],
  ['server/conversations/provider-records.ts', 'chargedMs', 'a constraint fills it in what has ended'],
]

const client = new pg.Client({ connectionString: await copyTemplate(`typed_rows_${process.pid}`) })
await client.connect()
const columnsOf = await openColumns(client)
afterAll(() => client.end())

it('the rows of every statement match their type', async () => {
  const statements = readStatements()
  expect(statements.filter(({ fields }) => fields).length).toBeGreaterThan(200)
  const faults: string[] = []
  const excused = new Set<string>()
  for (const { at, text, row, fields } of statements) {
    const columns = await columnsOf(text).catch((error: Error) => error)
    const found = columns instanceof Error ? [columns.message] : misfits(columns, fields ?? [])
    for (const fault of found) {
      const isExcused = ([file, field]: string[]) => at.startsWith(`${file}:`) && fault === `${field} may be null`
      const excuse = neverNullHere.find(isExcused)
      if (excuse) excused.add(excuse.join())
      else faults.push(`${at} ${row}: ${fault}`)
    }
  }
  expect(faults).toEqual([])
  expect(neverNullHere.filter((excuse) => !excused.has(excuse.join()))).toEqual([])
}, 60_000)

const statement = 'select id, created_at, amount_cents, decline_code, sum(amount_cents) over () as total from checkout'
const field = (name: string, kind: string, mayBeNull = false): Field => {
  return { name, kinds: [kind], mayBeMissing: false, mayBeNull }
}

it.each([
  ['a column that is not there', field('tier', 'string'), ['tier is missing']],
  ['a date that is taken for text', field('createdAt', 'string'), ['createdAt is Date, not string']],
  ['an id that is taken for a number', field('id', 'number'), ['id is string, not number']],
  ['a column that may be null', field('declineCode', 'string'), ['declineCode may be null']],
  ['nothing, when null is expected', field('declineCode', 'string', true), []],
  ['nothing, of a sum of integers', field('total', 'number'), []],
  ['nothing, of columns that nobody asked for', field('amountCents', 'number'), []],
])('a row that does not match is found by %s', async (_, wanted, faults) => {
  expect(misfits(await columnsOf(statement), [wanted])).toEqual(faults)
})

it('a row that does not match is found by a sum that the driver returns as text', async () => {
  const columns = await columnsOf('select sum(amount_ms) as total from entry')
  expect(misfits(columns, [field('total', 'number')])).toEqual(['total is string, not number'])
})

it('a row that does not match is found by a statement that PostgreSQL refuses', async () => {
  await expect(columnsOf('select no_such_column from checkout')).rejects.toThrow('no_such_column')
})
