import { expect, it } from 'vitest'
import { subjectsInOrder } from '#server/database/migrate.ts'
import { serverSubjects } from './directions.ts'
import { readProject } from './source-files.ts'
import { homesOf, sqlExceptions, upwardNames } from './sql-arrows.ts'

/** Each table has one writer, and each subject has its own SQL (docs/STYLE.md). */

const files = readProject()
const rules = new Set(files.flatMap(({ name }) => (/^server\/.*\.ts$/.test(name) ? [name] : [])))
const sqlOfServer = files.filter(({ name }) => /^server\/.*\.sql$/.test(name))
const migrations = sqlOfServer.filter(({ name }) => name.includes('/migrations/'))
const subjectOf = (name: string) => name.split('/')[1] ?? ''

const written = /\b(?:insert into|update|delete from|truncate(?: table)?|merge into) ([a-z_]+)\b/g

/** Returns the rule that owns a file: SQL belongs to the rule of the same name, also with one more word in its name. */
function ownerOf(name: string): string {
  const words = name.replace(/\.\w+$/, '')
  return [`${words}.ts`, `${words.replace(/-[a-z]+$/, '')}.ts`].find((rule) => rules.has(rule)) ?? name
}

const created = migrations.flatMap(({ name, text }) =>
  [...text.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => ({ table, subject: subjectOf(name) })),
)
const writers = new Map<string, Set<string>>(created.map(({ table }) => [table, new Set()]))
for (const { name, text } of files) {
  if (!/^server\/.*\.(ts|sql)$/.test(name) || name.includes('/migrations/')) continue
  for (const [, table = ''] of text.matchAll(written)) writers.get(table)?.add(ownerOf(name))
}
// A trigger that must be there as soon as its table is has its function in the migration.
for (const { name, text } of migrations) {
  for (const [, body = ''] of text.matchAll(/^create function [^]*?\$\$([^]*?)\$\$/gm)) {
    for (const [, table = ''] of body.matchAll(written)) writers.get(table)?.add(name)
  }
}

it('tables are each written by exactly one file', () => {
  expect(created.length).toBeGreaterThan(15)
  const wrong = [...writers].filter(([, names]) => names.size !== 1)
  expect(wrong).toEqual([])
})

it('tables are created by the subject that writes them', () => {
  const isStrange = (table: string, subject: string) =>
    [...(writers.get(table) ?? [])].some((name) => subjectOf(name) !== subject)
  expect(created.filter(({ table, subject }) => isStrange(table, subject))).toEqual([])
  const owners = Object.fromEntries([...writers].map(([table, names]) => [table, [...names].join()]))
  const ledger = 'server/ledger/ledger.ts'
  expect(owners).toMatchObject({ users: 'server/identity/users.ts', account: ledger, entry: ledger, hold: ledger })
})

const homes = homesOf(files)

it('statements name only what their subject may import, but for the listed ones', () => {
  expect(homes.size).toBeGreaterThan(100)
  const server = files.filter(({ name }) => /^server\/.*\.(ts|sql)$/.test(name))
  const found = server.flatMap((file) => {
    const names = upwardNames(file, homes)
    return names.length > 0 ? [[file.name, names] as const] : []
  })
  const listed = sqlExceptions.flatMap((group) => Object.entries(group.files))
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
})

it.each([
  ['server/ledger/ledger.ts', 'read`select id from checkout where id = ${id}`', 'checkout'],
  ['server/billing/checkout/offers.ts', 'read`\n  select cents from lot join seat_change on true`', 'seat_change'],
  ['server/audit/acts.sql', 'create view act as select * from users;', 'users'],
  ['server/kernel/limits.ts', 'tx`update account set held_ms = 0`', 'account'],
  ['server/messages/messages.ts', 'tx`select * from member_month(${id}, ${at})`', 'member_month'],
])('statements would be caught: %s %s', (name, text, caught) => {
  expect(upwardNames({ name, text }, homes)).toEqual([caught])
})

it.each([
  ['server/billing/checkout/offers.ts', 'read`select id from account join users on true`'],
  ['server/departure/leaving.flow.ts', 'tx`delete from organization_user`'],
  ['server/ledger/ledger.ts', '/** Minutes come from checkout. */'],
  ['server/identity/migrations/001-people.sql', 'insert into account (id) values (1);'],
])('statements are fine: %s %s', (name, text) => {
  expect(upwardNames({ name, text }, homes)).toEqual([])
})

it('migrations are in subjects that are applied in the order of their imports', () => {
  const withSql = new Set(sqlOfServer.map(({ name }) => subjectOf(name)))
  expect([...withSql].toSorted()).toEqual(subjectsInOrder.toSorted())
  const early = subjectsInOrder.flatMap((subject, place) =>
    (serverSubjects[`server/${subject}`] ?? [])
      // Parts of subjects, such as the mails, have no SQL of their own.
      .filter((granted) => granted.split('/').length === 2)
      .map((granted) => subjectsInOrder.indexOf(subjectOf(granted)))
      .flatMap((other) => (other > place ? [`${subject} comes before ${subjectsInOrder[other]}`] : [])),
  )
  expect(early).toEqual([])
})

it('migrations are numbered from 1 in each subject, without gaps', () => {
  const numbers = Object.groupBy(migrations, ({ name }) => subjectOf(name))
  for (const [subject, its = []] of Object.entries(numbers)) {
    const found = its.map(({ name }) => Number(/\/migrations\/(\d{3})-[a-z-]+\.sql$/.exec(name)?.[1]))
    expect({ [subject]: found.toSorted((a, b) => a - b) }).toEqual({ [subject]: its.map((_, i) => i + 1) })
  }
})
