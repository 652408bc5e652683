import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import gate from '../gate.json' with { type: 'json' }
import { screens } from '../looks/screens.ts'
import { root } from './source-files.ts'

/** The gate holds the calls of each subject and each way of money; looks hold screens; mutations exist. */

/** Subjects whose calls belong to another folder of tests/calls. */
const elsewhere: Record<string, string> = { audit: 'ledger/audit.test.ts' }

/** Call tests of each kind of payment (server/billing/bookings/kinds.flow.ts). */
const payments = new Map([
  ['combined', 'billing/checkout/purchases.test.ts'],
  ['subscription', 'billing/subscriptions/start-and-end.test.ts'],
  ['credits', 'billing/checkout/purchases.test.ts'],
  ['auto', 'billing/auto-purchase/auto-purchase.test.ts'],
  ['renewal', 'billing/subscriptions/renewals.test.ts'],
  ['debt', 'billing/refunds/debts.test.ts'],
  ['seats', 'organizations/seats/seats.test.ts'],
])

function isInGate(file: string): boolean {
  const fits = (patterns: string[]) => patterns.some((pattern) => path.matchesGlob(file, pattern))
  return fits(gate.files) && !fits(gate.except)
}

it('the gate runs every call test, and each subject of the server has one', () => {
  const calls = fs.globSync('tests/calls/**/*.test.ts', { cwd: root, exclude: ['**/*.long.test.ts'] })
  expect(calls.filter((file) => !isInGate(file))).toEqual([])
  const subjects = new Set(
    fs.globSync('server/*/**/*.routes.ts', { cwd: root }).map((file) => file.split('/')[1] ?? ''),
  )
  expect(subjects.size).toBeGreaterThan(10)
  const isTested = (subject: string) =>
    calls.some((file) => file.startsWith(`tests/calls/${elsewhere[subject] ?? subject}`))
  expect([...subjects].filter((subject) => !isTested(subject))).toEqual([])
})

it('the gate tests every kind of payment', () => {
  const bookings = fs.readFileSync(path.join(root, 'server/billing/bookings/kinds.flow.ts'), 'utf8')
  expect([...payments.keys()]).toEqual([...bookings.matchAll(/case '(\w+)'/g)].map(([, kind]) => kind))
  const missing = [...payments.values()].filter((test) => !fs.existsSync(path.join(root, 'tests/calls', test)))
  expect(missing).toEqual([])
})

it('every single file that the gate names exists', () => {
  const single = [...gate.files, ...gate.except, ...gate.inPart].filter((name) => !name.includes('*'))
  expect(single.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([])
})

it('tests look at every screen of the router', () => {
  const router = fs.readFileSync(path.join(root, 'web/app/routes.tsx'), 'utf8')
  const [, list = ''] = /const screens[^=]*= \[\n(.*?)\n\]/s.exec(router) ?? []
  const routes = [...list.matchAll(/'(\/[^']*)'/g)].map(([, route = '']) => route)
  expect(routes.length).toBeGreaterThan(20)
  expect(Object.values(screens).flat().toSorted()).toEqual([...routes, '*'].toSorted())
})

/** One place where `npm run mutations` breaks the product, and the test that must notice. */
type Mutation = Record<'file' | 'find' | 'test', string>

it('every mutation names code that exists exactly once, and a test file', () => {
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const files = fs.globSync('tests/mutations/*.json', { cwd: root })
  const mutations = files.flatMap((file) => JSON.parse(read(file)) as Mutation[])
  expect(mutations.length).toBeGreaterThan(50)
  const isThere = (file: string) => fs.existsSync(path.join(root, file))
  expect(mutations.filter(({ file, find }) => !isThere(file) || read(file).split(find).length !== 2)).toEqual([])
  expect(mutations.filter(({ test }) => !isThere(test))).toEqual([])
})
