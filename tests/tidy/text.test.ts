import { describe, expect, it } from 'vitest'
import { kindOf } from './directions.ts'
import { codeOf, readProject } from './source-files.ts'

/** Text that no file may contain, or only a few. */

const files = readProject()
const code = codeOf(files)

describe('the source text', () => {
  it('reads the environment only in a few files', () => {
    const mayRead =
      /^(server\/config\.ts|packages\/control\/(config|process\.test)\.ts|scripts\/|bench\/|tests\/(tidy\/text\.test\.ts|setup\/|histories\/|kit\/browser\/browser\.ts|screens\/|faults\/)|(playwright|playwright\.pages|vite)\.config\.ts)/
    const readers = code.filter(({ name, text }) => /process\.env\b/.test(text) && !mayRead.test(name))
    expect(readers.map(({ name }) => name)).toEqual([])
  })

  it('takes business time as a parameter in rules and SQL functions', () => {
    const clocks = /\bnow\(\)|Date\.now\(|new Date\(\)|performance\.now|current_timestamp|clock_timestamp|current_date/i
    const isRule = (name: string) =>
      (/^server\/.*\.sql$/.test(name) && !name.includes('/migrations/')) ||
      (/^server\/(?!kernel|database)[^/]+\/.*\.ts$/.test(name) && !name.includes('.test.') && kindOf(name) === 'rule')
    const timed = files.filter(({ name, text }) => isRule(name) && clocks.test(text))
    expect(timed.map(({ name }) => name)).toEqual([])
  })

  const banned = [
    /\b(TODO|FIXME|XXX|HACK)\b/,
    /@ts-(ignore|nocheck|expect-error)/,
    /\bdebugger;?$|console\.debug/m,
    /\b(it|test|describe)\.(only|skip|todo)\(/,
    // Folders that exist on one machine only.
    /["'`\s(=]\/(home|root|work|Users)\/\w/,
    // The source of a package: the lock file holds only hashes and our own folders.
    /\/\/[\w.-]*registry|"resolved": "(?!packages\/)/,
    /\blorem ipsum\b/i,
  ]

  it('has no leftovers, no paths of a single machine and no registry', () => {
    const others = files.filter(({ name }) => name !== 'tests/tidy/text.test.ts')
    const found = others.flatMap(({ name, text }) =>
      banned.flatMap((pattern) => {
        const hit = pattern.exec(text)
        return hit ? [`${name}: ${hit[0].trim()}`] : []
      }),
    )
    expect(found).toEqual([])
  })

  const leftovers = ['// TODO later', "import x from '/home/me/x.ts'", 'https://registry.example/', 'it.only(']
  it.each([...leftovers, '"resolved": "http', '// @ts-ignore'])('is refused: %s', (text) => {
    expect(banned.filter((pattern) => pattern.test(text))).toHaveLength(1)
  })
})
