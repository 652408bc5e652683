import { type Endpoint, type JsonSchema, schemaOf } from './api-document.ts'

/** In which language the examples are shown. */
export const languages = ['curl', 'fetch'] as const
export type Language = (typeof languages)[number]

/** Returns a call as code that can be pasted and run, with values that its schemas accept. */
export function exampleOf(endpoint: Endpoint, language: Language, origin: string): string {
  const address = origin + addressOf(endpoint)
  const needsCookie = endpoint.security.length > 0
  return language === 'curl' ? curl(endpoint, address, needsCookie) : fetchCode(endpoint, address, needsCookie)
}

function curl(endpoint: Endpoint, address: string, needsCookie: boolean): string {
  const body = bodyOf(endpoint)
  const parts = [
    `curl '${address}'`,
    ...(endpoint.method === 'GET' ? [] : [`-X ${endpoint.method}`]),
    ...(needsCookie ? ['-b luna.cookies'] : endpoint.path === '/api/auth/login' ? ['-c luna.cookies'] : []),
    ...(body?.kind === 'form' ? [`-F '${body.field}=@picture.png'`] : []),
    ...(body?.kind === 'json'
      ? [
          "-H 'content-type: application/json'",
          `-d '${JSON.stringify(body.value, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]
      : []),
  ]
  return parts.join(' \\\n  ')
}

function fetchCode(endpoint: Endpoint, address: string, needsCookie: boolean): string {
  const body = bodyOf(endpoint)
  const headers = [
    ...(needsCookie ? ['cookie'] : []),
    ...(body?.kind === 'json' ? ["'content-type': 'application/json'"] : []),
  ]
  const options = [
    ...(endpoint.method === 'GET' ? [] : [`  method: '${endpoint.method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body?.kind === 'json' ? [`  body: JSON.stringify(${indent(JSON.stringify(body.value, null, 2))}),`] : []),
    ...(body?.kind === 'form' ? ['  body: form,'] : []),
  ]
  const before = body?.kind === 'form' ? [`const form = new FormData()`, `form.set('${body.field}', picture)`] : []
  const call =
    options.length > 0
      ? [`const response = await fetch('${address}', {`, ...options, '})']
      : [`const response = await fetch('${address}')`]
  return [...before, ...call, 'const answer = await response.json()'].join('\n')
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

/** Optional fields of which a call needs one, which no schema can say; the tests find every such call. */
const alsoNeeded: Record<string, string> = { organizationUsage: 'days', changeMembers: 'role' }

/** Returns the path with values in place of its parameters, and the parameters that must stand in the query. */
export function addressOf({ path, parameters = [], operationId }: Endpoint): string {
  const values = new Map(parameters.map(({ name, schema }) => [name, textOf(valueOf(schema, name))]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name))
  const needed = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || parameter.name === alsoNeeded[operationId]),
  )
  if (needed.length === 0) return filled
  return `${filled}?${new URLSearchParams(needed.map(({ name }) => [name, values.get(name) ?? '']))}`
}

type Body = { kind: 'json'; value: unknown } | { kind: 'form'; field: string } | null

/** Returns the body that a call takes: JSON, or a form with one file. */
export function bodyOf({ requestBody, operationId }: Endpoint): Body {
  if (!requestBody) return null
  const schema = schemaOf(requestBody)
  if (schema) return { kind: 'json', value: withField(schema, alsoNeeded[operationId]) }
  const fields = requestBody.content?.['multipart/form-data']?.schema.properties ?? {}
  return { kind: 'form', field: Object.keys(fields)[0] ?? 'file' }
}

function withField(schema: JsonSchema, name: string | undefined): unknown {
  const field = name && schema.properties?.[name]
  return valueOf(field ? { ...schema, required: [...(schema.required ?? []), name] } : schema, '')
}

/** Returns a value that a schema accepts; `name` is that of its field. */
export function valueOf(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valueOf(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {}, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, name)))
  if (schema.type === 'array') return arrayOf(schema, name)
  if (schema.type === 'object' || schema.properties) return objectOf(schema)
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  return stringOf(schema, name)
}

function arrayOf({ items, minItems = 1 }: JsonSchema, name: string): unknown[] {
  return Array.from({ length: Math.max(1, minItems) }, () => (items ? valueOf(items, name) : null))
}

/** An object shows what it needs; one that needs nothing shows its first field. */
function objectOf({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {}, name)]))
}

function numberOf({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum }: JsonSchema): number {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return Math.min(Math.max(least, 1), maximum)
}

const byFormat: Record<string, string> = {
  email: 'ana@example.com',
  uuid: '0198c1f0-5b2e-7c3a-9d4f-3a1b2c4d5e6f',
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
}

/** For texts whose schema cannot say what they look like; the tests hold each against the contract. */
const byName: readonly [name: RegExp, value: string][] = [
  [/email/i, 'ana@example.com'],
  [/password/i, 'a-long-passphrase'],
  [/timeZone/, 'Europe/Berlin'],
  [/^code$/, '123456'],
  [/firstName/, 'Ana'],
  [/lastName/, 'Silva'],
  [/color/i, '#7c3aed'],
  [/^month$/, '2026-01'],
  [/^dueOn$/, '2026-01-31'],
  [/url$/i, 'https://example.com/'],
  [/^slug$/, 'acme-consulting'],
]

function stringOf(
  { format = '', minLength = 0, maxLength = Number.MAX_SAFE_INTEGER, pattern }: JsonSchema,
  name: string,
): string {
  const known = byFormat[format] ?? byName.find(([words]) => words.test(name))?.[1]
  const text = known ?? (name || 'text')
  const fitting = text.padEnd(minLength, 'x').slice(0, maxLength)
  if (!pattern || new RegExp(pattern).test(fitting)) return fitting
  return (
    [...byName.map(([, value]) => value), '1', 'A1B2C3D4', 'a'.repeat(64)].find((value) =>
      new RegExp(pattern).test(value),
    ) ?? fitting
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
