import { describe, expect, it } from 'vitest'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as adminVoices from '#contract/agents/admin-voices.ts'
import * as voice from '#contract/conversations/voice.ts'
import { toProviderAgent } from '#server/voice-provider/elevenlabs/agent.ts'
import { checkVoices, checkVoicesDaily } from '#server/agents/voices/voices.flow.ts'
import { addAgent, askProvider, ownWorld, platformAdmin, startHeardTalk, subscriber } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

interface AtProvider {
  conversation_config: {
    agent: { prompt: { built_in_tools: object } }
    tts: { voice_id: string; model_id: string }
  }
}
async function voiceAtProvider(agentId: string): Promise<AtProvider['conversation_config']> {
  const params = { id: agentId }
  await ada.client.call(adminAgents.syncAgent, { params })
  const { elevenLabsAgentId } = await ada.client.call(adminAgents.readAdminAgent, { params })
  return ((await askProvider(world, 'GET', `/agents/${elevenLabsAgentId}`)) as AtProvider).conversation_config
}
const list = () => ada.client.call(adminVoices.adminVoices)
const findings = () =>
  world.sql("select object_id, details, closed_at is null as is_open from finding where kind = 'voice_gone'")

async function without(withdrawnVoices: string[], work: () => Promise<void>): Promise<void> {
  await world.control({ voiceService: { withdrawnVoices } })
  try {
    await work()
  } finally {
    await world.control({ voiceService: { withdrawnVoices: [] } })
    await checkVoices(world.services)
  }
}

describe('the voice sent to the provider (D186)', () => {
  it.each([
    ['angus', 'awb'],
    [null, 'slt'],
  ])('is its id there for %s, with a model and the tool to hang up', async (voiceId, expected) => {
    const config = await voiceAtProvider(await addAgent(world, { voiceId }))
    expect(config.tts).toMatchObject({ voice_id: expected, model_id: 'eleven_flash_v2_5' })
    expect(config.agent.prompt.built_in_tools).toEqual({
      end_call: { type: 'system', name: 'end_call', description: '', params: { system_tool_type: 'end_call' } },
    })
  })

  it('never lacks voice, model or tool, whatever the agent is', () => {
    const texts = {
      id: '1',
      name: 'A',
      prompt: '',
      firstMessage: '',
      maxDurationSeconds: 60,
      knowledge: [],
      toolIds: [],
    }
    expect(toProviderAgent({ ...texts, providerVoiceId: 'v' })).toMatchObject({
      conversation_config: {
        tts: { voice_id: 'v', model_id: 'eleven_flash_v2_5' },
        agent: { prompt: { built_in_tools: { end_call: { params: { system_tool_type: 'end_call' } } } } },
      },
    })
  })

  it('is never one that is not in our list: the form says so', async () => {
    const id = await addAgent(world)
    const refused = await ada.client.try(adminAgents.changeAgent, { params: { id }, body: { voiceId: 'rachel' } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_voice', field: 'voiceId' } })
    expect(await world.sql('select voice_id from agent where id = $1', [id])).toEqual([{ voice_id: 'clara' }])
  })
})

describe('a voice that the provider withdrew (D186)', () => {
  it('is found by the daily check, reported, and replaced by the fallback until it is back (B14)', async () => {
    const id = await addAgent(world, { voiceId: 'victor' })
    expect((await voiceAtProvider(id)).tts.voice_id).toBe('kal16')
    await world.sql('update voice set checked_at = null')
    await without(['kal16'], async () => {
      await checkVoicesDaily(world.services)
      expect((await list()).find((one) => one.id === 'victor')).toMatchObject({ state: 'gone', agentCount: 1 })
      expect(await findings()).toMatchObject([{ object_id: 'victor', is_open: true }])
      expect((await voiceAtProvider(id)).tts.voice_id).toBe('slt')
      const sample = await ada.client.try(adminVoices.readVoiceSample, { params: { id: 'victor' } })
      expect(sample).toMatchObject({ status: 409, body: { code: 'voice_unusable' } })
      await world.sql("update voice set state = 'ok'")
      await checkVoicesDaily(world.services)
      // Once a day, so nothing was requested again.
      expect((await list()).map(({ state }) => state)).not.toContain('gone')
    })
    expect((await list()).find((one) => one.id === 'victor')).toMatchObject({ state: 'ok', reason: null })
    expect(await findings()).toMatchObject([{ object_id: 'victor', is_open: false }])
    expect((await voiceAtProvider(id)).tts.voice_id).toBe('kal16')
  })

  it('is also noticed between two checks, when an agent with it is sent: the agent still talks (B14)', async () => {
    const id = await addAgent(world, { voiceId: 'miles' })
    await without(['rms'], async () => {
      const person = await subscriber(world)
      const talk = await startHeardTalk(person, id)
      talk.client.close()
      expect((await voiceAtProvider(id)).tts.voice_id).toBe('slt')
    })
  })
})

describe('the list of voices for admins (D186)', () => {
  it('has the fallback first, with language, state and the agents of each', async () => {
    await checkVoices(world.services)
    const voices = await list()
    expect(voices.map(({ id }) => id)).toEqual(['clara', 'angus', 'miles', 'victor'])
    expect(voices[0]).toMatchObject({ name: 'Clara', languages: ['en'], isFallback: true, state: 'ok' })
  })

  it('has a sample of each, which is made once and plays while the provider is away (B14)', async () => {
    const params = { id: 'angus' }
    const first = await ada.client.call(adminVoices.readVoiceSample, { params })
    const wav = Buffer.from(first.wavBase64, 'base64')
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(40)]).toEqual(['RIFF', wav.length - 44])
    expect(wav.length).toBeGreaterThan(32_000)
    await world.control({ apiFault: { elevenlabs: 'error' } })
    expect(await ada.client.call(adminVoices.readVoiceSample, { params })).toEqual(first)
    const unmade = await ada.client.try(adminVoices.readVoiceSample, { params: { id: 'clara' } })
    expect(unmade).toMatchObject({ status: 503, body: { code: 'voice_unavailable' } })
    await world.control({ apiFault: { elevenlabs: null } })
    const none = await ada.client.try(adminVoices.readVoiceSample, { params: { id: 'nobody' } })
    expect(none).toMatchObject({ status: 404, body: { code: 'voice_not_found' } })
  })

  it('is only for platform admins', async () => {
    const person = await subscriber(world)
    await person.client.call(voice.giveVoiceConsent, { body: {} })
    for (const client of [world.visitor(), person.client]) {
      const expected = client === person.client ? 403 : 401
      expect((await client.try(adminVoices.adminVoices)).status).toBe(expected)
      expect((await client.try(adminVoices.readVoiceSample, { params: { id: 'clara' } })).status).toBe(expected)
    }
  })
})
