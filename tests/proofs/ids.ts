import fs from 'node:fs'
import path from 'node:path'
import { readProject, root, type SourceFile } from '../tidy/source-files.ts'

/** The rows of the specification (S…) and the decisions (D…) that tests prove, and the list of those that must stay proven. */

const listFile = path.join(root, 'tests/proofs/ids.txt')
const tableFile = path.join(root, '.cache/proofs.tsv')

const id = /\b[SD](?:00\d|0\d\d|[1-9]\d{0,2})\b/g

export interface Proof {
  id: string
  /** The file and the line that name it. */
  place: string
  text: string
}

/** Returns every line that names an id in tests, in the voice lab, and in tests next to the code. The kit proves nothing. */
export function findProofs(files: readonly SourceFile[]): Proof[] {
  return files
    .filter(({ name }) =>
      /^(tests\/(?!kit\/|proofs\/)|bench\/voice-lab\/).*\.tsx?$|^(contract|server|web|packages)\/.*\.test\.tsx?$/.test(
        name,
      ),
    )
    .flatMap(({ name, text }) =>
      text.split('\n').flatMap((line, i) => {
        const named = new Set(line.match(id))
        return [...named].map((one) => ({ id: one, place: `${name}:${i + 1}`, text: line.trim() }))
      }),
    )
}

export function readIds(): string[] {
  return fs.readFileSync(listFile, 'utf8').match(id) ?? []
}

/** Returns the ids in order, twenty numbers to a line, so that a new one changes one line. */
export function listed(ids: Iterable<string>): string {
  const sorted = [...new Set(ids)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const lines = Object.groupBy(sorted, (one) => `${one[0]}${Math.floor(Number(one.slice(1)) / 20)}`)
  return Object.values(lines)
    .map((line) => `${line?.join(' ')}\n`)
    .join('')
}

if (import.meta.main) {
  const proofs = findProofs(readProject())
  const named = new Set(proofs.map((proof) => proof.id))
  const known = readIds()
  // Lost ids stay, so that their check continues to fail.
  fs.writeFileSync(listFile, listed([...known, ...named]))
  fs.mkdirSync(path.dirname(tableFile), { recursive: true })
  const rows = proofs.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  fs.writeFileSync(tableFile, rows.map((row) => `${row.id}\t${row.place}\t${row.text}\n`).join(''))
  for (const lost of known.filter((one) => !named.has(one))) console.log(`No test names ${lost} now.`)
  console.log(`${rows.length} proofs of ${named.size} ids: ${path.relative(root, tableFile)}`)
}
