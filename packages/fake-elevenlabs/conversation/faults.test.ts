import { expect, test, vi } from 'vitest'
import type { VoiceFault } from '../plugin.ts'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { type OpenConversation, removeState, startStandin, type VoiceClient } from '../testing/voice-client.ts'

// The server's own tests meet further faults: refuse, drop, stall, flood and stale sound.

const firstMessage = 'Hello, I am here for you, and I have a great many things to tell you about the weather of today.'
const conversation = { client_events: ['audio', 'agent_response', 'agent_tool_response'] }
const settings = { name: 'Sam', conversation_config: { agent: { first_message: firstMessage }, conversation } }

vi.setConfig({ testTimeout: 20_000 })

const faultsByAgent = new Map<string, VoiceFault>()
const standin = standinOfFile({ voiceFault: (agentId) => faultsByAgent.get(agentId) ?? null })

async function openWith(fault: VoiceFault): Promise<OpenConversation> {
  const agentId = await standin.createAgent(settings)
  faultsByAgent.set(agentId, fault)
  return standin.open(agentId)
}

const begun = (client: VoiceClient) => client.next('conversation_initiation_metadata')
const statuses = ({ frames }: VoiceClient) =>
  frames.flatMap(({ type, event }) => (type === 'queue_status' ? [event['status']] : []))

test.concurrent('busy: closed with 3008 before any metadata', async () => {
  const client = await openWith('busy')
  expect(await client.closed).toEqual({ code: 3008, reason: 'too many concurrent connections' })
  expect(client.frames).toEqual([])
})

test.concurrent('queue: waits 3 s in line, then begins; queue_timeout: is then sent away', async () => {
  const [admitted, late] = [await openWith('queue'), await openWith('queue_timeout')]
  expect((await begun(admitted)).atMs).toBeGreaterThan(2900)
  admitted.close()
  expect(statuses(admitted)).toEqual(['waiting', 'admitted'])
  expect((await late.closed).code).toBe(3008)
  expect(late.kinds()).toEqual(['queue_status', 'queue_status'])
  expect(statuses(late)).toEqual(['waiting', 'timed_out'])
  expect(late.elapsedMs()).toBeGreaterThan(2900)
})

test.concurrent.each([
  ['reject', 1008, 0, { error_event: { code: 1008, error_type: 'override_error' } }],
  ['llm_error', 1002, 4, { error_event: { code: 1002, error_type: 'llm_timeout' } }],
  ['time_limit', 1000, 4, { error_event: { code: 1000, error_type: 'max_duration_exceeded' } }],
  ['quota', 1002, 4, { message: 'received 1002 This request exceeds your quota limit.' }],
  ['crash', 1011, 4, null],
  ['restart', 1001, 4, null],
] as const)('%s: ends with %i after %i s', async (fault, code, seconds, said) => {
  const client = await openWith(fault)
  await begun(client)
  expect((await client.closed).code).toBe(code)
  const { body } = await standin.ask('GET', `/conversations/${client.conversationId}`)
  const { call_duration_secs: lasted } = body['metadata'] as { call_duration_secs: number }
  expect(lasted).toBeGreaterThanOrEqual(seconds)
  const { type, ...error } = client.bodies.find((body) => body.type === 'error') ?? { type: 'none' }
  expect(type).toBe(said ? 'error' : 'none')
  expect(error).toMatchObject(said ?? {})
})

test.concurrent('hang_up: the agent calls its tool, then 1000', async () => {
  const client = await openWith('hang_up')
  expect((await client.next('agent_tool_response')).event).toMatchObject({ tool_name: 'end_call' })
  expect((await client.closed).code).toBe(1000)
})

test.concurrent('delay: an answer comes 3 s late; late_metadata: a beginning 12 s late', async () => {
  const [delayed, late] = [await openWith('delay'), await openWith('late_metadata')]
  const metadata = await begun(delayed)
  expect((await delayed.next('agent_response')).atMs - metadata.atMs).toBeGreaterThan(2900)
  delayed.close()
  expect((await late.next('conversation_initiation_metadata', 19_000)).atMs).toBeGreaterThan(11_900)
  late.close()
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

test("conversations beyond the plan's or the agent's limit wait in line or are refused", async () => {
  const own = await startStandin()
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
