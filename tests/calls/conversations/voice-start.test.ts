import { describe, expect, it } from 'vitest'
import * as agents from '#contract/agents/agents.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, ownWorld, registered, setBalance, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

const start = (person: TestPerson, agent = agentId) =>
  person.client.try(voice.startConversation, { body: { agentId: agent } })

async function rowsOf(person: TestPerson): Promise<string[]> {
  const rows = await world.sql<{ status: string }>('select status from voice_session where user_id = $1', [person.id])
  return rows.map((row) => row.status)
}

async function heldMs(person: TestPerson): Promise<number> {
  const [row] = await world.sql<{ held_ms: number }>('select held_ms from account where user_id = $1', [person.id])
  return row?.held_ms ?? -1
}

/** Returns what a refused start answers and leaves behind. */
async function refusal(person: TestPerson, agent: string): Promise<object> {
  const reply = await start(person, agent)
  return { status: reply.status, code: reply.body.code, rows: await rowsOf(person), heldMs: await heldMs(person) }
}

const untouched = { rows: [], heldMs: 0 }

describe('POST /api/sessions refuses in the order of D68', () => {
  it('a stranger with 401', async () => {
    const reply = await world.visitor().try(voice.startConversation, { body: { agentId } })
    expect(reply.status).toBe(401)
  })

  it('agents that the person may not see with 404, before anything else', async () => {
    const person = await registered(world)
    const hidden = await addAgent(world, { isPrivate: true })
    const archived = await addAgent(world)
    await world.sql('update agent set is_active = false where id = $1', [archived])
    for (const agent of [crypto.randomUUID(), hidden, archived]) {
      expect(await refusal(person, agent)).toEqual({ status: 404, code: 'agent_not_found', ...untouched })
    }
  })

  it('without a subscription 403, before the lock of a premium agent', async () => {
    const person = await registered(world)
    const premium = await addAgent(world, { isPremium: true })
    expect(await refusal(person, premium)).toEqual({ status: 403, code: 'subscription_required', ...untouched })
  })

  it('a locked agent 403, then a paused one 409, then missing consent 403 (D54)', async () => {
    const person = await subscriber(world)
    await world.sql('update users set voice_consent_version = null where id = $1', [person.id])
    const premium = await addAgent(world, { isPremium: true })
    expect(await refusal(person, premium)).toEqual({ status: 403, code: 'agent_locked', ...untouched })
    await person.client.call(agents.unlockAgent, { params: { agentId: premium } })
    await world.sql('update agent set is_active = false where id = $1', [premium])
    expect(await refusal(person, premium)).toEqual({ status: 409, code: 'agent_paused', ...untouched })
    await world.sql('update agent set is_active = true where id = $1', [premium])
    expect(await refusal(person, premium)).toEqual({ status: 403, code: 'consent_required', ...untouched })
    await person.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
    expect((await start(person, premium)).status).toBe(201)
  })

  it('a second conversation 409 with the id of the first (D74)', async () => {
    const person = await subscriber(world)
    const first = await person.client.call(voice.startConversation, { body: { agentId } })
    const reply = await person.client.request<{ sessionId: string; code: string }>('POST', '/api/sessions', { agentId })
    expect(reply).toMatchObject({ status: 409, body: { code: 'session_active', sessionId: first.id } })
    await person.client.call(voice.endConversation, { params: { id: first.id }, body: {} })
    expect((await start(person)).status).toBe(201)
  })

  it('more than 10 uncharged conversations an hour 429, before the balance (D71)', async () => {
    const person = await subscriber(world)
    for (let count = 0; count < 10; count++) {
      const { id } = await person.client.call(voice.startConversation, { body: { agentId } })
      const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
      expect(ended).toMatchObject({ status: 'failed', endReason: 'user', creditsDeducted: 0 })
    }
    await setBalance(world, person.id, 59)
    const refused = await start(person)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_short_sessions' } })
    await world.sql("update voice_session set created_at = created_at - interval '61 minutes' where user_id = $1", [
      person.id,
    ])
    expect(await start(person)).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
    const lines = await person.client.call(voice.usage)
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatchObject({ creditsDeducted: 0, notes: 'Not charged: the conversation did not start' })
  })

  it('59 seconds 402 with the stated text; 60 are enough (D69, S223)', async () => {
    const person = await subscriber(world)
    await setBalance(world, person.id, 60)
    const enough = await start(person)
    expect(enough.status).toBe(201)
    expect(await heldMs(person)).toBe(60_000)
    await person.client.call(voice.endConversation, { params: { id: enough.body.id }, body: {} })
    const poor = await subscriber(world)
    await setBalance(world, poor.id, 59)
    const reply = await start(poor)
    expect(reply).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
    expect(reply.body.message).toContain('Insufficient credits')
    expect(await rowsOf(poor)).toEqual([])
    expect(await heldMs(poor)).toBe(0)
  })

  it.each([
    ['refuses the agent', { voiceFaults: (name: string) => ({ [name]: 'refuse' }), apiFault: {} }],
    ['fails', { voiceFaults: () => ({}), apiFault: { elevenlabs: 'error' } }],
  ])('a provider that %s: 503, nothing is held, nothing stays active', async (_, { voiceFaults, apiFault }) => {
    const person = await subscriber(world)
    const name = `Unwilling ${person.email}`
    const agent = await addAgent(world, { name })
    await world.control({ voiceFaults: voiceFaults(name), apiFault })
    const reply = await start(person, agent)
    await world.control({ voiceFaults: { [name]: null }, apiFault: { elevenlabs: null } })
    expect(reply).toMatchObject({ status: 503, body: { code: 'voice_unavailable' } })
    expect(await rowsOf(person)).toEqual(['failed'])
    expect(await heldMs(person)).toBe(0)
    expect((await start(person, agent)).status).toBe(201)
  })
})

describe('starting at the same time', () => {
  it('64 times by one person creates one conversation and 63 refusals that name it (D69, D74)', async () => {
    const person = await subscriber(world)
    const replies = await Promise.all(Array.from({ length: 64 }, () => start(person)))
    const started = replies.filter((reply) => reply.status === 201)
    expect(started).toHaveLength(1)
    const refused = replies.filter((reply) => reply.status === 409)
    expect(refused).toHaveLength(63)
    const named = new Set(refused.map((reply) => (reply.body as unknown as { sessionId: string }).sessionId))
    expect([...named]).toEqual([started[0]?.body.id])
    expect(await rowsOf(person)).toEqual(['active'])
    expect(await heldMs(person)).toBe(60_000)
  })
})
