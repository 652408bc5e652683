import { Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { kindOf } from './directions.ts'
import { codeOf, parse, readProject, type SourceFile } from './source-files.ts'

/** Laws about files, their text, functions of tests and folders that oxlint cannot check (docs/STYLE.md). */

const files = readProject()
const code = codeOf(files)

it('files are in folders with names in kebab-case, none of which is a catch-all', () => {
  const folders = new Set(code.flatMap(({ name }) => name.split('/').slice(0, -1)))
  const odd = /[^a-z0-9.-]|^(utils?|helpers?|common|misc|shared|lib)$/
  expect([...folders].filter((folder) => odd.test(folder))).toEqual([])
})

it('files are in folders of at most 25 files', () => {
  expect(crowdedFolders(files.map(({ name }) => name))).toEqual([])
  const names = Array.from({ length: 26 }, (_, i) => `server/agents/${i}.ts`)
  expect(crowdedFolders(names)).toEqual(['server/agents: 26'])
})

it('files of SQL have at most 350 lines', () => {
  const long = files.filter(({ name, text }) => name.endsWith('.sql') && text.trimEnd().split('\n').length > 350)
  expect(long.map(({ name }) => name)).toEqual([])
})

it('files have functions of at most 60 lines in tests, too', () => {
  expect(code.filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name)).flatMap(longFunctions)).toEqual([])
})

it('files do not only re-export, except the one import of each level of tests', () => {
  const levels = new Set(['calls', 'components', 'pages', 'screens'].map((name) => `tests/${name}.ts`))
  expect(code.filter((file) => onlyPassesOn(file) && !levels.has(file.name)).map(({ name }) => name)).toEqual([])
  const text = "import { b } from './b.ts'\nexport { b }\nexport * from './c.ts'"
  expect(onlyPassesOn({ name: 'a.ts', text })).toBe(true)
})

it('functions of tests are measured without describe blocks', () => {
  const inner = Array.from({ length: 59 }, () => '    step()').join('\n')
  const tests = `describe('all', () => {\n${inner}\n\n})\ntest.describe('one', () => {\n${inner}\n\n})\n`
  expect(longFunctions({ name: 'a.ts', text: tests })).toEqual([])
  const text = `${tests}it('goes on', () => {\n${inner}\n\n})\n`
  expect(longFunctions({ name: 'a.ts', text })).toEqual(['a.ts:125'])
})

it('the source text reads the environment only in a few files', () => {
  const mayRead =
    /^(server\/config\.ts|packages\/control\/(main|process\.test)\.ts|scripts\/|bench\/|tests\/(tidy\/(files|deploy)\.test\.ts|setup\/|histories\/|kit\/browser\/browser\.ts|looks\/pictures\.ts|screens\/|faults\/)|(playwright|playwright\.pages|vite)\.config\.ts)/
  const readers = code.filter(({ name, text }) => /process\.env\b/.test(text) && !mayRead.test(name))
  expect(readers.map(({ name }) => name)).toEqual([])
})

it('the source text reads and writes browser storage only through one module (D203)', () => {
  // theme.js runs before any module.
  const may = /^web\/(kit\/storage\/|public\/theme\.js)/
  const bare = code.filter(
    ({ name, text }) => name.startsWith('web/') && /\b(local|session)Storage\b/.test(text) && !may.test(name),
  )
  expect(bare.map(({ name }) => name)).toEqual([])
})

it('the source text takes business time as a parameter in rules and SQL functions', () => {
  const clocks = /\bnow\(\)|Date\.now\(|new Date\(\)|performance\.now|current_timestamp|clock_timestamp|current_date/i
  const isRule = (name: string) =>
    (/^server\/.*\.sql$/.test(name) && !name.includes('/migrations/')) ||
    (/^server\/(?!kernel|database)[^/]+\/.*\.ts$/.test(name) && !name.includes('.test.') && kindOf(name) === 'rule')
  const timed = files.filter(({ name, text }) => isRule(name) && clocks.test(text))
  expect(timed.map(({ name }) => name)).toEqual([])
})

/** Examples of what the six shapes do (docs/STYLE.md), written out, and the files with a reason to. */
const writtenOut: [example: string, pattern: RegExp, except?: RegExp][] = [
  ['useMutation({})', /\buseMutation\b/],
  ['<AlertDialog.Root>', /\bAlertDialog\b/],
  // These follow the address, or stay mounted while they are closed.
  ['<Dialog\n  open={isOpen}>', /<Dialog\b[^>]*\bopen=/, /(top-up|talk-room|you-sheet|person-details)\.tsx$/],
  ['client.invalidateQueries()', /\binvalidateQueries\b/, /(uploads|use-recap)\.ts$/],
  // It is next to what has loaded, or in a frame of the page's own.
  [
    '<LoadError what="x" />',
    /<LoadError\b/,
    /(access-dialog|quality|compose-dialog|confirm-payment|conversations|frame|seats|dashboard|signup|success)\.tsx$/,
  ],
  ['<table className="w-full">', /<table\b/, /(receipt|price-list|status)\.tsx$/],
  // The build for browsers leaves the refusals of calls out.
  ['call.errors.busy', /\b\w+\.errors\.\w+/],
]

it.each(writtenOut)('screens do not write out %j', (example, pattern, except) => {
  expect(example).toMatch(pattern)
  const screens = code.filter(({ name }) => name.startsWith('web/screens/') && !name.includes('.test.'))
  const found = screens.filter(({ name, text }) => pattern.test(text) && !except?.test(name))
  expect(found.map(({ name }) => name)).toEqual([])
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

it('the source text has no leftovers, no paths of a single machine and no registry', () => {
  const others = files.filter(({ name }) => name !== 'tests/tidy/files.test.ts')
  const found = others.flatMap(({ name, text }) =>
    banned.flatMap((pattern) => {
      const hit = pattern.exec(text)
      return hit ? [`${name}: ${hit[0].trim()}`] : []
    }),
  )
  expect(found).toEqual([])
})

const leftovers = ['// TODO later', "import x from '/home/me/x.ts'", 'https://registry.example/', 'it.only(']
it.each([...leftovers, '"resolved": "http', '// @ts-ignore'])('a leftover is refused: %s', (text) => {
  expect(banned.filter((pattern) => pattern.test(text))).toHaveLength(1)
})

/** Returns the functions of a file with more than 60 lines, except the callbacks of `describe`, which only list tests. */
function longFunctions(file: SourceFile): string[] {
  const linesIn = (start: number, end: number) => file.text.slice(start, end).split('\n').length
  const groups = new Set<number>()
  const long: number[] = []
  const measure = ({ start, end }: { start: number; end: number }): void => {
    if (linesIn(start, end) > 60) long.push(start)
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const isGroup = /^(test\.)?describe\b/.test(file.text.slice(callee.start, callee.end))
      if (isGroup) for (const { start } of given) groups.add(start)
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parse(file).program)
  return long.filter((start) => !groups.has(start)).map((start) => `${file.name}:${linesIn(0, start)}`)
}

function onlyPassesOn(file: SourceFile): boolean {
  const { body } = parse(file).program
  const passesOn = body.filter((node) => {
    const isListed = node.type === 'ExportNamedDeclaration' && !node.declaration
    return isListed || node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration'
  })
  return body.length > 0 && passesOn.length === body.length
}

function crowdedFolders(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const folder = name.replace(/\/[^/]*$/, '')
    // Folders of documents, such as the numbered decisions, may be longer.
    if (!folder.startsWith('docs/')) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 25).map(([folder, count]) => `${folder}: ${count}`)
}
