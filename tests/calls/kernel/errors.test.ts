import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type ProblemBody, problemBody } from '#contract/call.ts'
import * as kit from '#tests/calls.ts'

const { expect, it } = kit
const world = await kit.sharedWorld()
const person = await kit.registered(world)

function expectProblem(given: unknown, requestId: string | null | undefined): void {
  const body = z.parse(z.looseObject({ ...problemBody.shape }), given)
  expect(body.requestId).toBe(requestId)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts\b|select |insert |at \w+ \(|FST_/)
}

async function refusals(client: kit.TestClient, ...requests: Parameters<typeof client.request>[]) {
  const answers: [number, string][] = []
  for (const request of requests) {
    const { status, body, headers } = await client.request<ProblemBody>(...request)
    expectProblem(body, headers.get('x-request-id'))
    answers.push([status, body.code])
  }
  return answers
}

/** Requests an address exactly as it is written, because fetch would normalize it. */
async function askAsWritten(method: string, path: string, status: number): Promise<http.IncomingMessage> {
  const request = http.request(world.url, { method, path })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect([method, path, response.statusCode]).toEqual([method, path, status])
  expectProblem(await json(response), response.headers['x-request-id'] as string)
  return response
}

/** Returns the lines of the log about requests, from a level on (40 is a warning). */
function linesAbout(requestIds: string[], level: number): string[] {
  const lines = fs.readFileSync(world.logFile, 'utf8').split('\n').filter(Boolean)
  const isAbout = (line: string) => requestIds.some((id) => line.includes(id))
  return lines.filter((line) => isAbout(line) && (JSON.parse(line) as { level: number }).level >= level)
}

const names = { firstName: 'New', lastName: 'Name' }
const rename = (body: unknown, headers: Record<string, string> = {}) =>
  ['PATCH', '/api/account/names', body, headers] as [string, string, unknown, Record<string, string>]
const firstNameOf = async () => (await person.client.request('GET', '/api/auth/user')).body['firstName']

it.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'http://localhost' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'something' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
] as Record<string, string>[])('%j: 403 bad_origin, and nothing is written (D16 [S])', async (headers) => {
  const badOrigin = [403, 'bad_origin']
  const purchase = { package: 'uplift', subscriptionPrice: 2.97 }
  const own = await refusals(
    person.client,
    rename({ ...names, firstName: 'Foreign' }, headers),
    ['POST', '/api/auth/logout', {}, headers],
    ['POST', '/api/create-combined-purchase', purchase, headers],
  )
  expect(own).toEqual([badOrigin, badOrigin, badOrigin])
  const login = { email: person.email, password: kit.password }
  expect(await refusals(world.visitor(), ['POST', '/api/auth/login', login, headers])).toEqual([badOrigin])
  expect(await firstNameOf()).not.toBe('Foreign')
})

it('a write of our own pages, and reads linked by others, are allowed (D16 [S])', async () => {
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }] as Record<string, string>[]) {
    const own = await person.client.request(...rename(names, { origin: world.url, ...headers }))
    expect(own.status).toBe(200)
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await person.client.request('GET', '/api/auth/user', undefined, headers)).status).toBe(200)
})

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/xml',
  'text/plain; application/json',
])('%s: 415 (D16 [S], S203)', async (type) => {
  const request = rename(JSON.stringify(names), { 'content-type': type })
  expect(await refusals(person.client, request)).toEqual([[415, 'wrong_type']])
})

it.each(['{', '"text"', '7', 'null', 'true', '{"a":1}}', "{'a':1}", '{"firstName":"\\ud800"}', '{"\\uDC00\\ud83d":1}'])(
  '%s: 400 bad_json (D16 [S], S203)',
  async (body) => {
    expect(await refusals(person.client, rename(body))).toEqual([[400, 'bad_json']])
  },
)

it('texts may have whole characters beyond the first plane, and a backslash before a u', async () => {
  const { client } = await kit.registered(world)
  const written = JSON.stringify({ ...names, firstName: 'A\\ud800' }).replace('A', '\\ud83d\\ude00')
  expect((await client.request<{ firstName: string }>(...rename(written))).body.firstName).toBe('\u{1f600}\\ud800')
})

it('bodies may have a character set, be empty, and are at most 1 MB (D164, S203)', async () => {
  const { client } = await kit.registered(world)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  expect((await client.request(...rename(names, headers))).status).toBe(200)
  const large = rename({ ...names, more: 'x'.repeat(1024 * 1024) })
  expect(await refusals(client, large)).toEqual([[413, 'too_large']])
  expect((await client.request('POST', '/api/auth/logout', '')).status).toBe(200)
})

const path = `/api/user/unlock-agent/${crypto.randomUUID()}`
const bad = { 'content-type': 'text/plain' }
const foreign = { 'sec-fetch-site': 'cross-site' }

it('the order of refusals is site, sign-in, access, type, input, unknown (D16 [S])', async () => {
  const payer = await kit.subscriber(world)
  const strangers = await refusals(
    world.visitor(),
    ['POST', path, 'x', { ...bad, ...foreign }],
    ['POST', path, 'x', bad],
  )
  const unpaid = await refusals(person.client, ['POST', path, 'x', bad])
  const paid = await refusals(payer.client, ['POST', path, 'x', bad], ['POST', path, '{'], ['POST', path, {}])
  expect([...strangers, ...unpaid, ...paid]).toEqual([
    [403, 'bad_origin'],
    [401, 'unauthorized'],
    [403, 'subscription_required'],
    [415, 'wrong_type'],
    [400, 'bad_json'],
    [404, 'agent_not_found'],
  ])
  // A stranger learns nothing: 401 comes before 413 and 400.
  const requests = ['x'.repeat(1_100_000), '{', {}].map(
    (body) => ['POST', '/api/process-payment-success', body] as [string, string, unknown],
  )
  expect(await refusals(world.visitor(), ...requests)).toEqual(requests.map(() => [401, 'unauthorized']))
})

it.each([
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
])('%s %s: %d (D163)', async (method, path, status) => {
  const response = await askAsWritten(method, path, status)
  expect(response.headers['x-content-type-options']).toBe('nosniff')
})

it('paths that lead nowhere are a 404, without a line in the log (D169 [S], D163)', async () => {
  const nowhere = `/.env /.git/config /.well-known/nothing /../package.json /assets/../index.html /a/../../x.js
    /....//x.js /uploads/..%2f..%2fx.png /%2e%2e/package.json /%5c..%5cx.js /assets//x.js /.. /api/../.env
    /o/acme/.env /standins/../x /standins/..%2fx /standins/%2e%2e/x`
  const answers = await Promise.all(nowhere.split(/\s+/).map((path) => askAsWritten('GET', path, 404)))
  const requestIds = answers.map(({ headers }) => headers['x-request-id'] as string)
  expect(linesAbout(requestIds, 40)).toEqual([])
})

it('numbers that fit no column are a 400, without a line in the log (D164, D163)', async () => {
  const requestIds: string[] = []
  for (const organizationId of [2_147_483_648, -2_147_483_649, 4_294_967_296, Number.MAX_SAFE_INTEGER]) {
    const reply = await person.client.request<ProblemBody>('POST', '/api/user/organization', { organizationId })
    expect([organizationId, reply.status, reply.body.code]).toEqual([organizationId, 400, 'invalid_input'])
    requestIds.push(reply.body.requestId)
  }
  expect(linesAbout(requestIds, 40)).toEqual([])
})

it('an unexpected fault reveals nothing internal and is logged with the same id (S286, D163)', async () => {
  await world.sql('alter table credit_purchase rename to credit_purchase_away')
  const { status, body, headers } = await person.client.request<ProblemBody>('GET', '/api/user/purchases')
  await world.sql('alter table credit_purchase_away rename to credit_purchase')
  const requestId = headers.get('x-request-id')
  const message = 'Something went wrong. Please try again.'
  expect([status, body]).toEqual([500, { message, code: 'internal', requestId }])
  await kit.vi.waitFor(() => {
    const line = linesAbout([body.requestId], 40).find((text) => text.includes('unexpected fault'))
    expect(line).toContain('credit_purchase')
  })
})
