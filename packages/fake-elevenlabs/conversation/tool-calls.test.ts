import { beforeAll, expect, test, vi } from 'vitest'
import { standinOfFile } from '../testing/standin-of-file.ts'

vi.setConfig({ testTimeout: 60_000 })

const standin = standinOfFile({ now: () => Date.parse('2026-11-26T10:00:00Z') })
let toolId: string

const events = ['agent_response', 'ping', 'client_tool_call', 'agent_tool_response']
const addNextStep = {
  type: 'client',
  name: 'add_next_step',
  description: 'Notes what the person wants to do.',
  parameters: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', description: 'What' }, due: { type: 'string', description: 'When' } },
  },
  expects_response: true,
  response_timeout_secs: 1,
}

beforeAll(async () => {
  toolId = await makeTool(addNextStep)
})

async function makeTool(config: object): Promise<string> {
  return String((await standin.ask('POST', '/tools', { tool_config: config })).body['id'])
}

async function talk(settings: { tools?: string[]; events?: string[]; prompt?: object } = {}) {
  const prompt = { prompt: 'You are Kim.', tool_ids: settings.tools ?? [toolId], ...settings.prompt }
  const agent = { first_message: 'Hello.', prompt }
  const conversation = { client_events: settings.events ?? events, text_only: true }
  const agentId = await standin.createAgent({ name: 'Kim', conversation_config: { agent, conversation } })
  const client = await standin.open(agentId)
  await client.next('agent_response')
  const say = (text: string): void => client.send({ type: 'user_message', text })
  const hear = async (): Promise<string> => String((await client.next('agent_response')).event['agent_response'])
  const record = async () => {
    client.close()
    await client.closed
    const { body } = await standin.ask('GET', `/conversations/${client.conversationId}`)
    return body as { transcript: Record<string, unknown>[] }
  }
  return { client, say, hear, record }
}

test('A7: calls a tool of the caller, waits for its answer, and keeps both in the record', async () => {
  const { client, hear, record, say } = await talk()
  say('Remind me to call Anna on Friday')
  const { event } = await client.next('client_tool_call')
  const asked = { title: 'Call Anna', due: '2026-11-27' }
  expect(event).toMatchObject({ tool_name: 'add_next_step', parameters: asked })
  expect(client.kinds().filter((kind) => kind === 'agent_response')).toHaveLength(1)
  client.send({ type: 'client_tool_result', tool_call_id: event['tool_call_id'], result: 'Noted.', is_error: false })
  expect(await hear()).toBe('Noted: Call Anna, by Friday, November 27.')
  const { transcript } = await record()
  const name = { tool_name: 'add_next_step' }
  expect(transcript.at(-1)).toMatchObject({
    role: 'agent',
    tool_calls: [{ type: 'client', ...name, request_id: event['tool_call_id'], params_as_json: JSON.stringify(asked) }],
    tool_results: [{ ...name, result_value: 'Noted.', is_error: false }],
  })
})

test('A7: silence and errors become an error, and the talk goes on', async () => {
  const { client, hear, record, say } = await talk()
  say('Remind me to call Anna')
  await client.next('client_tool_call')
  expect(await hear()).toBe('I could not note that down. Please try again later.')
  say('Remind me to call Ben')
  const { event } = await client.next('client_tool_call')
  client.send({ type: 'client_tool_result', tool_call_id: event['tool_call_id'], result: 'Full.', is_error: true })
  expect(await hear()).toBe('I could not note that down. Please try again later.')
  const { transcript } = await record()
  expect(transcript.flatMap((line) => line['tool_results'] ?? [])).toMatchObject([
    { is_error: true, result_value: 'Tool add_next_step did not respond within 1 seconds.' },
    { is_error: true, result_value: 'Full.' },
  ])
})

test('A7: calls nothing when its clients do not subscribe to calls', async () => {
  const deaf = await talk({ events: ['agent_response', 'ping'] })
  deaf.say('Remind me to call Anna')
  expect(await deaf.hear()).toBe('I cannot keep a list in this conversation.')
  expect(deaf.client.kinds()).not.toContain('client_tool_call')
  deaf.client.close()
})

test('does not wait for a tool that expects no answer', async () => {
  const { client, hear, say } = await talk({ tools: [await makeTool({ ...addNextStep, expects_response: false })] })
  say('Remind me to call Anna')
  expect(await hear()).toBe('Noted: Call Anna.')
  client.close()
})

test('refuses tools and agents that are wrong, and removes a tool in use only by force', async () => {
  const wrong = await standin.call('POST', '/tools', { tool_config: { ...addNextStep, name: 'no spaces', since: 1 } })
  expect(wrong.status).toBe(422)
  const config = { tts: { voice_id: 'slt' }, agent: { prompt: { tool_ids: ['tool_none'] } } }
  const unknown = await standin.call('POST', '/agents/create', { conversation_config: config })
  expect(unknown.status).toBe(404)
  const used = await makeTool({ ...addNextStep, name: 'used' })
  const { client } = await talk({ tools: [used] })
  client.close()
  expect((await standin.call('DELETE', `/tools/${used}`)).status).toBe(400)
  expect((await standin.call('DELETE', `/tools/${used}?force=true`)).status).toBe(200)
  expect((await standin.call('GET', `/tools/${used}`)).status).toBe(404)
  const { body } = await standin.ask('GET', '/tools?search=add_')
  expect((body['tools'] as { id: string }[]).map(({ id }) => id)).toContain(toolId)
})
