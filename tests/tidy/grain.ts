import { kindOf } from './directions.ts'
import { codeOf, importsOf, layerOf, readProject, type SourceFile } from './source-files.ts'

/** Finds files that are too small for themselves: below 60 lines, with a single importer that they could join. */

/** The most that each room may still have; the numbers only fall. */
export const most: Readonly<Record<string, number>> = { packages: 1, server: 2, web: 3 }

/** These list what exists, or load it later; nothing can join them. */
const lists = /^(server\/(calls|work)\.ts|web\/app\/(routes\.tsx|entry\.ts))$/
/** A test next to the code counts as an importer, because it is a reason for a file of its own. */
const counted = /^(contract|packages|server|web)\//

/** Returns the small files, each with its only importer. */
export function tooSmall(files: readonly SourceFile[]): { name: string; importer: string }[] {
  const importers = new Map<string, string[]>()
  for (const file of files) {
    if (!counted.test(file.name)) continue
    for (const { path } of importsOf(file)) if (path) importers.set(path, [...(importers.get(path) ?? []), file.name])
  }
  return files.flatMap(({ name, text }) => {
    const [importer, another] = importers.get(name) ?? []
    if (!importer || another || !isMeasured(name) || lists.test(importer)) return []
    const isOfOneKind = layerOf(name) === layerOf(importer) && kindOf(name) === kindOf(importer)
    return isOfOneKind && text.trimEnd().split('\n').length < 60 ? [{ name, importer }] : []
  })
}

function isMeasured(name: string): boolean {
  return /^(packages|server|web)\/.*\.tsx?$/.test(name) && !/\.(test|d)\.ts$|\/testing\//.test(name)
}

/** Returns the room of a file, such as `web`. */
export function roomOf(name: string): string {
  return name.split('/', 1)[0] ?? ''
}

// node tests/tidy/grain.ts [PATH]: lists them.
if (import.meta.main) {
  const [, , within = ''] = process.argv
  const found = tooSmall(codeOf(readProject())).filter(({ name }) => name.startsWith(within))
  for (const { name, importer } of found) console.log(`${name} → ${importer}`)
  console.log(`${found.length} files`)
}
