import { describe, expect, it } from 'vitest'
import { readProject } from './source-files.ts'

/** Each table has one writer (docs/STYLE.md). */

const files = readProject()
const rules = files.flatMap(({ name }) => (/^server\/.*\.ts$/.test(name) ? [name] : []))

/** The rule and its SQL functions are one owner under one word, which a part of the functions adds its own to. */
function ownerOf(name: string): string {
  if (!name.endsWith('.sql')) return name
  const word = name.replace(/^.*\/|\.\w+$/g, '')
  const ofWord = (wanted: string) => rules.filter((rule) => rule.endsWith(`/${wanted}.ts`))
  return [...ofWord(word), ...ofWord(word.replace(/-[a-z]+$/, ''))][0] ?? word
}

describe('tables', () => {
  const created = files
    .filter(({ name }) => name.startsWith('server/database/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table))
  const writers = new Map<string, Set<string>>(created.map((table) => [table, new Set()]))
  for (const { name, text } of files) {
    if (!/^server\/.*\.(ts|sql)$/.test(name) || name.includes('/migrations/')) continue
    for (const [, table = ''] of text.matchAll(
      /\b(?:insert into|update|delete from|truncate(?: table)?|merge into) ([a-z_]+)\b/g,
    )) {
      writers.get(table)?.add(ownerOf(name))
    }
  }

  it('are each written by exactly one file', () => {
    expect(created.length).toBeGreaterThan(15)
    const wrong = [...writers].filter(([, names]) => names.size !== 1)
    expect(wrong).toEqual([])
  })

  it('have the owners that their names promise', () => {
    const owners = Object.fromEntries([...writers].map(([table, names]) => [table, [...names].join()]))
    expect(owners).toMatchObject({
      users: 'server/identity/users.ts',
      account: 'server/ledger/ledger.ts',
      entry: 'server/ledger/ledger.ts',
      hold: 'server/ledger/ledger.ts',
      session: 'server/kernel/session.ts',
    })
  })
})
