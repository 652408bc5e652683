import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ProblemBody, Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { openWorld } from '../kit/world/world.ts'
import { readProject } from './source-files.ts'

const world = await openWorld()
afterAll(() => world.close())

const titles = calls.map(({ call }) => `${call.method} ${call.path}`)

describe('the contract', () => {
  it('has unique signatures and names of calls, and schemas only for parameters of the path', () => {
    expect(new Set(titles.map((title) => title.replaceAll(/:\w+/g, ':id'))).size).toBe(titles.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    for (const { call } of calls) {
      for (const name of Object.keys(call.params)) expect(call.path).toContain(`:${name}`)
    }
  })

  it('lists every file that defines a call', () => {
    const index = readProject().find(({ name }) => name === 'contract/index.ts')?.text ?? ''
    const defining = readProject().flatMap(({ name, text }) =>
      name.startsWith('contract/') && /= call\('/.test(text) ? [name.replace('contract/', './')] : [],
    )
    expect(defining.length).toBeGreaterThan(40)
    expect(defining.filter((name) => !index.includes(`from '${name}'`))).toEqual([])
  })

  it('declares each refusal with an error status and a sentence for people (D163, D164)', () => {
    const known = [400, 401, 402, 403, 404, 409, 410, 413, 415, 429, 503]
    for (const { call } of calls) {
      for (const [code, [status, message]] of Object.entries(call.errors)) {
        expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
        expect(known).toContain(status)
        expect(message).toMatch(/^[A-Z]/)
      }
    }
  })
})

/** Names of fields with whose value anyone can pay, sign in or talk as this person. */
const secretNames = /token|secret|password|^signed|apiKey|^recoveryCodes$|uniqueLink/i
/** Links that work for anyone who has them, in fields whose name does not say so. */
const secretLinks = ['POST /api/user/next-step-calendar', 'POST /api/organization/invitation-links']

it('marks every call whose answer holds a secret, so that it is not compressed', () => {
  const holding = calls.filter(({ call }) => fieldsOf(call.answer).some((name) => secretNames.test(name)))
  const expected = [...holding.map(({ call }) => `${call.method} ${call.path}`), ...secretLinks]
  const marked = calls.flatMap(({ call }) => (call.holdsSecret ? [`${call.method} ${call.path}`] : []))
  expect(marked.toSorted()).toEqual(expected.toSorted())
})

/** Returns the names of the fields of a schema, at every depth. */
function fieldsOf(schema: Schema): string[] {
  const names = new Set<string>()
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), (key, value: unknown) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
    return value
  })
  return [...names]
}

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
  security: object[]
}
type Paths = Record<string, Record<string, Operation>>
type Schemas = { schemas: Record<string, object> }
const document = openApiDocument() as { openapi: string; paths: Paths; components: Schemas }

it('the OpenAPI document is served unchanged', async () => {
  const reply = await world.visitor().request('GET', '/api/openapi.json')
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(document)))
  expect(document.openapi).toBe('3.1.0')
})

const rows = calls.map(({ call, name }) => [`${call.method} ${call.path}`, name, call] as const)
it.each(rows)('the OpenAPI document describes %s as OpenAPI 3.1 requires', (_title, name, call) => {
  const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[call.method.toLowerCase()] as Operation
  expect(operation.operationId).toBe(name)
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
  expect(inPath.every((parameter) => parameter.required)).toBe(true)
  expect(operation.responses).toHaveProperty(String(call.status))
  expect(operation.security).toEqual(call.who === 'anyone' ? [] : [{ session: [] }])
  expect(operation.requestBody !== undefined).toBe(call.body !== undefined)
  for (const [status, response] of Object.entries(operation.responses)) {
    expect(status).toMatch(/^[2-5]\d\d$/)
    expect(response.description).not.toBe('')
    expect(response.content['application/json']?.schema).toBeTypeOf('object')
  }
})

it('the OpenAPI document refers only to schemas that it contains', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(0)
  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})

it('an unknown path below /api gets a JSON 404 from every method, never a page (D164)', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['', 'auth/user/unknown', 'auth/login/']) {
      const { status, body, headers } = await world.visitor().request<ProblemBody>(method, `/api/${path}`)
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'not_found'])
      expect(headers.get('content-type')).toContain('application/json')
    }
  }
})
