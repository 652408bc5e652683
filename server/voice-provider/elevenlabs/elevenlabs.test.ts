import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createVoiceProvider, type VoiceProvider } from './elevenlabs.ts'
import { VoiceUnavailable } from './requests.ts'

let voice: VoiceProvider
let asked: { method: string; url: string; key: string }[]
let answer: { status: number; text: string }
const answerWith = (status: number, body: unknown) => {
  answer = { status, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  asked.push({ method, url, key: String(headers['xi-api-key']) })
  response.writeHead(answer.status).end(answer.text)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  voice = createVoiceProvider({ mode: 'elevenlabs', apiKey: 'xi_key', baseUrl, webhookSecrets: [] })
})

it.each([
  ['wss://voice.example/c?conversation_id=conv_2', 'conv_2'],
  ['wss://voice.example/c?agent_id=a', null],
])('reads the id from the address %s, and can wait for the first message', async (url, conversationId) => {
  answerWith(200, { signed_url: url })
  expect(await voice.signConversation('agent 1')).toEqual({ url, conversationId })
  // With the id of its conversation, an address is valid for one use.
  const path = '/v1/convai/conversation/get-signed-url?agent_id=agent+1&include_conversation_id=true'
  expect(asked).toEqual([{ method: 'GET', url: path, key: 'xi_key' }])
})

it.each([
  [401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }, { isOutage: false, isPassing: false }],
  [422, { detail: [{ loc: ['query', 'agent_id'], msg: 'wrong', type: 'x' }] }, { isOutage: false, isPassing: false }],
  [429, { detail: 'Too many' }, { isOutage: false, isPassing: true, isBusy: true }],
  [503, 'away', { isOutage: true, isPassing: true, isBusy: false }],
])('recognizes the kind of failure by %i', async (status, body, kind) => {
  answerWith(status, body)
  const failure: unknown = await voice.signConversation('a').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(VoiceUnavailable)
  expect(failure).toMatchObject({ status, ...kind })
})

it('reads a record, deletes a conversation, and treats 404 as absent', async () => {
  const metadata = { call_duration_secs: 12, cost: null }
  const transcript = [{ role: 'user', message: 'w' }]
  answerWith(200, { conversation_id: 'conv/1', status: 'failed', metadata, transcript })
  expect(await voice.readConversation('conv/1')).toEqual({
    conversationId: 'conv/1',
    isFinal: true,
    durationMs: 12_000,
    providerCostCredits: null,
    costUsd: null,
    judged: [],
  })
  answerWith(200, '')
  await voice.deleteConversation('conv/1')
  answerWith(404, { detail: { status: 'conversation_not_found', message: '' } })
  expect(await voice.readConversation('conv_2')).toBeNull()
  await voice.deleteConversation('conv_2')
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/convai/conversations/conv%2F1',
    'DELETE /v1/convai/conversations/conv%2F1',
    'GET /v1/convai/conversations/conv_2',
    'DELETE /v1/convai/conversations/conv_2',
  ])
})
