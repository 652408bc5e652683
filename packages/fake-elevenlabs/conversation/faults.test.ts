import { expect, test, vi } from 'vitest'
import type { VoiceFault } from '../plugin.ts'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { measureAudio, questionSamples, removeState, startStandin, VoiceClient, wait } from '../testing/voice-client.ts'

const firstMessage = 'Hello, I am here for you, and I have a great many things to tell you about the weather of today.'
const prompt = { prompt: '## Sample answers\n- [weather, rain]: It will rain.' }
const settings = { name: 'Sam', conversation_config: { agent: { first_message: firstMessage, prompt } } }

vi.setConfig({ testTimeout: 20_000 })

let heardSamples = 0
const faultsByAgent = new Map<string, VoiceFault>()
const standin = standinOfFile({
  voiceFault: (agentId) => faultsByAgent.get(agentId) ?? null,
  recognise: (samples) => {
    heardSamples = samples.length
    return Promise.resolve('Will it rain?')
  },
})

async function agentWith(fault: VoiceFault): Promise<string> {
  const agentId = await standin.createAgent(settings)
  faultsByAgent.set(agentId, fault)
  return agentId
}

const openWith = async (fault: VoiceFault) => standin.open(await agentWith(fault))
const begun = (client: VoiceClient) => client.next('conversation_initiation_metadata')

test.concurrent('refuse: no signed address', async () => {
  const path = `/conversation/get-signed-url?agent_id=${await agentWith('refuse')}`
  expect((await standin.call('GET', path)).status).toBe(500)
})

test.concurrent('busy: closed with 3008 before any metadata', async () => {
  const client = await openWith('busy')
  expect(await client.closed).toEqual({ code: 3008, reason: 'too many concurrent connections' })
  expect(client.frames).toEqual([])
})

test.concurrent('queue: waits 3 s in line, then begins', async () => {
  const client = await openWith('queue')
  const metadata = await begun(client)
  client.close()
  expect(client.frames.slice(0, 2).map((frame) => frame.event['status'])).toEqual(['waiting', 'admitted'])
  expect(metadata.atMs).toBeGreaterThan(2900)
})

test.concurrent('queue_timeout: waits 3 s in line, then is sent away', async () => {
  const client = await openWith('queue_timeout')
  expect((await client.closed).code).toBe(3008)
  expect(client.frames.map((frame) => frame.event['status'])).toEqual(['waiting', 'timed_out'])
  expect(client.elapsedMs()).toBeGreaterThan(2900)
})

test.concurrent('drop: the connection is reset 4 s after the metadata', async () => {
  const client = await openWith('drop')
  const metadata = await begun(client)
  expect((await client.closed).code).toBe(1006)
  expect(client.elapsedMs() - metadata.atMs).toBeGreaterThan(3000)
})

test.concurrent('reject: closed with 1008 after the metadata', async () => {
  const client = await openWith('reject')
  expect((await client.next('error')).event).toMatchObject({ code: 1008, error_type: 'override_error' })
  expect((await client.closed).code).toBe(1008)
  const kinds = client.kinds()
  expect([kinds[0], kinds.at(-1)]).toEqual(['conversation_initiation_metadata', 'error'])
})

test.concurrent.each([
  ['llm_error', 1002, { error_event: { code: 1002, error_type: 'llm_timeout' } }],
  ['time_limit', 1000, { error_event: { code: 1000, error_type: 'max_duration_exceeded' } }],
  ['quota', 1002, { message: 'received 1002 This request exceeds your quota limit.' }],
  ['crash', 1011, null],
  ['restart', 1001, null],
] as const)('%s: ends with %i, 4 s after the metadata', async (fault, code, said) => {
  const client = await openWith(fault)
  const metadata = await begun(client)
  expect((await client.closed).code).toBe(code)
  expect(client.elapsedMs() - metadata.atMs).toBeGreaterThan(3900)
  const { type, ...error } = client.bodies.find((body) => body.type === 'error') ?? { type: 'none' }
  expect(type).toBe(said ? 'error' : 'none')
  expect(error).toMatchObject(said ?? {})
})

test.concurrent('hang_up: the agent calls its tool, then 1000', async () => {
  const agentId = await agentWith('hang_up')
  const events = { conversation_config: { conversation: { client_events: ['agent_tool_response'] } } }
  await standin.call('PATCH', `/agents/${agentId}`, events)
  const client = new VoiceClient((await standin.signedUrl(agentId)).signed_url)
  expect((await client.next('agent_tool_response')).event).toMatchObject({ tool_name: 'end_call' })
  expect((await client.closed).code).toBe(1000)
})

test.concurrent('delay: an answer comes 3 s late', async () => {
  const client = await openWith('delay')
  const metadata = await begun(client)
  const greeting = await client.next('agent_response')
  client.close()
  expect(greeting.atMs - metadata.atMs).toBeGreaterThan(2900)
})

// Polls use the `expect` of their own test: in concurrent tests, the shared one may belong to another test.
test.concurrent('jitter: sound comes in bursts, and all of it', async ({ expect }) => {
  const client = await openWith('jitter')
  const arrivals = () => client.frames.filter(({ type }) => type === 'audio').map(({ atMs }) => atMs)
  const gapsMs = () => arrivals().map((atMs, index, all) => atMs - (all[index - 1] ?? atMs))
  await expect.poll(() => Math.max(0, ...gapsMs())).toBeGreaterThan(500)
  await expect.poll(() => arrivals().length).toBeGreaterThan(10)
  client.close()
})

test.concurrent('stall: nothing after the metadata', async () => {
  const client = await openWith('stall')
  await begun(client)
  client.send({ type: 'user_message', text: 'rain' })
  await wait(2500)
  client.close()
  expect(client.frames).toHaveLength(1)
})

test.concurrent('flood: minutes of sound at once', async ({ expect }) => {
  const client = await openWith('flood')
  await expect.poll(() => client.kinds().filter((kind) => kind === 'audio').length).toBeGreaterThan(1000)
  client.close()
})

test.concurrent('late metadata: after 12 s', async () => {
  const client = await openWith('late_metadata')
  const metadata = await client.next('conversation_initiation_metadata', 19_000)
  client.close()
  expect(metadata.atMs).toBeGreaterThan(11_900)
})

test.concurrent('stale audio: two frames of the interrupted answer follow its interruption', async () => {
  const client = await openWith('stale_audio')
  await client.next('audio')
  client.send({ type: 'user_message', text: 'rain' })
  const { atMs, event } = await client.next('interruption')
  await client.next('agent_response')
  await client.next('audio')
  client.close()
  const sounds = client.frames.filter(({ type }) => type === 'audio')
  const stale = sounds.filter((frame) => frame.atMs >= atMs && frame.event['event_id'] === event['event_id'])
  expect(stale.map((frame) => measureAudio(frame).loudness > 0.1)).toEqual([true, true])
})

test.concurrent('a recognizer receives the whole turn, and its words are answered', async () => {
  const client = await standin.open(await standin.createAgent(settings))
  await client.speak(questionSamples(0, 3600))
  expect((await client.next('user_transcript')).event['user_transcript']).toBe('Will it rain?')
  expect((await client.next('agent_response')).event['agent_response']).toBe('It will rain.')
  client.close()
  expect(heardSamples / 16).toBeGreaterThan(2900)
  expect(heardSamples / 16).toBeLessThan(3600)
})

test("conversations beyond the plan's or the agent's limit wait in line or are refused", async () => {
  const own = await startStandin()
  const statuses = (client: VoiceClient): unknown[] =>
    client.frames.filter((frame) => frame.type === 'queue_status').map((frame) => frame.event['status'])
  const agentOf = (platform: object) => own.createAgent({ ...settings, platform_settings: platform })
  try {
    own.faults.service = { ...usualService, concurrency: 1 }
    const patient = await own.createAgent(settings)
    const first = await own.open(patient)
    await begun(first)
    const second = await own.open(patient)
    expect((await second.next('queue_status')).event['status']).toBe('waiting')
    const strict = await agentOf({ queueing_config: { enabled: false } })
    expect((await (await own.open(strict)).closed).code).toBe(3008)
    first.close()
    await begun(second)
    expect(statuses(second)).toEqual(['waiting', 'admitted'])
    second.close()
    own.faults.service = usualService

    const queueing = { enabled: true, wait_timeout_seconds: 1 }
    const alone = await agentOf({ call_limits: { agent_concurrency_limit: 1 }, queueing_config: queueing })
    const only = await own.open(alone)
    await begun(only)
    const late = await own.open(alone)
    expect((await late.closed).code).toBe(3008)
    expect(statuses(late)).toEqual(['waiting', 'timed_out'])
    only.close()
  } finally {
    await own.close()
    removeState(own)
  }
})
