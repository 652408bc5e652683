import { describe, expect, it } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as agents from '#contract/agents/agents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as ratings from '#contract/agents/ratings.ts'
import * as voice from '#contract/conversations/voice.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  askProvider,
  endedRow,
  moveTalkClock,
  passTalkTime,
  startHeardTalk,
  tickAt,
} from '../../kit/conversations/conversations.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const ada = await platformAdmin(world)
await ada.client.call(voice.giveVoiceConsent, { body: {} })

let count = 0
const plain = (more: object = {}) => ({ name: `Talker ${++count}`, description: 'D', category: 'Systems', ...more })
const create = (more: object = {}) => ada.client.call(adminAgents.createAgent, { body: plain(more) })

interface AtProvider {
  name: string
  conversation_config: { agent: { first_message: string; prompt: { prompt: string } } }
}
const atProvider = async (id: string | null) => (await askProvider(world, 'GET', `/agents/${id}`)) as AtProvider
const promptOf = async ({ elevenLabsAgentId }: { elevenLabsAgentId: string | null }) =>
  (await atProvider(elevenLabsAgentId)).conversation_config.agent.prompt.prompt

describe("the provider's copy of an agent (D148)", () => {
  it('is what was saved: created with the agent, changed with it', async () => {
    const made = await create({ systemPrompt: 'First words', firstMessage: 'Hello' })
    expect(made).toMatchObject({ syncState: 'synced', syncError: null })
    expect(await promptOf(made)).toContain('First words')
    expect(await atProvider(made.elevenLabsAgentId)).toMatchObject({
      name: made.name,
      conversation_config: { agent: { first_message: 'Hello' } },
    })
    const body = { systemPrompt: 'Second words' }
    const changed = await ada.client.call(adminAgents.changeAgent, { params: { id: made.id }, body })
    expect(changed).toMatchObject({ syncState: 'synced', elevenLabsAgentId: made.elevenLabsAgentId })
    expect(await promptOf(made)).toContain('Second words')
  })

  it('never prevents saving: the error is shown, and the next attempt or conversation updates it', async () => {
    const made = await create({ systemPrompt: 'Before', firstMessage: 'Hello' })
    await world.control({ apiFault: { elevenlabs: 'error' } })
    const [params, body] = [{ id: made.id }, { systemPrompt: 'While it was away' }]
    const changed = await ada.client.call(adminAgents.changeAgent, { params, body })
    const syncError = 'The voice provider did not answer. Please try again.'
    expect(changed).toMatchObject({ ...body, syncState: 'failed', syncError })
    const unborn = await create()
    expect(unborn).toMatchObject({ syncState: 'failed', elevenLabsAgentId: null })
    await world.control({ apiFault: { elevenlabs: null } })
    const synced = await ada.client.call(adminAgents.syncAgent, { params: { id: unborn.id } })
    expect(synced).toMatchObject({ syncState: 'synced', syncError: null })
    const person = await subscriber(world)
    const talk = await startHeardTalk(person, made.id)
    talk.client.close()
    expect(await promptOf(made)).toContain(body.systemPrompt)
    expect(await ada.client.call(adminAgents.readAdminAgent, { params })).toMatchObject({ syncState: 'synced' })
  })

  it('is a single one, even when the answer to its creation was lost', async () => {
    await world.control({ apiFault: { elevenlabs: 'lose_answer' } })
    const made = await create({ systemPrompt: 'Made unheard' })
    expect(made).toMatchObject({ syncState: 'failed', elevenLabsAgentId: null })
    await world.control({ apiFault: { elevenlabs: null } })
    const synced = await ada.client.call(adminAgents.syncAgent, { params: { id: made.id } })
    expect(synced).toMatchObject({ syncState: 'synced', syncError: null })
    const there = (await askProvider(world, 'GET', `/agents?search=${encodeURIComponent(made.name)}`)) as {
      agents: { agent_id: string; name: string }[]
    }
    const same = there.agents.filter(({ name }) => name === made.name)
    expect(same.map(({ agent_id: id }) => id)).toEqual([synced.elevenLabsAgentId])
  })

  it('is a single one, even when several people start at once with an agent that was never sent', async () => {
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
    const starts = people.map(({ client }) => client.try(voice.startConversation, { body: { agentId } }))
    const statuses = (await Promise.all(starts)).map(({ status }) => status)
    provider.findAgent = findAgent
    expect(statuses).toEqual([201, 201, 201, 201])
    const there = (await askProvider(world, 'GET', '/agents?search=Wanted%20at%20once')) as { agents: unknown[] }
    expect(there.agents).toHaveLength(1)
    expect(await world.sql('select making_until from agent where id = $1', [agentId])).toEqual([{ making_until: null }])
  })

  it("is created by the next request when its creator died, once that server's time is over", async () => {
    const agentId = await addAgent(world, { name: 'Left in the middle' })
    await world.sql("update agent set making_until = now() + interval '2 seconds' where id = $1", [agentId])
    const person = await subscriber(world)
    const talk = await startHeardTalk(person, agentId)
    talk.client.close()
    const [row] = await world.sql<{ made: boolean }>(
      'select eleven_labs_agent_id is not null and making_until is null as made from agent where id = $1',
      [agentId],
    )
    expect(row?.made).toBe(true)
  })

  it('is updated by a job once the provider is back, without a request', async () => {
    const made = await create({ systemPrompt: 'Before' })
    await world.control({ apiFault: { elevenlabs: 'error' } })
    const params = { id: made.id }
    await ada.client.call(adminAgents.changeAgent, { params, body: { systemPrompt: 'After' } })
    const unborn = await create({ systemPrompt: 'Born late' })
    await world.control({ apiFault: { elevenlabs: null } })
    for (const { id } of [made, unborn]) {
      const state = async () => (await ada.client.call(adminAgents.readAdminAgent, { params: { id } })).syncState
      await expect.poll(state).toBe('synced')
    }
    expect(await promptOf(made)).toContain('After')
    const born = await ada.client.call(adminAgents.readAdminAgent, { params: { id: unborn.id } })
    expect(await promptOf(born)).toContain('Born late')
  }, 30_000)

  it('has the limits and events that conversations need, and keeps no sound (D86, D90)', async () => {
    const { elevenLabsAgentId } = await create()
    expect(await atProvider(elevenLabsAgentId)).toMatchObject({
      conversation_config: {
        conversation: {
          max_duration_seconds: 7200,
          client_events: expect.arrayContaining(['interruption', 'agent_response_correction', 'ping']),
        },
      },
      platform_settings: {
        auth: { enable_auth: true },
        privacy: { record_voice: false, retention_days: 90 },
        overrides: { conversation_config_override: { conversation: { max_duration_seconds: true } } },
      },
    })
  })

  it('is not retried by a job when the provider has refused it', async () => {
    const made = await create({ elevenLabsAgentId: 'agent_of_nobody_else' })
    const jobs = await world.sql("select from pgboss.job where name = 'agent-sync' and data ->> 'agentId' = $1", [
      made.id,
    ])
    expect([made.syncState, jobs]).toEqual(['failed', []])
  })

  it('reports when the typed id is unknown there', async () => {
    const made = await create({ elevenLabsAgentId: 'agent_of_nobody' })
    expect(made).toMatchObject({
      elevenLabsAgentId: 'agent_of_nobody',
      syncState: 'failed',
      syncError: 'The voice provider does not know this agent ID. Please check it.',
    })
  })

  it('ends as the last of several changes at once', async () => {
    const { id, elevenLabsAgentId } = await create()
    const texts = ['one', 'two', 'three', 'four']
    await Promise.all(
      texts.map((systemPrompt) => ada.client.call(adminAgents.changeAgent, { params: { id }, body: { systemPrompt } })),
    )
    const stored = await ada.client.call(adminAgents.readAdminAgent, { params: { id } })
    expect(stored.syncState).toBe('synced')
    expect(await promptOf({ elevenLabsAgentId })).toContain(stored.systemPrompt)
  })
})

describe('a test conversation (D56)', () => {
  it('charges nobody and is counted nowhere, even with an inactive agent and without minutes', async () => {
    const id = await addAgent(world)
    await ada.client.call(adminAgents.changeAgent, { params: { id }, body: { isActive: false } })
    const started = await ada.client.call(testAgent, { params: { id }, body: {} })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    client.send({ type: 'conversation_initiation_client_data' })
    await client.next('audio')
    await passTalkTime(world, 150, client)
    await tickAt(client, 150)
    expect((await ada.client.call(currentUser)).balanceSeconds).toBe(0)
    const ended = await ada.client.call(voice.endConversation, { params: { id: started.id }, body: {} })
    expect(ended).toMatchObject({ status: 'completed', secondsCharged: 0 })
    expect(await endedRow(world, started.id)).toMatchObject({ charged_ms: 0 })
    const { note } = await ada.client.call(voice.myConversation, { params: { id: started.id } })
    expect(note).toBe('Not charged: test conversation')
    expect(await ada.client.call(voice.userStats)).toMatchObject({ totalSessions: 0, minutesUsed: 0 })
    expect(await ada.client.call(ratings.ratings)).toEqual([])
    const listed = (await ada.client.call(agents.agents)).find((agent) => agent.id === id)
    expect(listed?.sessionCount).toBe(0)
    expect((await actsOn(ada, 'agent', id))[0]).toMatchObject({ action: 'agent.test' })
  }, 30_000)

  it('is a conversation like others: consent first, one at a time, 404 for an unknown agent', async () => {
    const bob = await platformAdmin(world)
    const id = await addAgent(world)
    const test = (by: TestPerson, agentId: string) => by.client.try(testAgent, { params: { id: agentId }, body: {} })
    expect((await test(bob, id)).body.code).toBe('consent_required')
    expect((await test(ada, crypto.randomUUID())).body.code).toBe('agent_not_found')
    const first = await test(ada, id)
    expect(first.status).toBe(201)
    const second = await test(ada, id)
    expect([second.status, second.body.code]).toEqual([409, 'session_active'])
    await ada.client.call(voice.endConversation, { params: { id: first.body.id }, body: {} })
    await world.control({ apiFault: { elevenlabs: 'error' } })
    expect((await test(ada, id)).body.code).toBe('voice_unavailable')
    await world.control({ apiFault: { elevenlabs: null } })
  })

  it('ends after five minutes (D63)', async () => {
    const started = await ada.client.call(testAgent, { params: { id: await addAgent(world) }, body: {} })
    const client = new VoiceClient(started.signedUrl)
    await client.opened
    await client.next('audio')
    await passTalkTime(world, 149, client)
    client.send({ type: 'user_message', text: 'A plan, please' })
    await client.next('agent_response')
    await passTalkTime(world, 150, client)
    await tickAt(client, 299)
    expect(client.kinds()).not.toContain('session_ended')
    moveTalkClock(world, 1)
    expect((await client.next('session_ended')).event).toEqual({ reason: 'limit', used_seconds: 0 })
    expect(await endedRow(world, started.id)).toMatchObject({ end_reason: 'limit', charged_ms: 0 })
  })

  it('may be repeated any number of times in an hour', async () => {
    const id = await addAgent(world)
    for (let i = 0; i < 12; i++) {
      const started = await ada.client.call(testAgent, { params: { id }, body: {} })
      await ada.client.call(voice.endConversation, { params: { id: started.id }, body: {} })
    }
    const real = await ada.client.try(voice.startConversation, { body: { agentId: id } })
    expect(real.body.code).toBe('insufficient_credits')
  })
})
