import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as adminVoices from '#contract/agents/admin-voices.ts'
import { checkVoices, checkVoicesDaily } from '#server/agents/voices/voices.flow.ts'
import { toProviderAgent } from '#server/voice-provider/elevenlabs/agent.ts'
import { addAgent, askProvider, expect, expectRefused, it, ownWorld, platformAdmin } from '#tests/calls.ts'
import { startHeardTalk, subscriber, tags } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

interface AtProvider {
  conversation_config: { agent: { prompt: { built_in_tools: object } }; tts: { voice_id: string; model_id: string } }
}
async function atProvider(id: string): Promise<AtProvider['conversation_config']> {
  const { elevenLabsAgentId } = await ada.client.call(adminAgents.syncAgent, { params: { id } })
  return ((await askProvider(world, 'GET', `/agents/${elevenLabsAgentId}`)) as AtProvider).conversation_config
}
const voiceOf = async (id: string) => (await atProvider(id)).tts.voice_id
const list = () => ada.client.call(adminVoices.adminVoices)
const findings = () =>
  world.sql("select object_id, closed_at is null as is_open from finding where kind = 'voice_gone'")
const sampleOf = (id: string) => ada.client.call(adminVoices.readVoiceSample, { params: { id } })
const noSample = (id: string, status: number, code: string) =>
  expectRefused(adminVoices.readVoiceSample, [ada, { params: { id } }, status, code])

async function without(withdrawnVoices: string[], work: () => Promise<void>): Promise<void> {
  await world.control({ voiceService: { withdrawnVoices } })
  try {
    await work()
  } finally {
    await world.control({ voiceService: { withdrawnVoices: [] } })
    await checkVoices(world.services)
  }
}

it('the provider gets a voice, a model and the tool to hang up', tags('D186'), async () => {
  const model_id = 'eleven_flash_v2_5'
  const params = { system_tool_type: 'end_call' }
  const end_call = { type: 'system', name: 'end_call', description: '', params }
  for (const [voiceId, voice_id] of [
    ['angus', 'awb'],
    [null, 'slt'],
  ] as const) {
    const config = await atProvider(await addAgent(world, { voiceId }))
    expect(config.tts).toMatchObject({ voice_id, model_id })
    expect(config.agent.prompt.built_in_tools).toEqual({ end_call })
  }
  // Whatever the agent is.
  const bare = { id: '1', name: 'A', prompt: '', firstMessage: '', maxDurationSeconds: 60, knowledge: [], toolIds: [] }
  const agent = { prompt: { built_in_tools: { end_call: { params } } } }
  expect(toProviderAgent({ ...bare, providerVoiceId: 'v' })).toMatchObject({
    conversation_config: { tts: { voice_id: 'v', model_id }, agent },
  })
  const id = await addAgent(world)
  const unknown = { params: { id }, body: { voiceId: 'rachel' } }
  const refusal = { code: 'unknown_voice', field: 'voiceId' }
  await expectRefused(adminAgents.changeAgent, [ada, unknown, 400, refusal])
  expect(await world.sql('select voice_id from agent where id = $1', [id])).toEqual([{ voice_id: 'clara' }])
})

it('the daily check finds a withdrawn voice, replaced until it is back (B14)', tags('D186'), async () => {
  const id = await addAgent(world, { voiceId: 'victor' })
  const victor = async () => (await list()).find((one) => one.id === 'victor')
  expect(await voiceOf(id)).toBe('kal16')
  await world.sql('update voice set checked_at = null')
  await without(['kal16'], async () => {
    await checkVoicesDaily(world.services)
    expect(await victor()).toMatchObject({ state: 'gone', agentCount: 1 })
    expect(await findings()).toEqual([{ object_id: 'victor', is_open: true }])
    expect(await voiceOf(id)).toBe('slt')
    await noSample('victor', 409, 'voice_unusable')
    await world.sql("update voice set state = 'ok'")
    await checkVoicesDaily(world.services)
    // Once a day, so nothing was requested again.
    expect((await list()).map(({ state }) => state)).not.toContain('gone')
  })
  expect(await victor()).toMatchObject({ state: 'ok', reason: null })
  expect(await findings()).toEqual([{ object_id: 'victor', is_open: false }])
  expect(await voiceOf(id)).toBe('kal16')
})

it('an agent whose voice went between two checks still talks (B14)', tags('D186'), async () => {
  const id = await addAgent(world, { voiceId: 'miles' })
  await without(['rms'], async () => {
    const talk = await startHeardTalk(await subscriber(world), id)
    talk.client.close()
    expect(await voiceOf(id)).toBe('slt')
  })
})

it('the list has the fallback first, and samples that are made once (B14)', tags('D186'), async () => {
  await checkVoices(world.services)
  const voices = await list()
  expect(voices.map(({ id }) => id)).toEqual(['clara', 'angus', 'miles', 'victor'])
  expect(voices[0]).toMatchObject({ name: 'Clara', languages: ['en'], isFallback: true, state: 'ok' })
  const first = await sampleOf('angus')
  const wav = Buffer.from(first.wavBase64, 'base64')
  expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(40)]).toEqual(['RIFF', wav.length - 44])
  expect(wav.length).toBeGreaterThan(32_000)
  await world.control({ apiFault: { elevenlabs: 'error' } })
  expect(await sampleOf('angus')).toEqual(first)
  await noSample('clara', 503, 'voice_unavailable')
  await world.control({ apiFault: { elevenlabs: null } })
  await noSample('nobody', 404, 'voice_not_found')
})
