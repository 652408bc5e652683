import { describe, expect, it } from 'vitest'
import { isTitled, namedTests } from '../proofs/named-tests.ts'
import { findProofs } from '../proofs/proven-ids.ts'
import { readIds, readMoved } from '../proofs/tables.ts'
import { readProject } from './source-files.ts'

/**
 * A statement that was once proven must stay proven. Run `npm run proofs` to rewrite the tables after moving or renaming
 * tests.
 */

const files = readProject()
const tests = namedTests(files)
const proofs = findProofs(files, tests)

describe('the table of proofs', () => {
  it('lists only rows and decisions that a test still names', () => {
    const named = new Set(proofs.map(({ id }) => id))
    const kept = readIds()
    expect(kept.length).toBeGreaterThan(1000)
    expect([...new Set(kept.map(({ id }) => id))].filter((id) => !named.has(id))).toEqual([])
  })

  it('lists only existing tests', () => {
    const there = new Set(proofs.map(({ id, file, title }) => `${id} ${file} ${title}`))
    expect(readIds().filter(({ id, file, title }) => !there.has(`${id} ${file} ${title}`))).toEqual([])
  })

  it('maps every former browser test to an existing test', () => {
    const moved = readMoved()
    expect(new Set(moved.map(({ formerFile, formerTitle }) => `${formerFile} ${formerTitle}`)).size).toBe(571)
    const lost = moved.filter(({ file, title }) => !tests.some((test) => test.file === file && isTitled(test, title)))
    expect(lost).toEqual([])
  })
})
