import { describe, expect, it } from 'vitest'
import { isTitled, namedTests } from '../proofs/named-tests.ts'
import { findProofs } from '../proofs/proven-ids.ts'
import { readIds, readMoved } from '../proofs/tables.ts'
import { readProject } from './source-files.ts'

/**
 * What was proven once stays proven. `npm run proofs` writes the tables again after tests have been moved or renamed.
 */

const files = readProject()
const tests = namedTests(files)
const proofs = findProofs(files, tests)

describe('the table of proofs', () => {
  it('names every row and decision that a test has ever named', () => {
    const named = new Set(proofs.map(({ id }) => id))
    const kept = readIds()
    expect(kept.length).toBeGreaterThan(1000)
    expect([...new Set(kept.map(({ id }) => id))].filter((id) => !named.has(id))).toEqual([])
  })

  it('names only existing tests', () => {
    const there = new Set(proofs.map(({ id, file, title }) => `${id} ${file} ${title}`))
    expect(readIds().filter(({ id, file, title }) => !there.has(`${id} ${file} ${title}`))).toEqual([])
  })

  it('leads from every former test of the whole product to an existing one', () => {
    const moved = readMoved()
    expect(new Set(moved.map(({ formerFile, formerTitle }) => `${formerFile} ${formerTitle}`)).size).toBe(571)
    const lost = moved.filter(({ file, title }) => !tests.some((test) => test.file === file && isTitled(test, title)))
    expect(lost).toEqual([])
  })
})
