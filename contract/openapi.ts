import * as z from 'zod/mini'
import { type Call, isList, mayTakeFile, pageQuery, problemBody, type Schema, takesFile } from './call.ts'
import { calls } from './index.ts'

type Json = Record<string, unknown>

/** Returns the contract as an OpenAPI 3.1 document, served at /api/openapi.json. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const { area, name, call } of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    const parameters = [
      ...pathParameters(call.path, call.params),
      ...queryParameters(call.query ?? (isList(call) ? pageQuery : undefined)),
    ]
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: name,
        tags: [area],
        summary: forReaders(call.summary),
        security: call.who === 'anyone' ? [] : [{ session: [] }],
        'x-who': call.who,
        'x-asks-proof': call.asksProof,
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(call.body
          ? {
              requestBody: {
                required: call.body._zod.optin !== 'optional',
                content: bodyContent(call, call.body),
              },
            }
          : {}),
        responses: {
          [call.status]: { description: 'Success', content: content(toSchema(call.answer, 'output')) },
          ...refusals(call.errors),
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Luna', version: '1' },
    paths,
    components: {
      schemas: { Problem: toSchema(problemBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'luna' } },
    },
  }
}

/** Removes our internal references, the S and D numbers. */
function forReaders(summary: string): string {
  return summary.replaceAll(/ \([DS]\d[^)]*\)/g, '')
}

/** Returns the content types of a body: JSON, a form, or either. */
function bodyContent(call: Call, body: Schema): Json {
  const schema = toSchema(body, 'input')
  const form = content(schema, 'multipart/form-data')
  if (takesFile(call)) return form
  return mayTakeFile(call) ? { ...content(schema), ...form } : content(schema)
}

function content(schema: Json, type = 'application/json'): Json {
  return { [type]: { schema } }
}

/** Transformed values are always times, written as ISO 8601 (D167). */
function toSchema(schema: Schema, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'pipe' && io === 'output') {
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      }
    },
  }) as Json
}

function pathParameters(path: string, schemas: Partial<Record<string, Schema>>): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = schemas[name]
    return { name, in: 'path', required: true, schema: schema ? toSchema(schema, 'input') : { type: 'string' } }
  })
}

function queryParameters(query: Schema | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = toSchema(query, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function refusals(errors: Record<string, readonly [number, string]>): Json {
  const byStatus = Map.groupBy(Object.entries(errors), ([, [status]]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: rows.map(([code, [, message]]) => `${code}: ${message}`).join('\n'),
        content: content({ $ref: '#/components/schemas/Problem' }),
      },
    ]),
  )
}
