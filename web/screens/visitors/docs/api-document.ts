import type { Who } from '#contract/call.ts'
import { queryOptions } from '@tanstack/react-query'

/** The parts of a JSON Schema that our own calls use. */
export interface JsonSchema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
}

interface Content {
  content?: Partial<Record<'application/json' | 'multipart/form-data', { schema: JsonSchema }>>
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  security: readonly unknown[]
  'x-who': Who
  'x-asks-proof': boolean
  parameters?: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

export interface Endpoint extends Operation {
  method: string
  path: string
  /** Its place in the address of the page. */
  id: string
}

/** The calls of one subject. */
export interface Area {
  name: string
  /** Its place in the address of the page. */
  id: string
  endpoints: readonly Endpoint[]
}

/** Returns the calls of a document by area. */
export function areasOf({ paths }: ApiDocument): Area[] {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      id: `${method}${path}`.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''),
    })),
  )
  const byArea = Map.groupBy(endpoints, ({ tags }) => tags[0] ?? 'other')
  return [...byArea].map(([area, some]) => ({ name: titleOf(area), id: area, endpoints: some }))
}

/** Returns the areas with the calls that contain every word in their address or summary. */
export function findCalls(areas: readonly Area[], words: string): Area[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ method, path, summary }: Endpoint, area: string) => {
    const text = `${method} ${path} ${summary} ${area}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  return areas
    .map((area) => ({ ...area, endpoints: area.endpoints.filter((endpoint) => fits(endpoint, area.name)) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

/** Returns `Auto purchase` for `autoPurchase`. */
function titleOf(area: string): string {
  const words = area.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The server's own description of its calls, grouped by area. */
export const endpointsQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<Area[]> => {
    const response = await fetch('/api/openapi.json', { signal })
    if (!response.ok) throw new Error(`The description of the calls could not be read: ${response.status}`)
    return areasOf((await response.json()) as ApiDocument)
  },
})

export function schemaOf({ content }: Content): JsonSchema | undefined {
  return content?.['application/json']?.schema
}

/** Returns the type of a value in a few words: `text`, `list of numbers`, `"active" or "ended"`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.format) return `${schema.type} (${schema.format})`
  return schema.type ?? 'anything'
}

/** Returns the fields of an object, of the objects in a list, or of a nullable object. */
export function fieldsOf(schema: JsonSchema): { name: string; isRequired: boolean; schema: JsonSchema }[] {
  if (schema.items) return fieldsOf(schema.items)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(fieldsOf)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    schema: field,
  }))
}
