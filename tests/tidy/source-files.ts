import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

/** The project's own source text, for the tidy tests. */

export const root = path.join(import.meta.dirname, '../..')

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.install-lock', 'test-results'])
/** What measurements write. */
const skippedFolder = path.join(root, 'bench', 'results')
const textEndings =
  /\.(ts|tsx|mjs|mts|js|sql|css|html|json|md|yml|yaml|svg)$|^[^.]+$|^\.(env\.example|npmrc|gitignore)$|rc\.json$/

export interface SourceFile {
  /** The path relative to the root, with forward slashes. */
  name: string
  text: string
}

/** Returns every text file of the project, except generated and installed files. */
export function readProject(folder = root): SourceFile[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    const full = path.join(folder, entry.name)
    if (skipped.has(entry.name) || full === skippedFolder) return []
    if (entry.isDirectory()) return readProject(full)
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

/** Returns the syntax tree of a code file. */
export function parse({ name, text }: SourceFile) {
  return parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' })
}

export interface Import {
  /** The path relative to the root, for files of the project. */
  path: string | null
  /** The name of a package; `node` for Node's own modules. */
  package: string | null
}

/** Returns the imports of a file, including types, re-exports and dynamic imports. */
export function importsOf(file: SourceFile): Import[] {
  return [...new Set(sourcesIn(parse(file)))].map((wanted) => {
    if (wanted.startsWith('#')) return { path: wanted.slice(1), package: null }
    if (wanted.startsWith('@luna/')) return { path: wanted.replace('@luna/', 'packages/'), package: null }
    if (wanted.startsWith('.')) return { path: path.posix.join(path.posix.dirname(file.name), wanted), package: null }
    if (wanted.startsWith('node:')) return { path: null, package: 'node' }
    return { path: null, package: wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/') }
  })
}

function sourcesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(sourcesIn)
  const node = value as Node
  const inner = Object.values(node).flatMap(sourcesIn)
  if (!/^(Import|Export(All|Named))(Declaration|Expression)$/.test(node.type)) return inner
  const source = node.source as { value?: unknown } | null
  return typeof source?.value === 'string' ? [source.value, ...inner] : inner
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A function under its name; an anonymous one is under the function that receives it, such as `it` or `setTimeout`. */
export interface FunctionSize {
  name: string
  /** Includes inner functions. */
  lines: number
}

/** Returns every function of a syntax tree, except the callbacks of `describe`, which only list tests. */
export function functionsIn(tree: unknown, text: string): FunctionSize[] {
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
  const visit = (value: unknown, givenTo: string): FunctionSize[] => {
    if (typeof value !== 'object' || value === null) return []
    if (Array.isArray(value)) return value.flatMap((item) => visit(item, givenTo))
    const node = value as Node
    const name =
      nameOf(node) ?? (node.type === 'CallExpression' ? nameOf({ ...node, id: node.callee }) : null) ?? givenTo
    const inner = Object.values(node).flatMap((item) => visit(item, name))
    if (!isFunction.test(node.type) || name === 'describe') return inner
    return [{ name, lines: text.slice(node.start, node.end).split('\n').length }, ...inner]
  }
  return visit(tree, '')
}

/** Returns the name of a declaration, property or called function. */
function nameOf({ type, id, key, callee }: Node): string | null {
  if (type === 'CallExpression') return calledName(callee as Node)
  const name = ((id ?? key) as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name : null
}

/** Returns `it` for `it.each(rows)`, and `describe` also for `test.describe`. */
function calledName({ type, name, object, property, callee }: Node): string | null {
  if (type === 'CallExpression') return calledName(callee as Node)
  if (type !== 'MemberExpression') return typeof name === 'string' ? name : null
  return (property as Node).name === 'describe' ? 'describe' : calledName(object as Node)
}
