import fs from 'node:fs'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { agentLimits } from '#contract/agents/agent-fields.ts'
import { criteria } from '#contract/agents/quality.ts'
import * as versions from '#contract/agents/versions.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { askForRecords } from '#server/conversations/provider-records.flow.ts'
import { VoiceUnavailable } from '#server/voice-provider/elevenlabs/requests.ts'
import * as kit from '#tests/calls.ts'
import { changeAgentAs, createAs, recordOf, sendRecord, storedRecord, tablesWith, talkFor } from '#tests/calls.ts'
import { VoiceClient } from '#tests/calls.ts'

const { addAgent, askProvider, endTalk, expect, it, passTalkTime, startHeardTalk } = kit
const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)
const [ada, person] = [await kit.platformAdmin(world), await kit.subscriber(world)]
await ada.client.call(voice.giveVoiceConsent, { body: {} })

const create = async () => (await createAs(ada, { systemPrompt: 'You help.', firstMessage: 'Hello.' })).id
const change = (id: string, body: adminAgents.AgentChange) => changeAgentAs(ada, id, body)

type Results = Partial<Record<string, unknown>>
const itemOf = ([id, result]: [string, unknown]) => ({ criteria_id: id, result, rationale: 'wordmark is private' })
const mapped = (results: Results) => ({
  analysis: {
    call_successful: 'success',
    transcript_summary: 'wordmark',
    evaluation_criteria_results: Object.fromEntries(Object.entries(results).map((one) => [one[0], itemOf(one)])),
  },
})
const all = { goal_met: 'success', stayed_in_role: 'failure', no_invented_facts: 'unknown' }
const send = (conversationId: string, more: object = mapped(all)) =>
  sendRecord(world, recordOf(conversationId, 20, more))

/** Returns success, failure and unknown of each criterion in their order, for all versions, newest first. */
async function counts(id: string): Promise<number[][][]> {
  const found = await ada.client.call(versions.agentVersions, { params: { id }, query: {} })
  return found.versions.map((version) => version.counts.map((one) => [one.success, one.failure, one.unknown]))
}
const none = criteria.map(() => [0, 0, 0])
const once = criteria.map((_, at) => [0, 1, 2].map((place) => Number(place === at)))

it('results count once for the version that was talked with, without a word', async () => {
  const id = await create()
  const first = await talkFor(world, person, id, 20)
  await change(id, { systemPrompt: 'You help more.' })
  await Promise.all(Array.from({ length: 8 }, () => send(first.conversationId)))
  await send(first.conversationId, mapped({ ...all, goal_met: 'failure' }))
  expect(await counts(id)).toEqual([none, once])
  const second = await talkFor(world, person, id, 20)
  await change(id, { price: '1.00' })
  const third = await talkFor(world, person, id, 20)
  for (const { conversationId } of [second, third]) await send(conversationId)
  expect(await counts(id)).toEqual([once.map((row) => row.map((figure) => figure * 2)), once])
  const columns = await world.sql<{ names: string }>(
    `select string_agg(column_name, ' ' order by column_name) as names from information_schema.columns
     where table_name = 'agent_quality'`,
  )
  expect(columns).toEqual([{ names: 'agent_id criterion failure revision success unknown' }])
  expect(await tablesWith(world, 'wordmark')).toEqual([])
  expect(fs.readFileSync(world.logFile, 'utf8')).not.toContain('wordmark')
})

it('results may lack, come only as a list, or be unreadable (B15)', async () => {
  const id = await create()
  const { conversationId, id: sessionId } = await talkFor(world, person, id, 20)
  for (const more of [
    {},
    { analysis: null },
    { analysis: 'nonsense' },
    { analysis: { call_successful: 'unknown', transcript_summary: '', evaluation_criteria_results: {} } },
    { analysis: { evaluation_criteria_results: [], evaluation_criteria_results_list: {} } },
    mapped({ goal_met: 'perhaps', of_somebody_else: 'success' }),
  ])
    expect((await send(conversationId, more)).status).toBe(200)
  expect(await storedRecord(world, sessionId)).toMatchObject({ provider_ms: 20_000 })
  expect(await counts(id)).toEqual([none])
  const list = Object.entries(all).map(itemOf)
  const analysis = { evaluation_criteria_results_list: list, scoped: [], newer: { key: 1 } }
  for (const more of [{ analysis }, mapped(all)]) {
    expect((await send(conversationId, more)).status).toBe(200)
    expect(await counts(id)).toEqual([once])
  }
})

it('results of our own question and of the webhook count once', async () => {
  await world.control({ voiceService: { processingSeconds: 0, webhooks: 'duplicate' } })
  const id = await create()
  const { conversationId, id: sessionId, client } = await startHeardTalk(person, id)
  client.send({ type: 'user_message', text: 'How do I begin?' })
  await client.next('agent_response')
  await passTalkTime(world, 20, client)
  await endTalk(person, sessionId)
  // Our question and the webhook race, and only one of them may count.
  const sums = async () => {
    await world.sql("update voice_session set provider_ask_at = now() - interval '1 day' where id = $1", [sessionId])
    await askForRecords(world.services)
    return (await counts(id))[0]?.map((figures) => figures.reduce((sum, figure) => sum + figure, 0))
  }
  await expect.poll(sums).toEqual([1, 1, 1])
  await send(conversationId)
  expect((await counts(id))[0]?.flat().reduce((sum, figure) => sum + figure, 0)).toBe(3)
  await world.control({ voiceService: { processingSeconds: 86_400, webhooks: 'deliver' } })
})

it('results count not for tests, free conversations, or before our settlement', async () => {
  const id = await create()
  const started = await ada.client.call(testAgent, { params: { id }, body: {} })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  await client.next('audio')
  await passTalkTime(world, 20, client)
  await endTalk(ada, started.id)
  const free = await talkFor(world, person, id, 5)
  expect(free.chargedMs).toBe(0)
  const live = await startHeardTalk(person, id)
  for (const { conversationId } of [started, free, live]) expect((await send(conversationId)).status).toBe(200)
  expect(await counts(id)).toEqual([none])
  await passTalkTime(world, 20, live.client)
  await endTalk(person, live.id)
  await send(live.conversationId)
  expect(await counts(id)).toEqual([once])
})

it('results count for the words that the provider had', async () => {
  const id = await create()
  const provider = world.services.voice
  const { updateAgent } = provider
  provider.updateAgent = async () => {
    throw new VoiceUnavailable('away')
  }
  await change(id, { systemPrompt: 'Not there yet.' })
  const { conversationId } = await talkFor(world, person, id, 20)
  provider.updateAgent = updateAgent
  await send(conversationId)
  expect(await counts(id)).toEqual([none, once])
})

interface AtProvider {
  platform_settings: { evaluation: { criteria: { id: string }[] }; analysis_items?: unknown }
}

it('admins learn of settings that replace our criteria of an agent', async () => {
  const { elevenLabsAgentId, id } = await createAs(ada)
  const path = `/agents/${elevenLabsAgentId}`
  const settings = ((await askProvider(world, 'GET', path)) as AtProvider).platform_settings
  expect(settings.evaluation.criteria.map((criterion) => criterion.id)).toEqual(criteria)
  expect(settings.analysis_items ?? null).toBeNull()
  const sync = () => ada.client.call(adminAgents.syncAgent, { params: { id } })
  const edited = { analysis_items: { evaluation_criteria: [] } }
  await askProvider(world, 'PATCH', path, { platform_settings: edited })
  const syncError = 'Sent, but ElevenLabs judges it by analysis items of its own. Please remove them there.'
  expect(await sync()).toMatchObject({ syncState: 'failed', syncError })
  expect(fs.readFileSync(world.logFile, 'utf8')).toContain('the voice provider judges an agent by settings of its own')
  const provider = world.services.voice
  const { updateAgent } = provider
  // The stand-in keeps values sent as null, so its answer is that of an agent without them.
  provider.updateAgent = async (...given) => ({ ...(await updateAgent(...given)), usesCriteria: true })
  expect(await sync()).toMatchObject({ syncState: 'synced', syncError: null })
  provider.updateAgent = updateAgent
})

const words = { systemPrompt: 'You speak of trywords only.', firstMessage: 'Trywords, hello.', voiceId: 'miles' }
const keptWords = async (id: string) =>
  (await world.sql<{ kept: unknown }>('select test_words as kept from voice_session where id = $1', [id]))[0]?.kept
const tryOut = (id: string, tried: object = words) =>
  ada.client.call(testAgent, { params: { id }, body: { words: tried as typeof words } })
const read = (id: string) => ada.client.call(adminAgents.readAdminAgent, { params: { id } })

it('a test is spoken with words that are not saved, and leaves none', async () => {
  const id = await addAgent(world, { systemPrompt: 'Saved words', firstMessage: 'Saved hello.' })
  const { syncState: _state, elevenLabsAgentId: _id, ...before } = await read(id)
  const started = await tryOut(id)
  const { voiceId: _voice, ...spoken } = words
  expect(await keptWords(started.id)).toEqual({ ...spoken, providerVoiceId: 'rms' })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  expect((await client.next('agent_response')).event).toMatchObject({ agent_response: words.firstMessage })
  expect(await keptWords(started.id)).toBeNull()
  await client.next('audio')
  await passTalkTime(world, 20, client)
  expect(await endTalk(ada, started.id)).toMatchObject({ status: 'completed', secondsCharged: 0 })
  const prompt = { prompt: expect.stringContaining(words.systemPrompt) as string }
  const told = { agent: { first_message: words.firstMessage, prompt }, tts: { voice_id: 'rms' } }
  const record = await kit.providerRecord(world, started.conversationId)
  expect(record.conversation_initiation_client_data).toMatchObject({ conversation_config_override: told })
  expect(await read(id)).toMatchObject(before)
  expect((await kit.actsOn(ada, 'agent', id))[0]).toMatchObject({ action: 'agent.test', before: null, after: null })
  expect(await tablesWith(world, 'trywords')).toEqual([])
  expect(fs.readFileSync(world.logFile, 'utf8').toLowerCase()).not.toContain('trywords')
})

it('a test without a first message waits, and one never opened keeps no words', async () => {
  const id = await addAgent(world, { firstMessage: 'Saved hello.' })
  const unopened = await tryOut(id)
  await endTalk(ada, unopened.id)
  expect(await keptWords(unopened.id)).toBeNull()
  // Without a voice it has the fallback.
  const started = await tryOut(id, { systemPrompt: words.systemPrompt, firstMessage: '' })
  expect(await keptWords(started.id)).toMatchObject({ firstMessage: '', providerVoiceId: 'slt' })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'user_message', text: 'Good morning' })
  expect((await client.next('agent_response')).event.agent_response).not.toBe('Saved hello.')
  await endTalk(ada, started.id)
})

it('a test takes only what could be saved', async () => {
  const id = await addAgent(world)
  for (const [field, wrong] of [
    ['words.systemPrompt', { systemPrompt: 'x'.repeat(agentLimits.systemPrompt + 1) }],
    ['words.firstMessage', { firstMessage: 'x'.repeat(agentLimits.firstMessage + 1) }],
    ['voiceId', { voiceId: 'nobody' }],
  ] as const) {
    const body = { words: { ...words, ...wrong } }
    await kit.expectRefused(testAgent, [ada, { params: { id }, body }, 400, { field }])
  }
  expect(await world.sql('select id from voice_session where agent_id = $1', [id])).toEqual([])
})
