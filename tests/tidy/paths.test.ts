import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readProject, root, type SourceFile } from './source-files.ts'

/** Documents and comments name only files and folders that exist. */

const files = readProject()
const names = files.map(({ name }) => name)

const file = /(?<![\w/.@#$:*{}-])(?:[\w@-][\w.@-]*\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|sql|md|css|tsv)\b/g
const folder =
  /(?<![\w/.@#$:*{}-])(?:server|web|contract|tests|scripts|bench|packages|docs)\/[\w/-]*\w\/?(?![\w/*{<-]|\.\w)/g
const comment = /\/\*[\s\S]*?\*\/|(?<!['":`])\/\/ .*|^\s*-- .*/gm

/** Names that stand for any file. */
const examples = /^x\.(routes\.|flow\.)?ts$/

/** Returns whether a path exists from the root, from the file that names it, or as the end of another path. */
function exists(wanted: string, from: string): boolean {
  const beside = path.posix.join(path.posix.dirname(from), wanted)
  return [wanted, beside].some((one) => fs.existsSync(path.join(root, one))) || isKnown(wanted)
}

/** The number of a decision is enough, such as docs/decisions/0016. */
function isKnown(wanted: string): boolean {
  return names.some(
    (name) => name.endsWith(`/${wanted}`) || (/^docs\/decisions\/\d{4}$/.test(wanted) && name.startsWith(`${wanted}-`)),
  )
}

function missingIn({ name, text }: SourceFile): string[] {
  const texts = name.endsWith('.md') ? [text] : (text.match(comment) ?? [])
  const links = name.endsWith('.md') ? [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g)] : []
  const named = texts.flatMap((part) => [...(part.match(file) ?? []), ...(part.match(folder) ?? [])])
  return [...new Set([...named, ...links.map(([, target = '']) => target)])]
    .filter((wanted) => !examples.test(wanted) && !exists(wanted, name))
    .map((wanted) => `${name}: ${wanted}`)
}

it('paths in documents and comments exist', () => {
  const isRead = (name: string) => /\.(md|tsx?|mjs|sql)$/.test(name) && !name.startsWith('tests/tidy/paths')
  const readers = files.filter(({ name }) => isRead(name))
  expect(readers.length).toBeGreaterThan(1000)
  expect(readers.flatMap(missingIn)).toEqual([])
})

it.each([
  ['docs/A.md', 'See [the style](STYLES.md).', 'docs/A.md: STYLES.md'],
  ['server/agents/README.md', '`gone.ts`: nothing', 'server/agents/README.md: gone.ts'],
  ['server/agents/a.ts', '// As in server/agents/gone does.', 'server/agents/a.ts: server/agents/gone'],
  ['server/agents/a.sql', '-- The rules are in gone.sql.', 'server/agents/a.sql: gone.sql'],
])('paths that do not exist are found: %s', (name, text, found) => {
  expect(missingIn({ name, text })).toEqual([found])
})

it.each([
  ['docs/A.md', 'See [the style](STYLE.md#words), `server/agents` and https://example.com/a.md.'],
  ['server/agents/a.ts', "const name = 'gone.ts' // Read by agents.ts and records.ts."],
  ['scripts/a.mjs', '// The reason is in docs/decisions/0016.'],
])('paths that exist pass: %s', (name, text) => {
  expect(missingIn({ name, text })).toEqual([])
})
