import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Call, takesFile } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { areasOf, type ApiDocument, type Endpoint, findCalls } from './api-document.ts'
import { addressOf, bodyOf, exampleOf, valueOf } from './examples.ts'

const areas = areasOf(openApiDocument() as unknown as ApiDocument)
const endpoints = areas.flatMap((area) => area.endpoints)

function endpointOf({ method, path }: Call): Endpoint {
  const found = endpoints.find((one) => one.method === method && one.path === path.replaceAll(/:(\w+)/g, '{$1}'))
  if (!found) throw new Error(`The document lacks ${method} ${path}`)
  return found
}

const named = (path: string, method = 'POST') =>
  endpoints.find((one) => one.path === path && one.method === method) as Endpoint

describe('the examples of the API docs are what the calls take', () => {
  it.each(calls.map(({ name, call }) => [name, call] as const))('%s', (_name, call) => {
    const endpoint = endpointOf(call)
    const body = bodyOf(endpoint)
    if (call.body && !takesFile(call)) {
      const result = z.safeParse(call.body, body?.kind === 'json' ? body.value : undefined)
      expect(result.error?.issues ?? []).toEqual([])
    }
    for (const { name, schema } of endpoint.parameters ?? []) {
      const checked = call.params[name]
      if (checked) expect(z.safeParse(checked, String(valueOf(schema, name))).success, name).toBe(true)
    }
    const query = Object.fromEntries(new URLSearchParams(addressOf(endpoint).split('?')[1] ?? ''))
    if (call.query) expect(z.safeParse(call.query, query).error?.issues ?? []).toEqual([])
    expect(addressOf(endpoint)).not.toMatch(/[{}]/)
  })
})

describe('an example', () => {
  it('for curl stores the cookie on signing in and sends it everywhere else', () => {
    const body = `-d '{\n  "email": "ana@example.com",\n  "password": "a-long-passphrase"\n}'`
    const parts = ["curl 'https://luna.test/api/auth/login'", '-X POST', '-c luna.cookies']
    const login = [...parts, "-H 'content-type: application/json'", body].join(' \\\n  ')
    expect(exampleOf(named('/api/auth/login'), 'curl', 'https://luna.test')).toBe(login)
    expect(exampleOf(named('/api/user/stats', 'GET'), 'curl', 'https://luna.test')).toBe(
      "curl 'https://luna.test/api/user/stats' \\\n  -b luna.cookies",
    )
  })

  it('for fetch is a program', () => {
    for (const endpoint of endpoints) {
      const code = exampleOf(endpoint, 'fetch', 'https://luna.test')
      expect(() => new vm.Script(`async (cookie, picture) => { ${code} }`), endpoint.id).not.toThrow()
    }
    expect(exampleOf(named('/api/status', 'GET'), 'fetch', 'https://luna.test')).toBe(
      "const response = await fetch('https://luna.test/api/status')\nconst answer = await response.json()",
    )
  })
})

describe('the document', () => {
  it('gives every call and every area an address of its own', () => {
    const ids = [...areas.map(({ id }) => id), ...endpoints.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is searched by method, address, summary and area', () => {
    const found = findCalls(areas, 'auth LOGIN post').flatMap((area) => area.endpoints.map(({ id }) => id))
    expect(found).toEqual(['post-api-auth-login'])
    expect(findCalls(areas, 'zebra')).toEqual([])
    expect(findCalls(areas, ' ')).toHaveLength(areas.length)
  })
})
