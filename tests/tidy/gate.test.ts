import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import gate from '../gate.json' with { type: 'json' }
import { root } from './source-files.ts'

/** The gate (tests/gate.json) holds the calls of each subject, and with them each way that money takes. */

/** Subjects whose calls belong to another folder of tests/calls. */
const elsewhere: Record<string, string> = { audit: 'ledger/act-chain.test.ts' }

function isInGate(file: string): boolean {
  const fits = (patterns: string[]) => patterns.some((pattern) => path.matchesGlob(file, pattern))
  return fits(gate.files) && !fits(gate.except)
}

it('the gate runs every call test, and each subject of the server has one', () => {
  const calls = fs.globSync('tests/calls/**/*.test.ts', { cwd: root })
  expect(calls.filter((file) => !isInGate(file))).toEqual([])
  const subjects = new Set(
    fs.globSync('server/*/**/*.routes.ts', { cwd: root }).map((file) => file.split('/')[1] ?? ''),
  )
  expect(subjects.size).toBeGreaterThan(10)
  const isTested = (subject: string) =>
    calls.some((file) => file.startsWith(`tests/calls/${elsewhere[subject] ?? subject}`))
  expect([...subjects].filter((subject) => !isTested(subject))).toEqual([])
})

it('every single file that the gate names exists', () => {
  const single = [...gate.files, ...gate.except, ...gate.inPart].filter((name) => !name.includes('*'))
  expect(single.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([])
})
