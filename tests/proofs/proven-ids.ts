import type { SourceFile } from '../tidy/source-files.ts'
import type { NamedTest } from './named-tests.ts'

/** Where a test names a row of the specification (S…) or a decision (D…). */
export interface Proof {
  id: string
  file: string
  /** The innermost test around it; empty outside of tests, for example in a table of cases. */
  title: string
}

const id = /\b[SD](?:00\d|0\d\d|[1-9]\d{0,2})\b/g

/** Returns every place that names an id below tests/, in the voice lab, and in tests next to the code, sorted. */
export function findProofs(files: readonly SourceFile[], tests: readonly NamedTest[]): Proof[] {
  const found = new Map<string, Proof>()
  for (const { name, text } of files) {
    if (!isProof(name)) continue
    const own = tests.filter(({ file }) => file === name)
    for (const hit of text.matchAll(id)) {
      const around = own.filter(({ start, end }) => start <= hit.index && hit.index < end)
      const innermost = around.toSorted((a, b) => b.start - a.start)[0]
      const proof = { id: hit[0], file: name, title: innermost?.title ?? '' }
      found.set(Object.values(proof).join('\t'), proof)
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, proof]) => proof)
}

function isProof(name: string): boolean {
  return (
    /^(tests\/(?!proofs\/)|bench\/voice-lab\/).*\.ts$/.test(name) ||
    /^(contract|server|web|packages)\/.*\.test\.ts$/.test(name)
  )
}
