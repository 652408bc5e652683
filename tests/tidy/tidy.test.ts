import { describe, expect, it } from 'vitest'
import { breaches } from './directions.ts'
import { codeOf, longestFunction, parse, readProject } from './source-files.ts'

/** The order of the source tree (docs/ARCHITECTURE.md, docs/STYLE.md). */

const files = readProject()
const code = codeOf(files)
describe('imports', () => {
  it('go only where the direction allows', () => {
    expect(code.length).toBeGreaterThan(200)
    expect(code.flatMap(breaches)).toEqual([])
  })

  it.each([
    ['web/kit/button.tsx', "import { pool } from '#server/database/database.ts'"],
    ['web/screens/identity/sign-in/login.tsx', "import type { Person } from '../../../../server/domain/users.ts'"],
    ['contract/identity/auth.ts', "import { sql } from '#server/database/sql.ts'"],
    ['contract/identity/auth.ts', "import fs from 'node:fs'"],
    ['server/identity/users.ts', "import { serve } from '../serve.ts'"],
    ['server/identity/users.ts', "const x = await import('../routes/auth.ts')"],
    ['server/billing/checkout/checkout.flow.ts', "import Stripe from 'stripe'"],
    ['standins/main.ts', "import { readConfig } from '#server/config.ts'"],
    ['standins/elevenlabs/line.ts', "import type { Ping } from '#contract/conversations/voice-socket.ts'"],
    ['web/voice/talk.ts', "import { useState } from 'react'"],
    ['server/helpers/text.ts', 'export const a = 1'],
  ])('would be caught: %s %s', (name, text) => {
    expect(breaches({ name, text })).toHaveLength(1)
  })

  it('resolve zod to its small half only (docs/decisions/0001)', () => {
    const whole = code.filter(({ text }) => /from ['"]zod['"]/.test(text)).map(({ name }) => name)
    expect(whole).toEqual([])
  })
})

describe('files', () => {
  it('are named in kebab-case, and no folder is a drawer for everything', () => {
    const odd = code.filter(({ name }) => {
      const parts = name.split('/')
      const isNamed = parts.every((part) => /^[a-z0-9.-]+$/.test(part))
      return (
        !isNamed ||
        parts.some(
          (part) => /^(utils?|helpers?|common|misc|shared|lib)$/.test(part) && !name.startsWith('scripts/lib/'),
        )
      )
    })
    expect(odd.map(({ name }) => name)).toEqual([])
  })

  it('have at most 250 lines', () => {
    const long = [...code, ...files.filter(({ name }) => name.endsWith('.sql'))].flatMap(({ name, text }) => {
      const lines = text.trimEnd().split('\n').length
      return lines > 250 ? [`${name}: ${lines}`] : []
    })
    expect(long).toEqual([])
  })

  it('hold functions of at most 60 lines, add something of their own, and export by name', () => {
    const faults = code.flatMap((file) => {
      const { name, text } = file
      const tree = parse(file)
      const { lines, at } = longestFunction(tree, text)
      const isBarrel =
        tree.body.length > 0 &&
        tree.body.every(
          (node) =>
            node.type === 'ImportDeclaration' ||
            node.type === 'ExportAllDeclaration' ||
            (node.type === 'ExportNamedDeclaration' && !node.declaration),
        )
      const hasDefault = tree.body.some((node) => node.type === 'ExportDefaultDeclaration')
      const mayHaveDefault =
        /^(web\/screens\/|web\/app\/home\.tsx$|tests\/setup\/|scripts\/lib\/vitest-report\.mjs$|[^/]+\.config\.ts$)/.test(
          name,
        )
      return [
        ...(lines > 60 ? [`${name}:${at}: a function of ${lines} lines`] : []),
        ...(isBarrel ? [`${name}: only passes on`] : []),
        ...(hasDefault && !mayHaveDefault ? [`${name}: default export`] : []),
      ]
    })
    expect(faults).toEqual([])
  })

  it('count the lines of a function without those of functions inside it', () => {
    const inner = Array.from({ length: 40 }, () => '    step()').join('\n')
    const text = `function outer() {\n  const a = () => {\n${inner}\n  }\n${inner}\n}\n`
    expect(longestFunction(parse({ name: 'a.ts', text }), text)).toEqual({ lines: 43, at: 1 })
  })
})

/** The rule and its SQL functions are one owner under one word, which a part of the functions adds its own to. */
function ownerOf(name: string): string {
  const word = name.replace(/^.*\/|\.\w+$/g, '')
  const isPart = name.endsWith('.sql') && !files.some((file) => file.name === `server/domain/${word}.ts`)
  return isPart ? word.replace(/-[a-z]+$/, '') : word
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
      users: 'users',
      account: 'ledger',
      entry: 'ledger',
      hold: 'ledger',
      session: 'session',
    })
  })
})

describe('text', () => {
  it('reads the environment in few places', () => {
    const mayRead =
      /^(server\/config\.ts|standins\/config\.ts|scripts\/|bench\/|tests\/(tidy\/tidy\.test\.ts|setup\/|histories\/|kit\/browser\/browser\.ts|screens\/|voice-lab\/|standins\/process\.test\.ts|faults\/)|(playwright|playwright\.pages|vite)\.config\.ts)/
    const readers = code.filter(({ name, text }) => /process\.env\b/.test(text) && !mayRead.test(name))
    expect(readers.map(({ name }) => name)).toEqual([])
  })

  it('takes business time as a parameter in rules and SQL functions', () => {
    const clocks = /\bnow\(\)|Date\.now\(|new Date\(\)|performance\.now|current_timestamp|clock_timestamp|current_date/i
    const timed = files.filter(
      ({ name, text }) =>
        /^server\/(domain|database\/functions)\//.test(name) && !name.includes('.test.') && clocks.test(text),
    )
    expect(timed.map(({ name }) => name)).toEqual([])
  })

  const banned = [
    /\b(TODO|FIXME|XXX|HACK)\b/,
    /@ts-(ignore|nocheck|expect-error)/,
    /\bdebugger;?$|console\.debug/m,
    /\b(it|test|describe)\.(only|skip|todo)\(/,
    // Folders that exist on one machine.
    /["'`\s(=]\/(home|root|work|Users)\/\w/,
    // Where packages were fetched from: the lock file holds their hashes alone.
    /\/\/[\w.-]*registry|"resolved":/,
    /\blorem ipsum\b/i,
  ]

  it('has no leftovers, no paths of one machine and no registry in it', () => {
    const others = files.filter(({ name }) => name !== 'tests/tidy/tidy.test.ts')
    const found = others.flatMap(({ name, text }) =>
      banned.flatMap((pattern) => {
        const hit = pattern.exec(text)
        return hit ? [`${name}: ${hit[0].trim()}`] : []
      }),
    )
    expect(found).toEqual([])
  })

  it.each(['// TODO later', "import x from '/home/me/x.ts'", 'https://registry.example/', 'it.only(', '// @ts-ignore'])(
    'would be caught: %s',
    (text) => {
      expect(banned.filter((pattern) => pattern.test(text))).toHaveLength(1)
    },
  )
})
