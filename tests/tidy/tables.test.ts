import { describe, expect, it } from 'vitest'
import { readProject } from './source-files.ts'

/** Each table has one writer (docs/STYLE.md). */

const files = readProject()
const rules = files.filter(({ name }) => /^server\/.*\.ts$/.test(name))

const written = /\b(?:insert into|update|delete from|truncate(?: table)?|merge into) ([a-z_]+)\b/g

/**
 * The rule and its SQL functions are one owner under one word, which a part of the functions adds its own to. Of two
 * rules with that word the one that writes the table, too.
 */
function ownerOf(name: string, table: string): string {
  if (!name.endsWith('.sql')) return name
  const word = name.replace(/^.*\/|\.\w+$/g, '')
  const ofWord = (wanted: string) => rules.filter((rule) => rule.name.endsWith(`/${wanted}.ts`))
  const found = [...ofWord(word), ...ofWord(word.replace(/-[a-z]+$/, ''))]
  const writer = found.find(({ text }) => [...text.matchAll(written)].some(([, one]) => one === table))
  return (writer ?? found[0])?.name ?? word
}

describe('tables', () => {
  const created = files
    .filter(({ name }) => name.startsWith('server/database/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table))
  const writers = new Map<string, Set<string>>(created.map((table) => [table, new Set()]))
  for (const { name, text } of files) {
    if (!/^server\/.*\.(ts|sql)$/.test(name) || name.includes('/migrations/')) continue
    for (const [, table = ''] of text.matchAll(written)) writers.get(table)?.add(ownerOf(name, table))
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
