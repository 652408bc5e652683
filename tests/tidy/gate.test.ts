import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import gate from '../gate.json' with { type: 'json' }
import { root } from './source-files.ts'

/** The gate (tests/gate.json) holds the calls of each subject, and with them each way that money takes. */

/** Subjects whose calls belong to another folder of tests/calls. */
const elsewhere: Record<string, string> = { audit: 'ledger/audit.test.ts' }

/** Call tests of each kind of payment (server/billing/bookings/kinds.flow.ts). */
const payments = new Map([
  ['combined', 'billing/checkout/purchases.test.ts'],
  ['subscription', 'billing/subscriptions/start.test.ts'],
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
