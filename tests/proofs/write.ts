import { readProject } from '../tidy/source-files.ts'
import { isTitled, namedTests, type NamedTest } from './named-tests.ts'
import { findProofs } from './proven-ids.ts'
import { type Moved, readIds, readMoved, writeIds, writeMoved } from './tables.ts'

/** Writes the tables of proofs again. Lost proofs stay in them, so that their check continues to fail. */

const files = readProject()
const tests = namedTests(files)
const proofs = findProofs(files, tests)
const named = new Set(proofs.map(({ id }) => id))
const lostIds = readIds().filter(({ id }) => !named.has(id))
writeIds([...proofs, ...lostIds])
const moved = readMoved().map(follow)
writeMoved(moved)

const lost = moved.filter(({ file, title }) => !isThere(tests, file, title))
for (const { id } of lostIds) console.log(`No test names ${id} now.`)
for (const { formerFile, formerTitle, title } of lost)
  console.log(`Name the test that proves this now: ${formerFile} › ${formerTitle}${title ? ` (was ${title})` : ''}`)
console.log(
  `${proofs.length} proofs of ${named.size} ids; ${moved.length - lost.length} of ${moved.length} former tests found`,
)
process.exitCode = lost.length + lostIds.length > 0 ? 1 : 0

/** Returns where it was last seen, or the one other place with the same title. */
function follow(row: Moved): Moved {
  if (isThere(tests, row.file, row.title)) return row
  const places = new Set(
    tests.filter((test) => isTitled(test, row.title) && test.title.length > 10).map(({ file }) => file),
  )
  const [file] = places
  return places.size === 1 && file ? { ...row, file } : row
}

function isThere(all: readonly NamedTest[], file: string, title: string): boolean {
  return all.some((test) => test.file === file && isTitled(test, title))
}
