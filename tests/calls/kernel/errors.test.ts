import { describe, expect, it, vi } from 'vitest'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type ProblemBody, problemBody } from '#contract/call.ts'
import { ownWorld, password, registered, type Reply, subscriber, type TestClient } from '#tests/calls.ts'

const world = await ownWorld()

function expectProblem(reply: Pick<Reply<unknown>, 'body'> & { requestId: string | null | undefined }): void {
  const body = z.parse(z.looseObject({ ...problemBody.shape }), reply.body)
  expect(body.requestId).toBe(reply.requestId)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts\b|select |insert |at \w+ \(|FST_/)
}

async function refused(
  client: TestClient,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<[number, string]> {
  const reply = await client.request<ProblemBody>(method, path, body, headers)
  expectProblem({ body: reply.body, requestId: reply.headers.get('x-request-id') })
  return [reply.status, reply.body.code]
}

/** Requests an address exactly as it is written, because fetch would normalize it. */
async function askAsWritten(method: string, path: string): Promise<http.IncomingMessage> {
  const request = http.request(world.url, { method, path })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

/** Returns the lines of the log about one request, from a level on (40 is a warning). */
function linesAbout(requestId: string, level: number): string[] {
  const lines = fs.readFileSync(world.logFile, 'utf8').split('\n').filter(Boolean)
  return lines.filter((line) => line.includes(requestId) && (JSON.parse(line) as { level: number }).level >= level)
}

const names = { firstName: 'New', lastName: 'Name' }

describe("refuses another site's write (D16 [S])", () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'something' },
  ]
  it.each(foreign)('%j: 403 bad_origin, and nothing is written', async (headers) => {
    const person = await registered(world)
    const writes: [string, string, object][] = [
      ['PATCH', '/api/account/names', names],
      ['POST', '/api/auth/logout', {}],
      ['POST', '/api/create-combined-purchase', { package: 'uplift', subscriptionPrice: 2.97 }],
    ]
    for (const [method, path, body] of writes) {
      expect(await refused(person.client, method, path, body, headers)).toEqual([403, 'bad_origin'])
    }
    const body = { email: person.email, password }
    expect(await refused(world.visitor(), 'POST', '/api/auth/login', body, headers)).toEqual([403, 'bad_origin'])
    const reply = await person.client.request<{ firstName: string }>('GET', '/api/auth/user')
    expect([reply.status, reply.body.firstName]).toEqual([200, 'Test'])
  })

  it('even when a foreign Origin comes with a friendly Sec-Fetch-Site', async () => {
    const person = await registered(world)
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }
    expect(await refused(person.client, 'PATCH', '/api/account/names', names, headers)).toEqual([403, 'bad_origin'])
  })

  it.each<Record<string, string>>([{}, { 'sec-fetch-site': 'same-origin' }])(
    'allows our own pages to write (%j)',
    async (headers) => {
      const person = await registered(world)
      const own: Record<string, string> = { origin: world.url, ...headers }
      expect((await person.client.request('PATCH', '/api/account/names', names, own)).status).toBe(200)
    },
  )

  it('allows other sites to link to reads', async () => {
    const person = await registered(world)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await person.client.request('GET', '/api/auth/user', undefined, headers)).status).toBe(200)
  })
})

describe('refuses bodies that are not JSON (D16 [S], S203)', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/xml',
    'text/plain; application/json',
  ]
  it.each(types)('%s: 415', async (type) => {
    const person = await registered(world)
    const body = JSON.stringify(names)
    const answer = await refused(person.client, 'PATCH', '/api/account/names', body, { 'content-type': type })
    expect(answer).toEqual([415, 'wrong_type'])
  })

  it.each(['{', '"text"', '7', 'null', 'true', '{"a":1}}', "{'a':1}"])('%s: 400 bad_json', async (body) => {
    const person = await registered(world)
    expect(await refused(person.client, 'PATCH', '/api/account/names', body)).toEqual([400, 'bad_json'])
  })

  it('accepts JSON with a character set, and an empty body as no input', async () => {
    const person = await registered(world)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect((await person.client.request('PATCH', '/api/account/names', names, headers)).status).toBe(200)
    expect((await person.client.request('POST', '/api/auth/logout', '')).status).toBe(200)
  })

  it('larger than 1 MB: 413 (D164)', async () => {
    const person = await registered(world)
    const body = { ...names, more: 'x'.repeat(1024 * 1024) }
    expect(await refused(person.client, 'PATCH', '/api/account/names', body)).toEqual([413, 'too_large'])
  })
})

describe('the order of refusals (D16 [S])', () => {
  const path = `/api/user/unlock-agent/${crypto.randomUUID()}`
  const bad = { 'content-type': 'text/plain' }
  const foreign = { 'sec-fetch-site': 'cross-site' }

  it('is other site, signed out, no access, wrong type, bad input, unknown', async () => {
    const [stranger, person, member] = [world.visitor(), await registered(world), await subscriber(world)]
    expect(await refused(stranger, 'POST', path, 'x', { ...bad, ...foreign })).toEqual([403, 'bad_origin'])
    expect(await refused(stranger, 'POST', path, 'x', bad)).toEqual([401, 'unauthorized'])
    expect(await refused(person.client, 'POST', path, 'x', bad)).toEqual([403, 'subscription_required'])
    expect(await refused(member.client, 'POST', path, 'x', bad)).toEqual([415, 'wrong_type'])
    expect(await refused(member.client, 'POST', path, '{')).toEqual([400, 'bad_json'])
    expect(await refused(member.client, 'POST', path, {})).toEqual([404, 'agent_not_found'])
  })

  it('reveals nothing of a call to a stranger: 401 before 413, 415 and 400', async () => {
    const call = '/api/process-payment-success'
    expect(await refused(world.visitor(), 'POST', call, 'x'.repeat(1_100_000))).toEqual([401, 'unauthorized'])
    expect(await refused(world.visitor(), 'POST', call, '{')).toEqual([401, 'unauthorized'])
    expect(await refused(world.visitor(), 'POST', call, {})).toEqual([401, 'unauthorized'])
  })
})

describe('every refusal has the same form (D163)', () => {
  const odd: [string, string, number][] = [
    ['GET', '/api/%zz', 400],
    ['GET', '/%c0', 400],
    ['GET', '/api', 404],
    ['GET', '/api/auth/verify-reset-token/%00', 404],
    ['GET', `/api/auth/verify-reset-token/${'a'.repeat(400)}`, 404],
    ['POST', '/unknown', 404],
    ['DELETE', '/', 404],
    ['GET', '/assets/unknown.js', 404],
    ['POST', '/healthz', 404],
    ['GET', '/api/webhooks/stripe', 404],
    ['OPTIONS', '/api/auth/login', 404],
  ]
  it.each(odd)('%s %s: %d', async (method, path, status) => {
    const response = await askAsWritten(method, path)
    expect(response.statusCode).toBe(status)
    expectProblem({ body: await json(response), requestId: response.headers['x-request-id'] as string })
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  const nowhere = [
    '/.env',
    '/.git/config',
    '/.well-known/nothing',
    '/../package.json',
    '/assets/../index.html',
    '/a/../../x.js',
    '/....//x.js',
    '/uploads/..%2f..%2fx.png',
    '/%2e%2e/package.json',
    '/%5c..%5cx.js',
    '/assets//x.js',
    '/..',
    '/api/../.env',
    '/o/acme/.env',
    '/standins/../x',
    '/standins/..%2fx',
    '/standins/%2e%2e/x',
  ]
  it.each(nowhere)('%s leads nowhere: 404, without a line in the log (D169 [S])', async (path) => {
    const response = await askAsWritten('GET', path)
    const requestId = response.headers['x-request-id'] as string
    expectProblem({ body: await json(response), requestId })
    expect(response.statusCode).toBe(404)
    expect(linesAbout(requestId, 40)).toEqual([])
  })

  it.each([2_147_483_648, -2_147_483_649, 4_294_967_296, Number.MAX_SAFE_INTEGER])(
    'a number that fits no column (%d): 400, without a line in the log (D164)',
    async (organizationId) => {
      const person = await registered(world)
      const reply = await person.client.request<ProblemBody>('POST', '/api/user/organization', { organizationId })
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
      expect(linesAbout(reply.body.requestId, 40)).toEqual([])
    },
  )

  it('an unexpected fault reveals nothing internal and is logged with the same id (S286)', async () => {
    const person = await registered(world)
    await world.sql('alter table credit_purchase rename to credit_purchase_away')
    const reply = await person.client.request<ProblemBody>('GET', '/api/user/purchases')
    await world.sql('alter table credit_purchase_away rename to credit_purchase')
    expect([reply.status, reply.body]).toEqual([
      500,
      {
        message: 'Something went wrong. Please try again.',
        code: 'internal',
        requestId: reply.headers.get('x-request-id'),
      },
    ])
    await vi.waitFor(() => {
      const log = fs.readFileSync(world.logFile, 'utf8').split('\n')
      const line = log.find((text) => text.includes(reply.body.requestId) && text.includes('unexpected fault'))
      expect(line).toContain('credit_purchase')
    })
  })
})
