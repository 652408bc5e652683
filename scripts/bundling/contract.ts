import fs from 'node:fs'
import path from 'node:path'
import { parseAst, type Plugin } from 'vite'
import { root } from './screens.ts'

interface SyntaxNode {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  declaration?: SyntaxNode | null
  declarations?: SyntaxNode[]
  id?: SyntaxNode
  init?: SyntaxNode | null
  callee?: SyntaxNode
  arguments?: SyntaxNode[]
  /** `type` on an import of types. */
  importKind?: string
  source?: SyntaxNode
  specifiers?: SyntaxNode[]
  imported?: SyntaxNode
  key?: SyntaxNode
  /** The object that a spread adds. */
  argument?: SyntaxNode
  properties?: SyntaxNode[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/** A call of the contract where it is defined. */
interface DefinedCall {
  start: number
  end: number
  /** Such as `GET /api/me`. */
  signature: string
  properties: readonly SyntaxNode[]
}

/** Returns what a call becomes. */
type Shorten = (call: DefinedCall, code: string) => string

/**
 * Leaves in the contract only the parts that browsers read: a call's method, path and toasts, and whether anyone may
 * make it; and the schemas that the browser's code names, because making one has no other effect (D200). The server
 * renders forms at once, so its calls keep their bodies. In a browser a call has a function that loads its body:
 *
 * - `auth.ts?bodies` gives the bodies of all calls of auth.ts to web/client/forms/bodies.ts. Calls load it for their
 *   dialogs; a file that draws a form imports it.
 * - `auth.ts?schemas` is auth.ts with the body of each call in its place. It has other files' schemas from
 *   their `?schemas`, so that `auth.ts` itself weighs as little as what is read before a form opens.
 */
export function stripContract(isForServer: boolean): Plugin {
  return {
    name: 'luna-strip-contract',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      if (source.endsWith('?bodies') || source.endsWith('?schemas')) return fileOf(source, importer)
      if (!importer.endsWith('?schemas') || !source.startsWith('.')) return null
      const file = fileOf(source, importer)
      return fs.readFileSync(file, 'utf8').includes("from 'zod/mini'") ? `${file}?schemas` : file
    },
    load(id) {
      const [file = '', kind] = id.split('?')
      if (kind === 'schemas') return { code: fs.readFileSync(file, 'utf8'), moduleType: 'ts' }
      return kind === 'bodies' ? { code: giveBodies(file), moduleType: 'js', moduleSideEffects: true } : null
    },
    transform: {
      filter: { id: /\/(contract|web)\/.*\.tsx?(\?schemas)?$/ },
      handler(code, id) {
        if (!id.startsWith(path.join(root, 'contract')))
          return isForServer || !code.includes('#contract/') ? null : importSchemas(code)
        const shorten = isForServer
          ? keepBody
          : id.endsWith('?schemas')
            ? keepBodyAlone
            : loadBodyLate(path.basename(id))
        return { code: applyEdits(code, findEdits(code, shorten)), moduleSideEffects: false }
      },
    },
  }
}

function fileOf(source: string, importer: string): string {
  return source.startsWith('#') ? path.join(root, source.slice(1)) : path.resolve(path.dirname(importer), source)
}

/** Returns the names and signatures of the calls of a file that have a body. */
function listBodies(file: string): { name: string; signature: string }[] {
  return listValues(fs.readFileSync(file, 'utf8')).flatMap(({ name, init }) => {
    const call = asCall(init)
    return call?.properties.some(isBody) ? [{ name, signature: call.signature }] : []
  })
}

function giveBodies(file: string): string {
  const bodies = listBodies(file)
  return [
    "import { keepBody } from '#web/client/forms/bodies.ts'",
    `import { ${bodies.map(({ name }) => name).join(', ')} } from './${path.basename(file)}?schemas'`,
    ...bodies.map(({ name, signature }) => `keepBody('${signature}', ${name})`),
  ].join('\n')
}

/**
 * Makes a file of the app take schemas from where they are, and come with the bodies that it names. A file that draws a
 * form comes with the code of forms, so that nothing moves when the form appears.
 */
function importSchemas(code: string): string {
  const { body } = parseAst(code, { lang: 'tsx' }) as unknown as { body: SyntaxNode[] }
  const imports = body.filter(
    ({ type, importKind, source }) =>
      type === 'ImportDeclaration' && importKind !== 'type' && String(source?.value).startsWith('#contract/'),
  )
  const edits = imports.flatMap((node) => takeSchemas(code, node))
  const named = imports.map(({ source }) => String(source?.value))
  const bodies = named
    .filter((file) => listBodies(fileOf(file, '')).length > 0)
    .map((file) => `import '${file}?bodies'`)
  const isForm = /<CallForm\b/.test(code)
  const read = isForm || /\bbodyOf\(/.test(code) ? bodies : []
  const needed = isForm ? [...read, "import '#web/client/forms/loaded-call-form.tsx'"] : read
  return needed.map((one) => `${one}\n`).join('') + applyEdits(code, edits)
}

/** Returns how to import what a file of the contract makes, such as schemas, apart from its calls and constants. */
function takeSchemas(code: string, { start, end, source, specifiers = [] }: SyntaxNode): Edit[] {
  const file = String(source?.value)
  const made = new Set(
    listValues(fs.readFileSync(fileOf(file, ''), 'utf8')).flatMap(({ name, init }) =>
      asCall(init) || !isMade(init) ? [] : [name],
    ),
  )
  const isSchema = ({ imported }: SyntaxNode) => made.has(imported?.name ?? '')
  if (!specifiers.some(isSchema)) return []
  const list = (some: readonly SyntaxNode[]) => some.map((one) => code.slice(one.start, one.end)).join(', ')
  const others = list(specifiers.filter((one) => !isSchema(one)))
  const text = `import { ${list(specifiers.filter(isSchema))} } from '${file}?schemas'`
  return [{ start, end, text: `${others && `import { ${others} } from '${file}'; `}${text}` }]
}

const keepBody: Shorten = (call, code) => asObject(call, code, (one) => isBody(one) || isRead(one))

const loadBodyLate =
  (file: string): Shorten =>
  (call, code) =>
    asObject(call, code, isRead, call.properties.some(isBody) ? [`loadBody: () => import('./${file}?bodies')`] : [])

const keepBodyAlone: Shorten = ({ properties }, code) => {
  const body = properties.find(isBody)?.value
  return isNode(body) ? asPure(code.slice(body.start, body.end)) : 'null'
}

function asObject(
  { signature, properties }: DefinedCall,
  code: string,
  isKept: (property: SyntaxNode) => boolean,
  more: string[] = [],
): string {
  const [method, address] = signature.split(' ')
  const kept = properties.filter(isKept).map(({ start, end }) => code.slice(start, end))
  return `({ ${['isCall: true', `method: '${method}'`, `path: '${address}'`, ...more, ...kept].join(', ')} })`
}

/** Returns how to shorten calls, and marks every other value that is made while a module loads as free of effects. */
function findEdits(code: string, shorten: Shorten): Edit[] {
  return listValues(code).flatMap(({ init }): Edit[] => {
    const call = asCall(init)
    if (call) return [{ ...call, text: shorten(call, code) }]
    return isMade(init) ? [{ start: init.start, end: init.end, text: asPure(code.slice(init.start, init.end)) }] : []
  })
}

/** Returns the values that a module has, besides its functions. */
function listValues(code: string): { name: string; init: SyntaxNode }[] {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: SyntaxNode[] }
  return body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ id, init }) => (init ? [{ name: id?.name ?? '', init }] : []))
}

/** Whether something runs to make a value; reading a property counts, because that can run a getter. */
function isMade(node: SyntaxNode): boolean {
  if (/Function|^TS(?!As|Satisfies)/.test(node.type)) return false
  return /^(Call|Member|New|Spread)/.test(node.type) || childrenOf(node).some(isMade)
}

function asPure(text: string): string {
  return `/* @__PURE__ */ (() => (${text}))()`
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  const kept = edits.map(({ start, text }, i) => code.slice(edits[i - 1]?.end ?? 0, start) + text)
  return kept.join('') + code.slice(edits.at(-1)?.end ?? 0)
}

function asCall({ callee, start, end, arguments: given }: SyntaxNode): DefinedCall | null {
  const [signature, shape] = given ?? []
  if (callee?.name !== 'call' || signature?.type !== 'Literal' || !shape?.properties) return null
  return { start, end, signature: String(signature.value), properties: shape.properties }
}

function isBody({ key }: SyntaxNode): boolean {
  return key?.name === 'body'
}

/** Whether a browser reads a property of a call. Constants such as `...byAdmins` hold who makes it, and its query. */
function isRead({ key, value, argument }: SyntaxNode): boolean {
  if (!key) return !/^by[A-Z]/.test(argument?.name ?? '')
  if (key.name === 'who') return isNode(value) && value.value === 'anyone'
  return key.name === 'done' || key.name === 'failed'
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
