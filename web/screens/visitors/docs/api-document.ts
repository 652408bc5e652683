import { queryOptions } from '@tanstack/react-query'

/** The parts of a JSON Schema that our own calls use. */
export interface JsonSchema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
}

interface Content {
  content?: { 'application/json'?: { schema: JsonSchema } }
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  security: readonly unknown[]
  parameters?: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

export interface Endpoint extends Operation {
  method: string
  path: string
}

/** The server's own description of its calls, grouped by area. */
export const endpointsQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<Map<string, Endpoint[]>> => {
    const response = await fetch('/api/openapi.json', { signal })
    if (!response.ok) throw new Error(`The description of the calls could not be read: ${response.status}`)
    const { paths } = (await response.json()) as ApiDocument
    const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    return Map.groupBy(endpoints, ({ tags }) => tags[0] ?? 'other')
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
