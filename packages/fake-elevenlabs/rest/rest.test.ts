import { expect, test, vi } from 'vitest'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { removeState, startStandin, VoiceClient } from '../testing/voice-client.ts'

const standin = standinOfFile()

const ask = (method: string, path: string, body?: object) => standin.ask(method, path, body)

const agent = { first_message: 'Hello.', prompt: { prompt: 'You help.' } }
const named = (name: string): object => ({ name, conversation_config: { agent } })

test('asks for a key in the provider’s words', async () => {
  const without = await fetch(`${standin.origin}/v1/convai/agents`)
  expect(without.status).toBe(401)
  expect(await without.json()).toMatchObject({ detail: { status: 'needs_authorization' } })
  const wrong = await standin.ask('GET', '/agents', undefined, { 'xi-api-key': 'sk_live' })
  expect(wrong).toMatchObject({ status: 401, body: { detail: { status: 'invalid_api_key' } } })
})

test('signs addresses for the requested host, even behind a proxy', async () => {
  const id = await standin.createAgent(named('Olga'))
  const direct = await ask('GET', `/conversation/get_signed_url?agent_id=${id}`)
  expect(Object.keys(direct.body)).toEqual(['signed_url'])
  const signed = new URL(direct.body['signed_url'] as string)
  expect(signed.origin).toBe(standin.origin.replace('http', 'ws'))
  expect([...signed.searchParams.keys()]).toEqual(['agent_id', 'conversation_signature'])
  const headers = { 'x-forwarded-host': 'luna.test', 'x-forwarded-prefix': '/standins', 'x-forwarded-proto': 'https' }
  const path = `/conversation/get-signed-url?agent_id=${id}&include_conversation_id=true`
  const proxied = await standin.ask('GET', path, undefined, headers)
  expect(proxied.body['signed_url']).toContain('wss://luna.test/standins/elevenlabs/v1/convai/conversation?agent_id=')
  expect(proxied.body['conversation_id']).toMatch(/^conv_/)
})

test('a signature is for its own agent, and ends after 15 minutes with its unused record', async () => {
  const id = await standin.createAgent(named('Pia'))
  const { signed_url: url, conversation_id: conversationId } = await standin.signedUrl(id)
  const statusOf = async (): Promise<unknown> => (await ask('GET', `/conversations/${conversationId}`)).body['status']
  expect(await statusOf()).toBe('initiated')
  await expect(new VoiceClient(url.replace(id, 'agent_other')).opened).rejects.toThrow('403')
  standin.faults.clockMs = 16 * 60 * 1000
  await expect(new VoiceClient(url).opened).rejects.toThrow('403')
  expect(await statusOf()).toBe('failed')
})

test('keeps a record of every conversation with its duration, and lists them', async () => {
  const id = await standin.createAgent(named('Quinn'))
  const client = await standin.open(id, { user_id: 'person-1' })
  const { conversationId } = client
  const metadata = await client.next('conversation_initiation_metadata')
  await client.next('audio')
  const read = () => ask('GET', `/conversations/${conversationId}`)
  expect((await read()).body['status']).toBe('in-progress')
  client.send({ type: 'user_message', text: 'Hi there' })
  await new Promise((resolve) => setTimeout(resolve, 2100))
  client.close()
  await client.closed
  const lastedSeconds = (client.elapsedMs() - metadata.atMs) / 1000
  await vi.waitFor(async () => expect((await read()).body['status']).toBe('done'), { timeout: 60_000 })
  const record = (await read()).body as { metadata: { call_duration_secs: number } }
  expect(Math.abs(record.metadata.call_duration_secs - lastedSeconds)).toBeLessThanOrEqual(1)
  const lines = [{ original_message: 'Hello.', interrupted: true }, { message: 'Hi there' }, { role: 'agent' }]
  expect(record).toMatchObject({ agent_id: id, agent_name: 'Quinn', user_id: 'person-1', transcript: lines })
  const end = { termination_reason: 'Client disconnected: 1000', error: null, cost: expect.any(Number) as number }
  expect(record.metadata).toMatchObject(end)
  const listed = await ask('GET', `/conversations?agent_id=${id}&call_duration_min_secs=1`)
  expect(listed.body).toMatchObject({ conversations: [{ conversation_id: conversationId, message_count: 3 }] })
  const idsOf = async (query: string): Promise<unknown[]> => {
    const { body } = await ask('GET', `/conversations?agent_id=${id}&${query}`)
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

test('agents, documents and records survive a kill, and a running conversation ends', async () => {
  const first = await startStandin()
  const id = await first.createAgent(named('Rosa'))
  const { body: kept } = await first.ask('POST', '/knowledge-base/text', { text: 'Kept', name: 'Kept' })
  const { signed_url: url, conversation_id: conversationId } = await first.signedUrl(id)
  const client = new VoiceClient(url)
  await client.next('agent_response')
  // A second process on the same files sees exactly what a killed one leaves.
  const second = await startStandin({}, first.directory)
  expect((await second.ask('GET', `/agents/${id}`)).body['name']).toBe('Rosa')
  expect((await second.ask('GET', `/knowledge-base/${String(kept['id'])}`)).status).toBe(200)
  const record = await second.ask('GET', `/conversations/${conversationId}`)
  const ended = { transcript: [{ message: 'Hello.' }], metadata: { termination_reason: 'websocket_disconnect' } }
  expect(record.body).toMatchObject({ status: 'done', ...ended })
  await second.close()
  await first.close()
  removeState(first)
})
