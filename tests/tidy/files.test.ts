import { Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { codeOf, parse, readProject, type SourceFile } from './source-files.ts'

/** Laws about files, functions of tests and folders that oxlint cannot check (docs/STYLE.md). */

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

/** Returns folders of code with more than 25 files. */
function crowdedFolders(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const folder = name.replace(/\/[^/]*$/, '')
    // Folders of documents, such as the numbered decisions, may be longer.
    if (!folder.startsWith('docs/')) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 25).map(([folder, count]) => `${folder}: ${count}`)
}
