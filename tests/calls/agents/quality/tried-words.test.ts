import fs from 'node:fs'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { agentLimits } from '#contract/agents/agent-fields.ts'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { actsOn, addAgent, describe, expect, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'
import { moveTalkClock, passTalkTime, providerRecord } from '../../../kit/conversations/conversations.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const ada = await platformAdmin(world)
await ada.client.call(voice.giveVoiceConsent, { body: {} })

const words = { systemPrompt: 'You speak of trywords only.', firstMessage: 'Trywords, hello.', voiceId: 'miles' }
const keptWords = async (id: string) =>
  (await world.sql<{ kept: unknown }>('select test_words as kept from voice_session where id = $1', [id]))[0]?.kept
const end = (id: string) => ada.client.call(voice.endConversation, { params: { id }, body: {} })

/** Opens the socket of a test that was started, and waits until the agent has spoken its first words. */
async function open(signedUrl: string) {
  const client = new VoiceClient(signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  return { client, said: (await client.next('agent_response')).event }
}

describe('a test conversation with words that are not saved', () => {
  it('is spoken with them and with their voice, charges nothing, and leaves nothing of them', async () => {
    const id = await addAgent(world, { systemPrompt: 'Saved words', firstMessage: 'Saved hello.' })
    const before = await ada.client.call(adminAgents.readAdminAgent, { params: { id } })
    const started = await ada.client.call(testAgent, { params: { id }, body: { words } })
    expect(await keptWords(started.id)).toEqual({
      systemPrompt: words.systemPrompt,
      firstMessage: words.firstMessage,
      providerVoiceId: 'rms',
    })
    const { client, said } = await open(started.signedUrl)
    expect(said).toMatchObject({ agent_response: words.firstMessage })
    expect(await keptWords(started.id)).toBeNull()
    await client.next('audio')
    await passTalkTime(world, 20, client)
    expect(await end(started.id)).toMatchObject({ status: 'completed', secondsCharged: 0 })
    const told = (await providerRecord(world, started.conversationId)).conversation_initiation_client_data
    expect(told).toMatchObject({
      conversation_config_override: {
        agent: { first_message: words.firstMessage, prompt: { prompt: expect.stringContaining(words.systemPrompt) } },
        tts: { voice_id: 'rms' },
      },
    })
    const after = await ada.client.call(adminAgents.readAdminAgent, { params: { id } })
    const { syncState: _state, elevenLabsAgentId: _id, ...same } = before
    expect(after).toMatchObject(same)
    expect((await actsOn(ada, 'agent', id))[0]).toMatchObject({ action: 'agent.test', before: null, after: null })
    const tables = await world.sql<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      expect([name, await world.sql(`select from ${name} as line where line::text ilike '%trywords%'`)]).toEqual([
        name,
        [],
      ])
    }
    expect(fs.readFileSync(world.logFile, 'utf8').toLowerCase()).not.toContain('trywords')
  }, 20_000)

  it('keeps nothing of them either when it is never opened', async () => {
    const id = await addAgent(world)
    const started = await ada.client.call(testAgent, { params: { id }, body: { words } })
    await end(started.id)
    expect(await keptWords(started.id)).toBeNull()
  })

  it('says nothing first when the first message is empty, and speaks with the fallback without a voice', async () => {
    const id = await addAgent(world, { firstMessage: 'Saved hello.' })
    const tried = { systemPrompt: words.systemPrompt, firstMessage: '' }
    const started = await ada.client.call(testAgent, { params: { id }, body: { words: tried } })
    expect(await keptWords(started.id)).toMatchObject({ firstMessage: '', providerVoiceId: 'slt' })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    client.send({ type: 'user_message', text: 'Good morning' })
    const { event } = await client.next('agent_response')
    expect(event.agent_response).not.toBe('Saved hello.')
    await end(started.id)
  })

  it('takes only what could be saved: 400 with the field, and starts nothing', async () => {
    const id = await addAgent(world)
    const attempts = [
      [{ ...words, systemPrompt: 'x'.repeat(agentLimits.systemPrompt + 1) }, 'words.systemPrompt'],
      [{ ...words, firstMessage: 'x'.repeat(agentLimits.firstMessage + 1) }, 'words.firstMessage'],
      [{ ...words, voiceId: 'nobody' }, 'voiceId'],
    ] as const
    for (const [tried, field] of attempts) {
      const reply = await ada.client.try(testAgent, { params: { id }, body: { words: tried } })
      expect(reply).toMatchObject({ status: 400, body: { field } })
    }
    expect(await world.sql('select id from voice_session where agent_id = $1', [id])).toEqual([])
  })

  it('is only for platform admins: 401 and 403 for all others', async () => {
    const firm = await organization(world)
    const id = await addAgent(world)
    for (const [client, status] of [
      [world.visitor(), 401],
      [(await registered(world)).client, 403],
      [(await member(world, firm.id)).client, 403],
      [firm.owner.client, 403],
    ] as const)
      expect((await client.try(testAgent, { params: { id }, body: { words } })).status).toBe(status)
    expect(await world.sql('select id from voice_session where agent_id = $1', [id])).toEqual([])
  })
})
