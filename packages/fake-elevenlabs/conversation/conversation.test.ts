import { beforeAll, expect, test, vi } from 'vitest'
import { standinOfFile } from '../testing/standin-of-file.ts'
import * as rig from '../testing/voice-client.ts'

const { questionSamples, VoiceClient, wait } = rig

const prompt = `You are Marie, a cooking coach.

## Sample answers
- [omelette, egg]: Beat three eggs with salt, let butter foam in a hot pan, pour them in, stir once and fold. It takes one minute and it should stay soft inside.
- [bread, sourdough]: Feed your starter the evening before. Then let the dough rest for a night.
`
const firstMessage =
  'Hello, I am Marie, your cooking coach. I would love to hear what you have in your kitchen today, and what you want to make of it.'
const events = ['audio', 'agent_response', 'agent_response_correction', 'user_transcript', 'interruption', 'ping']

const marie = (name = 'Marie'): object => ({
  name,
  conversation_config: {
    agent: { first_message: firstMessage, prompt: { prompt } },
    tts: { voice_id: 'slt' },
    conversation: { client_events: [...events, 'agent_tool_response'] },
  },
  platform_settings: {
    overrides: {
      conversation_config_override: {
        agent: { prompt: { prompt: true }, first_message: true },
        conversation: { text_only: true, max_duration_seconds: true },
      },
    },
  },
})

// Recognizing speech takes computing, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const standin = standinOfFile()
let agentId: string

beforeAll(async () => {
  agentId = await standin.createAgent(marie())
})

const openClient = (initiation?: object, agent = agentId) => standin.open(agent, initiation)

const field = (frame: rig.ReceivedFrame, name: string): string => String(frame.event[name])

test.concurrent('stops when the person speaks, says how much was heard, and continues with a new id', async () => {
  const client = await openClient()
  const greeting = await client.next('agent_response')
  await client.next('audio')
  await wait(1200)
  const speaking = client.speak(questionSamples(300, 3800))
  const interruption = await client.next('interruption')
  expect(interruption.event['event_id']).toBe(greeting.event['event_id'])
  const correction = await client.next('agent_response_correction')
  const heard = field(correction, 'corrected_agent_response')
  expect(field(correction, 'original_agent_response')).toBe(firstMessage)
  expect(firstMessage.startsWith(heard)).toBe(true)
  // More than a second was audible: more than a word, and not all.
  expect(heard.split(' ').length).toBeGreaterThanOrEqual(3)
  expect(heard.length).toBeLessThan(firstMessage.length)
  const transcript = await client.next('user_transcript', 60_000)
  const answer = await client.next('agent_response')
  const sound = await client.next('audio')
  await speaking
  client.close()
  const ids = [interruption, transcript, answer].map((frame) => Number(frame.event['event_id']))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(new Set(ids).size).toBe(3)
  expect(sound.event['event_id']).toBe(answer.event['event_id'])
  const late = client.frames.filter(
    (frame) => frame.type === 'audio' && frame.atMs > interruption.atMs && frame.event['event_id'] === ids[0],
  )
  expect(late).toEqual([])
  await client.closed
  const { body } = await standin.ask('GET', `/conversations/${client.conversationId}`)
  const line = { message: heard, interrupted: true, original_message: firstMessage }
  expect((body['transcript'] as object[])[0]).toMatchObject(line)
})

test.concurrent('pings every two seconds and measures the answer', async () => {
  const client = await openClient()
  const first = await client.next('ping')
  const second = await client.next('ping')
  client.close()
  expect(first.event['ping_ms']).toBeNull()
  expect(second.event['ping_ms']).toBeTypeOf('number')
  expect(Number(second.event['event_id'])).toBeGreaterThan(Number(first.event['event_id']))
  // The first one comes at once. Counting starts at the beginning, so its delay does not matter.
  expect(second.atMs).toBeGreaterThan(1900)
})

test.concurrent.each([
  ['an unknown type', '{"type":"user_turn_start"}', 'invalid_message'],
  ['no JSON', 'hello', 'invalid_message'],
  ['no type', '{"text":"hello"}', 'missing_fields'],
  ['a wrong field', '{"type":"user_message","text":7}', 'value_error'],
  ['bad base64', '{"user_audio_chunk":"a-b_"}', 'value_error'],
  ['more than 250 ms of sound', `{"user_audio_chunk":"${Buffer.alloc(8002).toString('base64')}"}`, 'value_error'],
])('closes with 1008 on %s', async (_name, frame, errorType) => {
  const client = await openClient()
  await client.next('agent_response')
  client.send(frame)
  const error = await client.next('error')
  expect(error.event).toMatchObject({ code: 1008, error_type: errorType })
  expect((await client.closed).code).toBe(1008)
})

test.concurrent('accepts only overrides that the agent allows, and ends at the longest duration', async () => {
  const refused = await openClient({ conversation_config_override: { tts: { voice_id: 'awb' } } })
  await refused.next('conversation_initiation_metadata')
  expect((await refused.next('error')).event).toMatchObject({ error_type: 'override_error' })
  expect((await refused.closed).code).toBe(1008)
  const override = { agent: { first_message: 'Welcome {{who}}.' }, conversation: { max_duration_seconds: 1 } }
  const client = await openClient({ conversation_config_override: override, dynamic_variables: { who: 'Ana' } })
  expect(field(await client.next('agent_response'), 'agent_response')).toBe('Welcome Ana.')
  expect((await client.next('error')).event).toMatchObject({ error_type: 'max_duration_exceeded' })
  expect((await client.closed).code).toBe(1000)
})

test.concurrent('a signature opens one conversation', async () => {
  const { signed_url: url } = await standin.signedUrl(agentId)
  const client = new VoiceClient(`${url}&source=js_sdk&version=1.25.0`)
  await client.opened
  await client.next('conversation_initiation_metadata')
  await expect(new VoiceClient(url).opened).rejects.toThrow('403')
  client.close()
})
