import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, ownWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  assign,
  join,
  member,
  organization,
  switchTo,
  type TestOrganization,
} from '../../kit/organizations/organizations.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  providerRecord,
  startHeardTalk,
  tickAt,
} from '../../kit/conversations/conversations.ts'

const world = await ownWorld()
moveTalkClock(world, 0)

const start = (person: TestPerson, agentId: string) => person.client.try(voice.startConversation, { body: { agentId } })
const meOf = (person: TestPerson) => person.client.call(currentUser)

async function refusalOf(person: TestPerson, agentId: string): Promise<[number, string]> {
  const reply = await start(person, agentId)
  return [reply.status, reply.body.code]
}

async function firmWithAgent(minutes = 500): Promise<{ firm: TestOrganization; agentId: string }> {
  const [firm, agentId] = [await organization(world, { minutes }), await addAgent(world, { isPrivate: true })]
  await assign(world, firm, agentId)
  return { firm, agentId }
}

describe('talking in an organization', () => {
  it('charges its pool by the seconds measured, and nothing of the person (D30, D68)', async () => {
    const { firm, agentId } = await firmWithAgent()
    const person = await subscriber(world)
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    const own = (await meOf(person)).creditBalance
    const talk = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, talk.client)
    await tickAt(talk.client, 20)
    expect((await meOf(person)).organizationCredits).toBeLessThan(500 - 19 / 60)
    await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
    const { charged_ms: charged } = await endedRow(world, talk.id)
    expect(charged).toBeGreaterThanOrEqual(20_000)
    expect(charged % 1000).toBe(0)
    const after = await meOf(person)
    expect(after.creditBalance).toBe(own)
    expect(after.organizationCredits).toBeCloseTo(500 - charged / 60_000, 3)
    const [usage] = await world.sql<{ user_id: string; agent_id: string; charged_ms: string }>(
      'select user_id, agent_id, charged_ms from organization_usage where organization_id = $1',
      [firm.id],
    )
    expect(usage).toEqual({ user_id: person.id, agent_id: agentId, charged_ms: charged })
    // The same agent is not available when they work for themselves.
    await switchTo(person, null)
    expect(await refusalOf(person, agentId)).toEqual([404, 'agent_not_found'])
  }, 40_000)

  it('adds the organization’s instructions to the prompt of its own calls only (D127)', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const agentId = await addAgent(world)
    await assign(world, firm, agentId, 'standard', 'Always mention the blue handbook.')
    await assign(world, other, agentId)
    const promptOf = async (person: TestPerson) => {
      const talk = await startHeardTalk(person, agentId)
      await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
      const record = await providerRecord(world, talk.conversationId)
      return JSON.stringify(record.conversation_initiation_client_data)
    }
    const told = await promptOf(await member(world, firm.id))
    expect(told).toContain('SECRET-PROMPT-OF-TESTS')
    expect(told).toContain('Always mention the blue handbook.')
    expect(await promptOf(await member(world, other.id))).not.toContain('prompt')
  }, 40_000)

  it('is refused for agents above the rank and unassigned agents as for unknown ones (S320, D68, D124)', async () => {
    const { firm, agentId } = await firmWithAgent()
    const premium = await addAgent(world)
    await assign(world, firm, premium, 'premium')
    const person = await member(world, firm.id)
    expect(await refusalOf(person, premium)).toEqual([404, 'agent_not_found'])
    expect(await refusalOf(person, await addAgent(world))).toEqual([404, 'agent_not_found'])
    await world.sql('update agent set is_active = false where id = $1', [agentId])
    expect(await refusalOf(person, agentId)).toEqual([409, 'agent_paused'])
  })

  it('ends with the organization: no start, and nothing else pays instead (D68, D129)', async () => {
    const { firm, agentId } = await firmWithAgent()
    const payer = await subscriber(world)
    await join(world, payer, firm.id)
    await switchTo(payer, firm.id)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
    const reply = await start(payer, agentId)
    expect([reply.status, reply.body.code]).toEqual([403, 'organization_inactive'])
    expect(reply.body.message).toBe("Your organization's access has ended.")
    const poor = await firmWithAgent(0.5)
    await join(world, payer, poor.firm.id)
    await switchTo(payer, poor.firm.id)
    const short = await start(payer, poor.agentId)
    expect([short.status, short.body.code]).toEqual([402, 'insufficient_credits'])
    expect(short.body.message).toContain('Insufficient credits')
    expect(await world.sql('select id from voice_session where user_id = $1', [payer.id])).toEqual([])
  })

  it.each([
    ['the person is removed', 'update organization_user set is_active = false where user_id = $1'],
    [
      'the person’s level falls',
      "update organization_agent set access_level = 'premium' where organization_id in (select organization_id from organization_user where user_id = $1)",
    ],
    [
      'the agent is unassigned',
      'update organization_agent set is_active = false where organization_id in (select organization_id from organization_user where user_id = $1)',
    ],
    [
      'the organization ends',
      'update organization set is_active = false where id in (select organization_id from organization_user where user_id = $1)',
    ],
  ])(
    'stops during a call when %s (D92)',
    async (_why, change) => {
      const { firm, agentId } = await firmWithAgent()
      const person = await member(world, firm.id)
      const talk = await startHeardTalk(person, agentId)
      await world.sql(change, [person.id])
      moveTalkClock(world, 5)
      const ended = await talk.client.next('session_ended')
      expect(ended.event.reason).toBe('access')
      expect(await endedRow(world, talk.id)).toMatchObject({ end_reason: 'access' })
    },
    30_000,
  )
})

describe('fifty members who start at once', () => {
  it('get exactly what the pool covers; no balance is negative, and the others learn why (D69)', async () => {
    const { firm, agentId } = await firmWithAgent(10)
    const people: TestPerson[] = []
    for (let i = 0; i < 50; i++) people.push(await member(world, firm.id))
    const replies = await Promise.all(people.map((person) => start(person, agentId)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['402 insufficient_credits']),
    )
    for (const { body } of refused) expect(body.message).toMatch(/^Insufficient credits: your organization's minutes/)
    const [pool] = await world.sql('select purchased_ms, held_ms from account where id = $1', [firm.accountId])
    expect(pool).toMatchObject({ purchased_ms: 600_000, held_ms: 600_000 })
    const rows = await world.sql('select id from voice_session where organization_id = $1', [firm.id])
    expect(rows).toHaveLength(10)
  }, 120_000)
})
