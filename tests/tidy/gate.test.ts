import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import gate from '../gate.json' with { type: 'json' }
import { root } from './source-files.ts'

/** What `npm test` holds (tests/gate.json): each subject and each way that money takes. */

/** Subjects whose calls belong to another folder of tests/calls. */
const elsewhere: Record<string, string> = {
  audit: 'ledger/act-chain.test.ts',
}

/** Call tests of each kind of payment (server/billing/bookings/kinds.flow.ts). */
const payments: [kind: string, test: string][] = [
  ['combined', 'billing/checkout/purchases.test.ts'],
  ['subscription', 'billing/subscriptions/start.test.ts'],
  ['credits', 'billing/checkout/purchases-packages.test.ts'],
  ['auto', 'billing/auto-purchase/auto-purchase.test.ts'],
  ['renewal', 'billing/subscriptions/renewals.test.ts'],
  ['debt', 'billing/refunds/debts-repaid.test.ts'],
  ['seats', 'organizations/seats/seats.test.ts'],
]

/** Other ways of money. */
const moneyWays = [
  'ledger',
  'billing/auto-purchase/crashes.test.ts',
  'billing/bookings/purchases-webhooks.test.ts',
  'billing/refunds/disputes.test.ts',
  'billing/refunds/refunds.test.ts',
  'billing/reconcile.test.ts',
  'organizations/orders',
  'organizations/pool',
]

/** Returns the test files that the gate runs at, or below, a path of tests/calls. */
function gateCallsAt(place: string): string[] {
  const found = fs.globSync([place, `${place}/**/*.test.ts`], { cwd: path.join(root, 'tests/calls') })
  return found
    .map((file) => `tests/calls/${file}`)
    .filter((file) => file.endsWith('.test.ts') && fits(file, gate.files) && !fits(file, gate.except))
}

function fits(file: string, patterns: string[]): boolean {
  return patterns.some((pattern) => path.matchesGlob(file, pattern))
}

it('the gate tests the calls of every subject', () => {
  const routes = fs.globSync('server/*/**/*.routes.ts', { cwd: root })
  const subjects = [...new Set(routes.map((file) => file.split('/', 2)[1] ?? ''))]
  expect(subjects.length).toBeGreaterThan(10)
  expect(subjects.filter((subject) => gateCallsAt(elsewhere[subject] ?? subject).length === 0)).toEqual([])
})

it('the gate tests every way that money takes', () => {
  const bookings = fs.readFileSync(path.join(root, 'server/billing/bookings/kinds.flow.ts'), 'utf8')
  const kinds = [...bookings.matchAll(/case '(\w+)'/g)].map(([, kind]) => kind)
  expect(payments.map(([kind]) => kind)).toEqual(kinds)
  const tests = payments.map(([, test]) => test)
  expect([...tests, ...moneyWays].filter((place) => gateCallsAt(place).length === 0)).toEqual([])
})

it('every single file that the gate names exists', () => {
  const single = [...gate.files, ...gate.except, ...gate.inPart].filter((name) => !name.includes('*'))
  expect(single.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([])
})
