import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as agents from '#contract/agents/agents.ts'
import * as ratings from '#contract/agents/ratings.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { actsOn, addAgent, askProvider, changeAgentAs, createAs, endedRow, endOf, endTalk } from '#tests/calls.ts'
import { expect, expectRefused, it, moveTalkClock, sharedWorld, passTalkTime, platformAdmin } from '#tests/calls.ts'
import { startHeardTalk, subscriber, tags, tickAt, VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
moveTalkClock(world, 0)
const [ada, bob, person] = [await platformAdmin(world), await platformAdmin(world), await subscriber(world)]
await ada.client.call(voice.giveVoiceConsent, { body: {} })

const create = (more: object = {}) => createAs(ada, more)
const change = (id: string, body: adminAgents.AgentChange) => changeAgentAs(ada, id, body)
const read = (id: string) => ada.client.call(adminAgents.readAdminAgent, { params: { id } })
const sync = (id: string) => ada.client.call(adminAgents.syncAgent, { params: { id } })
const atProvider = (id: string | null) => askProvider(world, 'GET', `/agents/${id}`)
const synced = { syncState: 'synced', syncError: null }

/** Checks the words and the greeting that the provider has of an agent. */
async function expectThere({ elevenLabsAgentId }: adminAgents.AdminAgent, words: string, more: object = {}) {
  const agent = { prompt: { prompt: expect.stringContaining(words) as string }, ...more }
  expect(await atProvider(elevenLabsAgentId)).toMatchObject({ conversation_config: { agent } })
}

async function idsThere(name: string): Promise<string[]> {
  const found = await askProvider(world, 'GET', `/agents?search=${encodeURIComponent(name)}`)
  const all = (found as { agents: { agent_id: string; name: string }[] }).agents
  return all.filter((agent) => agent.name === name).map(({ agent_id: id }) => id)
}

it('an agent is sent when it is created and changed, with what talks need', tags('D86 D90 D148'), async () => {
  const made = await create({ systemPrompt: 'First words', firstMessage: 'Hello' })
  expect(made).toMatchObject(synced)
  await expectThere(made, 'First words', { first_message: 'Hello' })
  const client_events = expect.arrayContaining(['interruption', 'agent_response_correction', 'ping']) as string[]
  expect(await atProvider(made.elevenLabsAgentId)).toMatchObject({
    name: made.name,
    conversation_config: { conversation: { max_duration_seconds: 7200, client_events } },
    platform_settings: {
      auth: { enable_auth: true },
      privacy: { record_voice: false, retention_days: 90 },
      overrides: { conversation_config_override: { conversation: { max_duration_seconds: true } } },
    },
  })
  const changed = await change(made.id, { systemPrompt: 'Second words' })
  expect(changed).toMatchObject({ syncState: 'synced', elevenLabsAgentId: made.elevenLabsAgentId })
  await expectThere(made, 'Second words')
  await Promise.all(['one', 'two', 'three', 'four'].map((systemPrompt) => change(made.id, { systemPrompt })))
  const stored = await read(made.id)
  expect(stored.syncState).toBe('synced')
  await expectThere(made, stored.systemPrompt)
})

it('a provider that is away never prevents saving, and gets it next time', tags('D148'), async () => {
  const made = await create({ systemPrompt: 'Before', firstMessage: 'Hello' })
  await world.control({ apiFault: { elevenlabs: 'error' } })
  const body = { systemPrompt: 'While it was away' }
  const syncError = 'The voice provider did not answer. Please try again.'
  expect(await change(made.id, body)).toMatchObject({ ...body, syncState: 'failed', syncError })
  const unborn = await create()
  expect(unborn).toMatchObject({ syncState: 'failed', elevenLabsAgentId: null })
  await world.control({ apiFault: { elevenlabs: null } })
  expect(await sync(unborn.id)).toMatchObject(synced)
  const talk = await startHeardTalk(person, made.id)
  talk.client.close()
  await endedRow(world, talk.id)
  await expectThere(made, body.systemPrompt)
  expect(await read(made.id)).toMatchObject(synced)
})

it('an agent is there once, also after a lost answer or a dead creator', tags('D148'), async () => {
  await world.control({ apiFault: { elevenlabs: 'lose_answer' } })
  const made = await create({ systemPrompt: 'Made unheard' })
  expect(made).toMatchObject({ syncState: 'failed', elevenLabsAgentId: null })
  await world.control({ apiFault: { elevenlabs: null } })
  const sent = await sync(made.id)
  expect(sent).toMatchObject(synced)
  expect(await idsThere(made.name)).toEqual([sent.elevenLabsAgentId])
  // The server that made it died, and its time is over soon.
  const agentId = await addAgent(world)
  await world.sql("update agent set making_until = now() + interval '0.2 seconds' where id = $1", [agentId])
  const talk = await startHeardTalk(person, agentId)
  talk.client.close()
  await endedRow(world, talk.id)
  const done = 'select from agent where id = $1 and eleven_labs_agent_id is not null and making_until is null'
  expect(await world.sql(done, [agentId])).toHaveLength(1)
})

it('an agent is there once, even when several people start with it at once', tags('D148'), async () => {
  const agentId = await addAgent(world, { name: 'Wanted at once' })
  const people = await Promise.all(Array.from({ length: 4 }, () => subscriber(world)))
  const provider = world.services.voice
  const { findAgent } = provider
  provider.findAgent = async (agent) => {
    const found = await findAgent(agent)
    // Enough time for the others to look as well.
    for (let turn = 0; turn < 20; turn++) await world.visitor().request('GET', '/readyz')
    return found
  }
  await Promise.all(people.map(({ client }) => client.call(voice.startConversation, { body: { agentId } })))
  provider.findAgent = findAgent
  expect(await idsThere('Wanted at once')).toHaveLength(1)
  expect(await world.sql('select making_until from agent where id = $1', [agentId])).toEqual([{ making_until: null }])
})

it('a job sends agents once the provider is back', tags('D148'), async () => {
  await world.control({ apiFault: { elevenlabs: 'error' } })
  const unborn = await create({ systemPrompt: 'Born late' })
  await world.control({ apiFault: { elevenlabs: null } })
  await expect.poll(async () => (await read(unborn.id)).syncState).toBe('synced')
  await expectThere(await read(unborn.id), 'Born late')
})

it('an id that the provider does not know is reported, and not tried by a job', tags('D148'), async () => {
  const elevenLabsAgentId = 'agent_of_nobody'
  const made = await create({ elevenLabsAgentId })
  const syncError = 'The voice provider does not know this agent ID. Please check it.'
  expect(made).toMatchObject({ elevenLabsAgentId, syncState: 'failed', syncError })
  const jobs = "select from pgboss.job where name = 'agent-sync' and data ->> 'agentId' = $1"
  expect(await world.sql(jobs, [made.id])).toEqual([])
})

async function test(id: string) {
  const started = await ada.client.call(testAgent, { params: { id }, body: {} })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  await client.next('audio')
  return { id: started.id, client }
}

it('a test charges nobody and is counted nowhere, even without minutes', tags('D56'), async () => {
  const agentId = await addAgent(world)
  await change(agentId, { isActive: false })
  const { id, client } = await test(agentId)
  await passTalkTime(world, 150, client)
  await tickAt(client, 150)
  expect((await ada.client.call(currentUser)).balanceSeconds).toBe(0)
  expect(await endTalk(ada, id)).toMatchObject({ status: 'completed', secondsCharged: 0 })
  expect(await endedRow(world, id)).toMatchObject({ charged_ms: 0 })
  const { note } = await ada.client.call(voice.myConversation, { params: { id } })
  expect(note).toBe('Not charged: test conversation')
  expect(await ada.client.call(voice.userStats)).toMatchObject({ totalSessions: 0, minutesUsed: 0 })
  expect(await ada.client.call(ratings.ratings)).toEqual([])
  const listed = (await ada.client.call(agents.agents)).find((agent) => agent.id === agentId)
  expect(listed?.sessionCount).toBe(0)
  expect((await actsOn(ada, 'agent', agentId))[0]).toMatchObject({ action: 'agent.test' })
})

it('a test needs consent and an agent, is one at a time, and may be repeated', tags('D56'), async () => {
  const agentId = await addAgent(world)
  const params = { id: agentId }
  const unknown = { params: { id: crypto.randomUUID() }, body: {} }
  await expectRefused(
    testAgent,
    [bob, { params, body: {} }, 403, 'consent_required'],
    [ada, unknown, 404, 'agent_not_found'],
  )
  for (let count = 0; count < 12; count++) {
    const { id } = await ada.client.call(testAgent, { params, body: {} })
    if (count === 0) await expectRefused(testAgent, [ada, { params, body: {} }, 409, 'session_active'])
    await endTalk(ada, id)
  }
  await expectRefused(voice.startConversation, [ada, { body: { agentId } }, 402, 'insufficient_credits'])
  await world.control({ apiFault: { elevenlabs: 'error' } })
  await expectRefused(testAgent, [ada, { params, body: {} }, 503, 'voice_unavailable'])
  await world.control({ apiFault: { elevenlabs: null } })
})

it('a test ends after five minutes', tags('D63'), async () => {
  const { id, client } = await test(await addAgent(world))
  await passTalkTime(world, 149, client)
  client.send({ type: 'user_message', text: 'A plan, please' })
  await client.next('agent_response')
  await passTalkTime(world, 150, client)
  await tickAt(client, 299)
  expect(client.kinds()).not.toContain('session_ended')
  moveTalkClock(world, 1)
  expect(await endOf(client)).toMatchObject({ reason: 'limit', used_seconds: 0 })
  expect(await endedRow(world, id)).toMatchObject({ end_reason: 'limit', charged_ms: 0 })
})
