import { describe, expect, it } from 'vitest'
import { codeOf, functionsIn, parse, readProject, type SourceFile } from './source-files.ts'

/** The size limits for files, functions and folders, and the rules for their names (docs/STYLE.md). */

const files = readProject()
const code = codeOf(files)

describe('files', () => {
  it('have names in kebab-case, and no folder has a catch-all name', () => {
    const odd = code.filter(({ name }) => {
      const parts = name.split('/')
      const isNamed = parts.every((part) => /^[a-z0-9.-]+$/.test(part))
      return !isNamed || parts.some((part) => /^(utils?|helpers?|common|misc|shared|lib)$/.test(part))
    })
    expect(odd.map(({ name }) => name)).toEqual([])
  })

  it('are in folders of at most 25 files', () => {
    expect(crowdedFolders(files.map(({ name }) => name))).toEqual([])
    const names = Array.from({ length: 26 }, (_, i) => `server/agents/${i}.ts`)
    expect(crowdedFolders(names)).toEqual(['server/agents: 26'])
  })

  it('have at most 250 lines', () => {
    const long = [...code, ...files.filter(({ name }) => name.endsWith('.sql'))].flatMap(({ name, text }) => {
      const lines = text.trimEnd().split('\n').length
      return lines > 250 ? [`${name}: ${lines}`] : []
    })
    expect(long).toEqual([])
  })

  it('have functions of at most 60 lines', () => {
    expect(code.flatMap(longFunctions)).toEqual([])
  })

  it('do not only re-export, and have no default exports', () => {
    const faults = code.flatMap((file) => {
      const { name } = file
      const tree = parse(file)
      const isBarrel =
        tree.body.length > 0 &&
        tree.body.every(
          (node) =>
            node.type === 'ImportDeclaration' ||
            node.type === 'ExportAllDeclaration' ||
            (node.type === 'ExportNamedDeclaration' && !node.declaration),
        )
      const hasDefault = tree.body.some((node) => node.type === 'ExportDefaultDeclaration')
      const mayHaveDefault =
        /^(web\/screens\/|web\/app\/home\.tsx$|tests\/setup\/|scripts\/testing\/vitest-report\.mjs$|[^/]+\.config\.ts$)/.test(
          name,
        )
      return [
        ...(isBarrel ? [`${name}: only passes on`] : []),
        ...(hasDefault && !mayHaveDefault ? [`${name}: default export`] : []),
      ]
    })
    expect(faults).toEqual([])
  })

  it('are measured with inner functions as part of the outer one, and without describe blocks', () => {
    const inner = Array.from({ length: 59 }, () => '    step()').join('\n')
    const factory = `function outer() {\n  const a = () => {\n${inner}\n  }\n}\n`
    expect(longFunctions({ name: 'a.ts', text: factory })).toEqual(['a.ts: outer', 'a.ts: a'])
    const tests = `describe('all', () => {\n${inner}\n\n})\ndescribe.each(list)('one', () => {\n${inner}\n\n})\n`
    expect(longFunctions({ name: 'a.ts', text: tests })).toEqual([])
    expect(longFunctions({ name: 'a.ts', text: `it('goes on', () => {\n${inner}\n\n})\n` })).toEqual(['a.ts: it'])
  })
})

/** Returns the functions of a file with more than 60 lines. */
function longFunctions(file: SourceFile): string[] {
  const long = functionsIn(parse(file), file.text).filter(({ lines }) => lines > 60)
  return long.map(({ name }) => `${file.name}: ${name}`)
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
