import { afterEach, expect, test, vi } from 'vitest'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { unlockAgent } from '#contract/agents/agents.ts'
import { login } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { call } from '#contract/call.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { keyOf, query, send, whenSignedOut } from './api.ts'
import { serverMessage } from './failure.ts'
import { readAll } from './lists/pages.ts'
import { queryClient } from './query-client.ts'

const agentId = '0198c0de-0000-7000-8000-000000000001'
const words = { email: 'ana@luna.test', password: 'secret words' }

/** Answers the next request and returns what was requested. */
function answer(status: number, body: string, statusText = '') {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, { status, statusText }))
  vi.stubGlobal('fetch', fetch)
  return () => {
    const [address, options] = fetch.mock.calls[0]!
    return { address, ...options }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  whenSignedOut(() => undefined)
})

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test('a call sends cookies, its path with the parameters, and a body only when it has one (S202)', async () => {
  const asked = answer(200, '{"agentId":"x","unlockedAt":"2026-11-21T10:00:00.000Z"}')
  const unlock = await send(unlockAgent, { params: { agentId: 'a/b?c' } })
  expect(unlock.agentId).toBe('x')
  const request = { address: '/api/user/unlock-agent/a%2Fb%3Fc', method: 'POST', credentials: 'same-origin' }
  expect(asked()).toMatchObject({ ...request, headers: {}, body: undefined })
  const asLogin = answer(200, '{}')
  await send(login, { body: words })
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(words) }
  expect(asLogin()).toMatchObject(json)
})

test('a query leaves out what was not given', async () => {
  const search = call('GET /api/search', {
    who: 'anyone',
    summary: 'For this test.',
    query: z.object({ words: z.string(), page: z.optional(z.number()) }),
    answer: z.array(z.string()),
  })
  const asked = answer(200, '[]')
  await send(search, { query: { words: 'sales & care', page: undefined } })
  expect(asked().address).toBe('/api/search?words=sales+%26+care')
})

test('S204: a refusal reads as status, colon, space and the body of the answer', async () => {
  const body = '{"message":"Unlock this agent first.","code":"agent_locked","requestId":"r1","sessionId":"s1"}'
  answer(403, body)
  const error = await refusalOf(send(unlockAgent, { params: { agentId } }))
  expect(error.message).toBe(`403: ${body}`)
  expect(error.code).toBe('agent_locked')
  expect(error.details.sessionId).toBe('s1')
  expect(serverMessage(error)).toBe('Unlock this agent first.')
})

test.each([
  ['an organization call', invitations, 403, 'X'],
  ['an organization call', invitations, 404, '{"message":"Not here.","code":"organization_not_found","requestId":"r"}'],
  ['an admin call', forgiveDebt, 403, 'X'],
  ['an admin call', forgiveDebt, 503, ''],
] as const)('S549: a refusal of %s reads as status, colon, space and body', async (_what, refused, status, body) => {
  answer(status, body, 'Service Unavailable')
  const input = { params: { id: agentId }, query: {}, body: { reason: 'Test' } }
  const error = await refusalOf(send(refused as typeof forgiveDebt, input))
  expect(error.message).toBe(`${status}: ${body || 'Service Unavailable'}`)
  expect(serverMessage(error)).toBe(body.startsWith('{') ? 'Not here.' : undefined)
})

test('S205 S286: the status text replaces a missing body; no answer of ours gives toasts a text', async () => {
  answer(500, '', 'Internal Server Error')
  const error = await refusalOf(send(myConversations))
  expect([error.message, error.problem]).toEqual(['500: Internal Server Error', undefined])
  const fault = '{"message":"Something went wrong. Please try again.","code":"internal","requestId":"r2"}'
  for (const [status, body] of [
    [502, '<html>Bad gateway</html>'],
    [500, fault],
  ] as const) {
    answer(status, body)
    expect(serverMessage(await refusalOf(send(myConversations)))).toBeUndefined()
  }
  expect(serverMessage(new TypeError('Failed to fetch'))).toBeUndefined()
})

test('D1: a 401 tells that the session is gone, but not for calls that anyone may make', async () => {
  const told: string[] = []
  whenSignedOut(({ path }) => told.push(path))
  answer(401, '{"message":"Please sign in.","code":"unauthorized","requestId":"r3"}')
  await refusalOf(send(myConversations))
  await refusalOf(send(currentUser))
  await refusalOf(send(login, { body: words }))
  expect(told).toEqual(['/api/user/sessions', '/api/auth/user'])
})

test('a reading is known by its call, and by its input where it has one', () => {
  expect(keyOf(myConversations)).toEqual(['GET /api/user/sessions'])
  expect(keyOf(myConversations, { query: { page: 2 } })).toEqual(['GET /api/user/sessions', { query: { page: 2 } }])
})

test('a list is read to its end, answer by answer, unless its input limits it', async () => {
  const parts: Record<string, [rows: string[], next?: string]> = {
    '': [['a', 'b'], 'one'],
    'after=one': [['c'], 'two'],
    'after=two': [['d']],
    'limit=2': [['a', 'b'], 'one'],
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const [rows, next] = parts[address.split('?')[1] ?? ''] ?? [[]]
    return new Response(JSON.stringify(rows), { headers: next ? { 'x-next-cursor': next } : {} })
  })
  const signs = call('GET /api/signs', {
    who: 'anyone',
    summary: 'For this test.',
    query: z.object({ limit: z.optional(z.number()) }),
    answer: z.array(z.string()),
  })
  const read = (input: { limit?: number }) => queryClient.fetchQuery(query(signs, { query: input }))
  expect(await read({})).toEqual(['a', 'b', 'c', 'd'])
  expect(await read({ limit: 2 })).toEqual(['a', 'b'])
})

test('a file waits when the calls of the minute are used up, and then reads on', async () => {
  vi.useFakeTimers()
  const answers = [
    new Response('["a"]', { headers: { 'x-next-cursor': 'one' } }),
    new Response('{"message":"Too many requests.","code":"too_many_requests","requestId":"r"}', { status: 429 }),
    new Response('["b"]'),
  ]
  const fetch = vi.fn(async (_address: string) => answers.shift()!)
  vi.stubGlobal('fetch', fetch)
  const rows = readAll(myConversations, {})
  await vi.runAllTimersAsync()
  expect(await rows).toEqual(['a', 'b'])
  expect(fetch.mock.calls.map(([address]) => address.split('?')[1])).toEqual([undefined, 'after=one', 'after=one'])
  vi.useRealTimers()
})
