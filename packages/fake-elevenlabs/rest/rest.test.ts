import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiKey, removeState, startStandin, VoiceClient, type TestStandin } from '../testing/voice-client.ts'

let standin: TestStandin

beforeAll(async () => {
  standin = await startStandin()
})

afterAll(async () => {
  await standin.close()
  removeState(standin)
})

async function answerOf(response: Promise<Response>): Promise<{ status: number; body: Record<string, unknown> }> {
  const answered = await response
  return { status: answered.status, body: (await answered.json()) as Record<string, unknown> }
}

const named = (name: string): object => ({
  name,
  conversation_config: { agent: { first_message: 'Hello.', prompt: { prompt: 'You help.' } } },
})

test('asks for a key in the provider’s words', async () => {
  const without = await answerOf(fetch(`${standin.origin}/v1/convai/agents`))
  expect(without).toMatchObject({ status: 401, body: { detail: { status: 'needs_authorization' } } })
  const wrong = await answerOf(standin.call('GET', '/agents', undefined, { 'xi-api-key': 'sk_live' }))
  expect(wrong).toMatchObject({ status: 401, body: { detail: { status: 'invalid_api_key' } } })
})

test('creates, reads, patches, lists and deletes agents', async () => {
  const id = await standin.createAgent(named('Nora'))
  const patched = await answerOf(
    standin.call('PATCH', `/agents/${id}`, { conversation_config: { conversation: { max_duration_seconds: 7200 } } }),
  )
  expect(patched).toMatchObject({
    status: 200,
    body: {
      agent_id: id,
      name: 'Nora',
      conversation_config: { conversation: { max_duration_seconds: 7200 }, agent: { first_message: 'Hello.' } },
    },
  })
  expect((await answerOf(standin.call('GET', `/agents/${id}`))).body).toEqual(patched.body)
  const other = await standin.createAgent(named('Noel'))
  const first = await answerOf(standin.call('GET', '/agents?search=no&page_size=1'))
  const second = await answerOf(
    standin.call('GET', `/agents?search=no&page_size=1&cursor=${String(first.body['next_cursor'])}`),
  )
  const pages = [first, second].flatMap(({ body }) => body['agents'] as { agent_id: string }[])
  expect(pages.map((agent) => agent.agent_id).toSorted()).toEqual([id, other].toSorted())
  expect([first.body['has_more'], second.body['has_more']]).toEqual([true, false])
  expect((await standin.call('DELETE', `/agents/${id}`)).status).toBe(200)
  const gone = await answerOf(standin.call('GET', `/agents/${id}`))
  expect(gone).toMatchObject({ status: 404, body: { detail: { status: 'agent_not_found' } } })
})

test('names wrong and missing fields', async () => {
  const wrong = { conversation_config: { conversation: { max_duration_seconds: 'long' } } }
  const created = await answerOf(standin.call('POST', '/agents/create', wrong))
  expect(created.status).toBe(422)
  expect(created.body['detail']).toMatchObject([
    { loc: ['body', 'conversation_config', 'conversation', 'max_duration_seconds'] },
  ])
  const unsigned = await answerOf(standin.call('GET', '/conversation/get-signed-url'))
  expect(unsigned.status).toBe(422)
  expect(unsigned.body['detail']).toMatchObject([{ type: 'missing', loc: ['query', 'agent_id'] }])
  expect((await standin.call('GET', '/nowhere')).status).toBe(404)
})

test('signs addresses for the requested host, even behind a proxy', async () => {
  const id = await standin.createAgent(named('Olga'))
  const direct = await answerOf(standin.call('GET', `/conversation/get_signed_url?agent_id=${id}`))
  expect(Object.keys(direct.body)).toEqual(['signed_url'])
  const signed = new URL(direct.body['signed_url'] as string)
  expect(signed.origin).toBe(standin.origin.replace('http', 'ws'))
  expect([...signed.searchParams.keys()]).toEqual(['agent_id', 'conversation_signature'])
  const headers = { 'x-forwarded-host': 'luna.test', 'x-forwarded-prefix': '/standins', 'x-forwarded-proto': 'https' }
  const path = `/conversation/get-signed-url?agent_id=${id}&include_conversation_id=true`
  const proxied = await answerOf(standin.call('GET', path, undefined, headers))
  expect(proxied.body['signed_url']).toContain('wss://luna.test/standins/elevenlabs/v1/convai/conversation?agent_id=')
  expect(proxied.body['conversation_id']).toMatch(/^conv_/)
})

test('a signature and its unused record end after 15 minutes', async () => {
  const id = await standin.createAgent(named('Pia'))
  const { signed_url: url, conversation_id: conversationId } = await standin.signedUrl(id)
  const statusOf = async (): Promise<unknown> =>
    (await answerOf(standin.call('GET', `/conversations/${conversationId}`))).body['status']
  expect(await statusOf()).toBe('initiated')
  standin.faults.clockMs = 16 * 60 * 1000
  try {
    await expect(new VoiceClient(url).opened).rejects.toThrow('403')
    expect(await statusOf()).toBe('failed')
  } finally {
    standin.faults.clockMs = 0
  }
})

test('keeps a record of every conversation with its duration, and lists them', async () => {
  const id = await standin.createAgent(named('Quinn'))
  const { signed_url: url, conversation_id: conversationId } = await standin.signedUrl(id)
  const client = new VoiceClient(url)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data', user_id: 'person-1' })
  const metadata = await client.next('conversation_initiation_metadata')
  await client.next('audio')
  const read = (): ReturnType<typeof answerOf> => answerOf(standin.call('GET', `/conversations/${conversationId}`))
  expect((await read()).body['status']).toBe('in-progress')
  client.send({ type: 'user_message', text: 'Hi there' })
  await new Promise((resolve) => setTimeout(resolve, 2100))
  client.close()
  await client.closed
  const lastedSeconds = (client.elapsedMs() - metadata.atMs) / 1000
  await vi.waitFor(async () => expect((await read()).body['status']).toBe('done'), { timeout: 60_000 })
  const record = (await read()).body as { metadata: { call_duration_secs: number } }
  expect(Math.abs(record.metadata.call_duration_secs - lastedSeconds)).toBeLessThanOrEqual(1)
  expect(record).toMatchObject({
    agent_id: id,
    agent_name: 'Quinn',
    user_id: 'person-1',
    transcript: [
      { role: 'agent', original_message: 'Hello.', interrupted: true },
      { role: 'user', message: 'Hi there' },
      { role: 'agent', message: expect.stringContaining('Hello! I am Quinn, the offline demo voice') },
    ],
    metadata: { termination_reason: 'Client disconnected: 1000', error: null, cost: expect.any(Number) as number },
  })
  const listed = await answerOf(standin.call('GET', `/conversations?agent_id=${id}&call_duration_min_secs=1`))
  expect(listed.body).toMatchObject({ conversations: [{ conversation_id: conversationId, message_count: 3 }] })
  const idsOf = async (query: string): Promise<unknown[]> => {
    const { body } = await answerOf(standin.call('GET', `/conversations?agent_id=${id}&${query}`))
    return (body['conversations'] as { conversation_id: unknown }[]).map((one) => one.conversation_id)
  }
  const { conversation_id: unopened } = await standin.signedUrl(id)
  expect(await idsOf('sort_direction=asc')).toEqual([conversationId, unopened])
  expect(await idsOf('')).toEqual([unopened, conversationId])
  expect(await idsOf('exclude_statuses=initiated&exclude_statuses=failed')).toEqual([conversationId])
  expect(await idsOf('exclude_statuses=done')).toEqual([unopened])
  expect(await idsOf('call_duration_max_secs=0')).toEqual([unopened])
  expect((await standin.call('GET', '/conversations?exclude_statuses=lost')).status).toBe(422)
  expect((await standin.call('DELETE', `/conversations/${conversationId}`)).status).toBe(200)
  expect((await read()).status).toBe(404)
})

test('agents and records survive a kill; a running conversation is closed at its last moment on disk', async () => {
  const first = await startStandin()
  const id = await first.createAgent(named('Rosa'))
  const { signed_url: url, conversation_id: conversationId } = await first.signedUrl(id)
  const client = new VoiceClient(url)
  await client.next('agent_response')
  // A second process on the same files sees exactly what a killed one leaves.
  const second = await startStandin({}, first.directory)
  expect((await answerOf(second.call('GET', `/agents/${id}`))).body['name']).toBe('Rosa')
  const record = await answerOf(second.call('GET', `/conversations/${conversationId}`))
  expect(record.body).toMatchObject({
    status: 'done',
    transcript: [{ role: 'agent', message: 'Hello.' }],
    metadata: { termination_reason: 'websocket_disconnect' },
  })
  await second.close()
  await first.close()
  removeState(first)
})

test('fails or hangs as a whole when switched to', async () => {
  standin.faults.api = 'error'
  expect((await standin.call('GET', '/agents')).status).toBe(500)
  standin.faults.api = 'unauthorized'
  const withdrawn = await answerOf(standin.call('GET', '/agents'))
  expect(withdrawn).toMatchObject({ status: 401, body: { detail: { status: 'invalid_api_key' } } })
  standin.faults.api = 'busy'
  expect((await standin.call('GET', '/agents')).status).toBe(429)
  standin.faults.api = 'hang'
  const impatient = fetch(`${standin.origin}/v1/convai/agents`, {
    headers: { 'xi-api-key': apiKey },
    signal: AbortSignal.timeout(300),
  })
  await expect(impatient).rejects.toThrow(/timeout|aborted/i)
  standin.faults.api = null
  expect((await standin.call('GET', '/agents')).status).toBe(200)
})
