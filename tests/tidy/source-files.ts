import fs from 'node:fs'
import path from 'node:path'
import { parseSync, type ParseResult } from 'oxc-parser'

/** The project's own source text, for the tidy tests. */

export const root = path.join(import.meta.dirname, '../..')

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.install-lock', 'test-results'])
/** Results of measurements. */
const skippedFolder = path.join(root, 'bench', 'results')
const textEndings =
  /\.(ts|tsx|mjs|mts|js|sql|css|html|json|md|yml|yaml|svg)$|^[^.]+$|^\.(env\.example|npmrc|gitignore)$|rc\.json$/

export interface SourceFile {
  /** The path relative to the root, with forward slashes. */
  name: string
  text: string
}

let project: SourceFile[] | undefined

/** Returns every text file of the project, except generated and installed files. They are read once per process. */
export function readProject(): SourceFile[] {
  project ??= readFolder(root)
  return project
}

function readFolder(folder: string): SourceFile[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    const full = path.join(folder, entry.name)
    if (skipped.has(entry.name) || full === skippedFolder) return []
    if (entry.isDirectory()) return readFolder(full)
    if (!entry.isFile() || !textEndings.test(entry.name)) return []
    return [{ name: path.relative(root, full).replaceAll(path.sep, '/'), text: fs.readFileSync(full, 'utf8') }]
  })
}

const isCode = /\.(ts|tsx|mjs|mts|js)$/

export function codeOf(files: SourceFile[]): SourceFile[] {
  return files.filter(({ name }) => isCode.test(name))
}

/**
 * Returns the layer of a file: its first folder; in server, web and packages the second folder; in web/screens the
 * third. Files directly in `server` have the layer `server`. Mails are a layer apart from messages.
 */
export function layerOf(name: string): string {
  const parts = name.split('/')
  if (parts.length === 1) return 'root'
  const [first = '', second = '', third = ''] = parts
  if ((first === 'web' && second === 'screens') || (second === 'messages' && third === 'mails')) {
    return `${first}/${second}/${third}`
  }
  return /^(server|web|packages)$/.test(first) && parts.length > 2 ? `${first}/${second}` : first
}

const parsed = new WeakMap<SourceFile, ParseResult>()

/** Returns a code file's syntax tree, comments and imports, each of which is made when it is first read. */
export function parse(file: SourceFile): ParseResult {
  const result = parsed.get(file) ?? parseSync(file.name, file.text)
  parsed.set(file, result)
  return result
}

export interface Import {
  /** The path relative to the root, for files of the project. */
  path: string | null
  /** The name of a package; `node` for Node's own modules. */
  package: string | null
}

const quoted = /^['"](.*)['"]$/

/** Returns the imports of a file, including types, re-exports and dynamic imports. */
export function importsOf(file: SourceFile): Import[] {
  const { staticImports, staticExports, dynamicImports } = parse(file).module
  const wanted = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => quoted.exec(file.text.slice(start, end))?.[1] ?? [],
    ),
  ]
  return [...new Set(wanted)].map((source) => {
    if (source.startsWith('#')) return { path: source.slice(1), package: null }
    if (source.startsWith('@luna/')) return { path: source.replace('@luna/', 'packages/'), package: null }
    if (source.startsWith('.')) return { path: path.posix.join(path.posix.dirname(file.name), source), package: null }
    if (source.startsWith('node:')) return { path: null, package: 'node' }
    return { path: null, package: source.split('/', source.startsWith('@') ? 2 : 1).join('/') }
  })
}
