import fs from 'node:fs'
import { expect, it } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { agentLimits } from '#contract/agents/agent-fields.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { actsOn, addAgent, expectRefused, ownWorld, platformAdmin, providerRecord } from '#tests/calls.ts'
import { moveTalkClock, passTalkTime } from '../../../kit/conversations/conversations.ts'
import { tablesWith } from '../../../kit/world/tables-with.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const ada = await platformAdmin(world)
await ada.client.call(voice.giveVoiceConsent, { body: {} })

const words = { systemPrompt: 'You speak of trywords only.', firstMessage: 'Trywords, hello.', voiceId: 'miles' }
const keptWords = async (id: string) =>
  (await world.sql<{ kept: unknown }>('select test_words as kept from voice_session where id = $1', [id]))[0]?.kept
const start = (id: string, tried: object = words) =>
  ada.client.call(testAgent, { params: { id }, body: { words: tried as typeof words } })
const end = (id: string) => ada.client.call(voice.endConversation, { params: { id }, body: {} })
const read = (id: string) => ada.client.call(adminAgents.readAdminAgent, { params: { id } })

it('a test is spoken with words that are not saved, and leaves none', async () => {
  const id = await addAgent(world, { systemPrompt: 'Saved words', firstMessage: 'Saved hello.' })
  const { syncState: _state, elevenLabsAgentId: _id, ...before } = await read(id)
  const started = await start(id)
  const { voiceId: _voice, ...spoken } = words
  expect(await keptWords(started.id)).toEqual({ ...spoken, providerVoiceId: 'rms' })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  expect((await client.next('agent_response')).event).toMatchObject({ agent_response: words.firstMessage })
  expect(await keptWords(started.id)).toBeNull()
  await client.next('audio')
  await passTalkTime(world, 20, client)
  expect(await end(started.id)).toMatchObject({ status: 'completed', secondsCharged: 0 })
  const prompt = { prompt: expect.stringContaining(words.systemPrompt) as string }
  const told = { agent: { first_message: words.firstMessage, prompt }, tts: { voice_id: 'rms' } }
  const record = await providerRecord(world, started.conversationId)
  expect(record.conversation_initiation_client_data).toMatchObject({ conversation_config_override: told })
  expect(await read(id)).toMatchObject(before)
  expect((await actsOn(ada, 'agent', id))[0]).toMatchObject({ action: 'agent.test', before: null, after: null })
  expect(await tablesWith(world, 'trywords')).toEqual([])
  expect(fs.readFileSync(world.logFile, 'utf8').toLowerCase()).not.toContain('trywords')
})

it('a test that is never opened keeps none of its words', async () => {
  const started = await start(await addAgent(world))
  await end(started.id)
  expect(await keptWords(started.id)).toBeNull()
})

it('a test without a first message waits, and without a voice has the fallback', async () => {
  const id = await addAgent(world, { firstMessage: 'Saved hello.' })
  const started = await start(id, { systemPrompt: words.systemPrompt, firstMessage: '' })
  expect(await keptWords(started.id)).toMatchObject({ firstMessage: '', providerVoiceId: 'slt' })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'user_message', text: 'Good morning' })
  expect((await client.next('agent_response')).event.agent_response).not.toBe('Saved hello.')
  await end(started.id)
})

it('a test takes only what could be saved', async () => {
  const id = await addAgent(world)
  for (const [field, wrong] of [
    ['words.systemPrompt', { systemPrompt: 'x'.repeat(agentLimits.systemPrompt + 1) }],
    ['words.firstMessage', { firstMessage: 'x'.repeat(agentLimits.firstMessage + 1) }],
    ['voiceId', { voiceId: 'nobody' }],
  ] as const)
    await expectRefused(testAgent, [ada, { params: { id }, body: { words: { ...words, ...wrong } } }, 400, { field }])
  expect(await world.sql('select id from voice_session where agent_id = $1', [id])).toEqual([])
})
