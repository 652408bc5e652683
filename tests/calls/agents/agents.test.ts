import { describe, expect, it } from 'vitest'
import * as agents from '#contract/agents/agents.ts'
import {
  addAgent,
  ownWorld,
  platformAdmin,
  registered,
  subscriber,
  type TestClient,
  type TestPerson,
} from '#tests/calls.ts'

const ids = { free: '', premium: '', paused: '', hidden: '' }

const world = await ownWorld({}, { breaksBooks: true })
ids.free = await addAgent(world, { name: 'bravo Free', category: 'Sales', imageUrl: '/agents/bravo.webp' })
ids.premium = await addAgent(world, { name: 'Alpha Premium', isPremium: true, ratingTenths: 46 })
ids.paused = await addAgent(world, { name: 'Charlie Paused', isPremium: true })
ids.hidden = await addAgent(world, { name: 'Delta Private', isPrivate: true })
await world.sql('update agent set is_active = false where id = $1', [ids.paused])

async function namesFor(person: TestPerson): Promise<string[]> {
  return (await person.client.call(agents.agents)).map((agent) => agent.name)
}

function unlock(person: TestPerson, agentId: string) {
  return person.client.try(agents.unlockAgent, { params: { agentId } })
}

function unlocksOf(person: TestPerson) {
  return world.sql<{ agent_id: string }>('select agent_id from user_agent_unlock where user_id = $1', [person.id])
}

describe('GET /api/agents (D53 [S])', () => {
  it('shows every signed-in person the active public agents by name, subscribed or not (D166)', async () => {
    expect(await namesFor(await registered(world))).toEqual(['Alpha Premium', 'bravo Free'])
    expect(await namesFor(await subscriber(world))).toEqual(['Alpha Premium', 'bravo Free'])
  })

  it('shows a platform admin all agents', async () => {
    expect(await namesFor(await platformAdmin(world))).toEqual([
      'Alpha Premium',
      'bravo Free',
      'Charlie Paused',
      'Delta Private',
    ])
  })

  it('returns exactly the public fields: no prompt, no provider id, no price, no creator (S605)', async () => {
    const person = await registered(world)
    const reply = await person.client.try(agents.agents)
    expect(JSON.stringify(reply.body)).not.toMatch(/SECRET-PROMPT|eleven|price|creat|prompt/i)
    expect(reply.body.find((agent) => agent.id === ids.free)).toEqual({
      id: ids.free,
      name: 'bravo Free',
      description: 'Helps in tests',
      category: 'Sales',
      imageUrl: '/agents/bravo.webp',
      isPremium: false,
      isActive: true,
      isUnlocked: true,
      rating: 4.9,
      ratingSource: 'editorial',
      sessionCount: 0,
      ratingCount: 0,
      greetingUrl: null,
      greeting: null,
    })
    const premium = reply.body.find((agent) => agent.id === ids.premium)
    expect(premium).toMatchObject({ isPremium: true, isUnlocked: false, rating: 4.6 })
  })

  it("keeps a person's unlocked agent that was paused, marked as paused (D54)", async () => {
    const person = await subscriber(world)
    await world.sql('insert into user_agent_unlock (user_id, agent_id, unlocked_at) values ($1, $2, now())', [
      person.id,
      ids.paused,
    ])
    const paused = (await person.client.call(agents.agents)).find((agent) => agent.id === ids.paused)
    expect(paused).toMatchObject({ isActive: false, isUnlocked: true })
    expect(await namesFor(await subscriber(world))).not.toContain('Charlie Paused')
  })

  it('counts conversations that were charged (S079, D56, D189)', async () => {
    const [person, agentId] = [await subscriber(world), await addAgent(world, { name: 'Echo Counted' })]
    const rows: [string, number, number][] = [
      ['completed', 10_000, 10_000],
      ['abandoned', 61_000, 61_000],
      ['completed', 9_999, 0],
      ['failed', 60_000, 0],
    ]
    for (const [status, usedMs, chargedMs] of rows) {
      await world.sql(
        `insert into voice_session (user_id, account_id, agent_id, status, conversation_id, gateway_id, used_ms,
           charged_ms, created_at, last_tick_at, ended_at)
         select $1, account.id, $2, $3, 'c', 0, $4, $5, now(), now(), now() from account where user_id = $1`,
        [person.id, agentId, status, usedMs, chargedMs],
      )
    }
    const agent = (await person.client.call(agents.agents)).find(({ id }) => id === agentId)
    expect(agent?.sessionCount).toBe(2)
  })
})

describe('GET /api/agents/{agentId} (D53 [S], D55)', () => {
  const page = (client: TestClient, agentId: string) => client.try(agents.agentPage, { params: { agentId } })

  it('shows everybody an active public agent, how it begins and its sample answers, never its prompt', async () => {
    const sampleConversation = [{ question: 'Where do I start?', answer: 'With one step.' }]
    const agentId = await addAgent(world, { name: 'Foxtrot Shown', isPremium: true, sampleConversation })
    const person = await subscriber(world)
    for (const client of [world.visitor(), person.client]) {
      const reply = await page(client, agentId)
      expect(reply.body).toEqual({
        id: agentId,
        name: 'Foxtrot Shown',
        description: 'Helps in tests',
        category: 'Operations',
        imageUrl: null,
        isPremium: true,
        isActive: true,
        isUnlocked: false,
        rating: 4.9,
        ratingSource: 'editorial',
        ratingCount: 0,
        greetingUrl: null,
        greeting: null,
        sessionCount: 0,
        managesDocuments: false,
        firstMessage: 'Hello, how can I help?',
        sampleConversation: sampleConversation.map((turn) => ({
          ...turn,
          audioUrl: null,
          sound: null,
          questionSound: null,
        })),
      })
    }
    await unlock(person, agentId)
    expect((await page(person.client, agentId)).body.isUnlocked).toBe(true)
    expect((await page(world.visitor(), agentId)).body.isUnlocked).toBe(false)
  })

  it('is 404 for paused, private, unknown and impossible agents, except for admins and people who unlocked it', async () => {
    const person = await subscriber(world)
    for (const agentId of [ids.paused, ids.hidden, crypto.randomUUID(), 'no-id']) {
      expect((await page(person.client, agentId)).status).toBe(404)
      expect((await page(world.visitor(), agentId)).status).toBe(404)
    }
    expect((await page((await platformAdmin(world)).client, ids.hidden)).status).toBe(200)
    await world.sql('insert into user_agent_unlock (user_id, agent_id, unlocked_at) values ($1, $2, now())', [
      person.id,
      ids.paused,
    ])
    expect((await page(person.client, ids.paused)).body).toMatchObject({ isActive: false, isUnlocked: true })
  })
})

describe('POST /api/user/unlock-agent/{agentId} (D52, S131)', () => {
  it('requires access and a session (D10 [S])', async () => {
    const stranger = await world.visitor().try(agents.unlockAgent, { params: { agentId: ids.premium } })
    expect(stranger.status).toBe(401)
    const person = await registered(world)
    const reply = await unlock(person, ids.premium)
    expect([reply.status, reply.body.code]).toEqual([403, 'subscription_required'])
    expect(await unlocksOf(person)).toEqual([])
  })

  it('unlocks once; repeats, even many at once, return the first date', async () => {
    const person = await subscriber(world)
    const replies = await Promise.all(Array.from({ length: 8 }, () => unlock(person, ids.premium)))
    await world.control({ advance: 'P1D' })
    replies.push(await unlock(person, ids.premium))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.body).toEqual({ agentId: ids.premium, unlockedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(await unlocksOf(person)).toEqual([{ agent_id: ids.premium }])
    expect(await person.client.call(agents.unlockedAgents)).toEqual([replies[0]?.body])
    const seen = (await person.client.call(agents.agents)).find((agent) => agent.id === ids.premium)
    expect(seen?.isUnlocked).toBe(true)
  })

  it('unlocks the agent only for the person', async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    await unlock(person, ids.premium)
    expect(await other.client.call(agents.unlockedAgents)).toEqual([])
    const seen = (await other.client.call(agents.agents)).find((agent) => agent.id === ids.premium)
    expect(seen?.isUnlocked).toBe(false)
  })

  it('answers 200 without a row for a free agent', async () => {
    const person = await subscriber(world)
    const reply = await unlock(person, ids.free)
    expect([reply.status, reply.body.agentId]).toEqual([200, ids.free])
    expect(await unlocksOf(person)).toEqual([])
  })

  it('is 404 for paused, private, unknown and impossible agents', async () => {
    const person = await subscriber(world)
    for (const agentId of [ids.paused, ids.hidden, crypto.randomUUID()]) {
      const reply = await unlock(person, agentId)
      expect([reply.status, reply.body.code]).toEqual([404, 'agent_not_found'])
    }
    for (const agentId of ['1', 'null', "' or true --", '%00']) expect((await unlock(person, agentId)).status).toBe(404)
    expect(await unlocksOf(person)).toEqual([])
  })

  it('costs a subscriber nothing', async () => {
    const person = await subscriber(world)
    await unlock(person, ids.premium)
    const rows = await world.sql(
      "select count(*)::int as n from entry join account on account.id = account_id where account.user_id = $1 and kind = 'usage'",
      [person.id],
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})
