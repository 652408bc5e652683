import { expect, test } from 'vitest'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { apiKey, endCall, type VoiceClient } from '../testing/voice-client.ts'

const standin = standinOfFile()

async function ask(path: string, body?: object) {
  const headers = { 'xi-api-key': apiKey, 'content-type': 'application/json' }
  const request = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${standin.origin}${path}`, { headers, ...request })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const create = (config: object) => standin.ask('POST', '/agents/create', { conversation_config: config })
const unknownVoice = (id: string) => ({
  status: 404,
  body: { detail: { status: 'voice_not_found', message: `A voice with the voice_id ${id} was not found.` } },
})

test('A11: lists the voices of the account in pages, and describes one (D186)', async () => {
  const first = await ask('/v2/voices?page_size=3')
  const { voices, next_page_token: token } = first.body as { voices: { voice_id: string }[]; next_page_token: string }
  expect(voices.map(({ voice_id: id }) => id)).toEqual(['slt', 'rms', 'awb'])
  expect(first.body).toMatchObject({ has_more: true, total_count: 4 })
  const second = await ask(`/v2/voices?page_size=3&next_page_token=${token}`)
  expect(second.body).toMatchObject({ voices: [{ voice_id: 'kal16' }], has_more: false, next_page_token: null })
  expect((await ask('/v1/voices/awb')).body).toMatchObject({ voice_id: 'awb', labels: { accent: 'scottish' } })
  expect((await ask('/v2/voices?page_size=101')).status).toBe(422)
})

test('A11: knows no other voice, by name, for an agent or for reading aloud (D186)', async () => {
  const rachel = { tts: { voice_id: 'Rachel' } }
  expect(await ask('/v1/voices/Rachel')).toEqual(unknownVoice('Rachel'))
  expect(await create(rachel)).toEqual(unknownVoice('Rachel'))
  expect(await create({})).toEqual(unknownVoice('cjVigY5qzO86Huf0OWal'))
  const path = `/agents/${await standin.createAgent({})}`
  expect(await standin.ask('PATCH', path, { conversation_config: rachel })).toEqual(unknownVoice('Rachel'))
  const { body } = await standin.ask('GET', path)
  expect(body).toMatchObject({ conversation_config: { tts: { voice_id: 'slt' } } })
})

test('refuses a field that no document names, and a model that does not exist (D186)', async () => {
  const misspelt = await create({ tts: { voice_id: 'slt', model: 'eleven_flash_v2_5' } })
  const loc = ['body', 'conversation_config', 'tts']
  const detail = [{ type: 'extra_forbidden', loc: [...loc, 'model'], msg: 'Extra inputs are not permitted' }]
  expect(misspelt).toEqual({ status: 422, body: { detail } })
  const unknown = await create({ tts: { voice_id: 'slt', model_id: 'eleven_flash' } })
  expect(unknown).toMatchObject({ status: 422, body: { detail: [{ loc: [...loc, 'model_id'] }] } })
})

async function sayGoodbye(tools: object): Promise<VoiceClient> {
  const conversation = { text_only: true, client_events: ['agent_response', 'agent_tool_response', 'ping'] }
  const agent = { prompt: { built_in_tools: tools } }
  const client = await standin.open(await standin.createAgent({ conversation_config: { agent, conversation } }))
  await client.next('conversation_initiation_metadata')
  client.send({ type: 'user_message', text: 'Goodbye' })
  expect((await client.next('agent_response')).event['agent_response']).toContain('Goodbye')
  return client
}

test('A8: an agent hangs up only with its tool end_call (D186)', async () => {
  const able = await sayGoodbye({ end_call: endCall })
  expect((await able.next('agent_tool_response')).event).toMatchObject({ tool_name: 'end_call' })
  expect((await able.closed).code).toBe(1000)
  const unable = await sayGoodbye({})
  // Its goodbye was heard long before the second ping; the next words would cut it off.
  await unable.next('ping')
  await unable.next('ping')
  unable.send({ type: 'user_message', text: 'Are you still there?' })
  await unable.next('agent_response')
  expect(unable.kinds()).not.toContain('agent_tool_response')
  unable.close()
  const nameless = await create({ agent: { prompt: { built_in_tools: { end_call: { name: 'end_call' } } } } })
  expect(nameless).toMatchObject({ status: 422, body: { detail: [{ type: 'missing' }] } })
})
