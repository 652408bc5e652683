// How long test files take, in tests/durations.json, for the order in which they start (tests/setup/longest-first.ts).
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../running/bootstrap.mjs'
import { allTestFiles } from './test-files.mjs'

const file = path.join(root, 'tests/durations.json')

/** Throws when a test file is missing or gone. */
export function checkTimes() {
  const known = Object.keys(read())
  const existing = allTestFiles()
  const isKnown = new Set(known)
  const isThere = new Set(existing)
  const faults = [
    ...existing.filter((name) => !isKnown.has(name)).map((name) => `missing: ${name}`),
    ...known.filter((name) => !isThere.has(name)).map((name) => `gone: ${name}`),
  ]
  if (faults.length === 0) return
  throw new Error(`${faults.join('\n')}\nRun npm test -- PATTERN --keep-times for the files that are missing.`)
}

/** Stores the seconds of these files, and drops files that are gone. */
export function keepTimes(measured) {
  const isThere = new Set(allTestFiles())
  const seconds = { ...read() }
  for (const { name, seconds: own } of measured) seconds[name] = Math.round(own * 10) / 10
  const kept = Object.entries(seconds).filter(([name]) => isThere.has(name))
  const sorted = Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  fs.writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

function read() {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
