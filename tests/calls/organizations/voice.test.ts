import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as kit from '#tests/calls.ts'
import { assign, describe, expect, expectRefused, it, member, startHeardTalk, switchTo, tags } from '#tests/calls.ts'

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

const start = ({ client }: kit.TestPerson, agentId: string) =>
  client.try(voice.startConversation, { body: { agentId } })
const end = ({ client }: kit.TestPerson, id: string) => client.call(voice.endConversation, { params: { id }, body: {} })
const meOf = ({ client }: kit.TestPerson) => client.call(currentUser)

async function firmWithAgent(minutes = 500): Promise<{ firm: kit.TestOrganization; agentId: string }> {
  const [firm, agentId] = [await kit.organization(world, { minutes }), await kit.addAgent(world, { isPrivate: true })]
  await assign(world, firm, agentId)
  return { firm, agentId }
}

describe('talking in an organization', () => {
  it('charges its pool by the seconds measured, and nothing of the person', tags('D30 D68'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const person = await kit.subscriber(world)
    await kit.join(world, person, firm.id)
    await switchTo(person, firm.id)
    const own = (await meOf(person)).creditBalance
    const talk = await startHeardTalk(person, agentId)
    await kit.passTalkTime(world, 20, talk.client)
    await kit.tickAt(talk.client, 20)
    expect((await meOf(person)).organizationCredits).toBeLessThan(500 - 19 / 60)
    await end(person, talk.id)
    const { charged_ms: charged } = await kit.endedRow(world, talk.id)
    expect(charged).toBeGreaterThanOrEqual(20_000)
    expect(charged % 1000).toBe(0)
    const after = await meOf(person)
    expect(after.creditBalance).toBe(own)
    expect(after.organizationCredits).toBeCloseTo(500 - charged / 60_000, 3)
    const select = 'select user_id, agent_id, charged_ms from organization_usage where organization_id = $1'
    expect(await world.sql(select, [firm.id])).toEqual([{ user_id: person.id, agent_id: agentId, charged_ms: charged }])
    // The same agent is not available when they work for themselves.
    await switchTo(person, null)
    await expectRefused(voice.startConversation, [person, { body: { agentId } }, 404, 'agent_not_found'])
  })

  it('adds the organization’s instructions to the prompt of its own calls only', tags('D127'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const { firm: other } = await firmWithAgent()
    await assign(world, firm, agentId, 'standard', 'Always mention the blue handbook.')
    await assign(world, other, agentId)
    const promptOf = async (person: kit.TestPerson) => {
      const talk = await startHeardTalk(person, agentId)
      await end(person, talk.id)
      const record = await kit.providerRecord(world, talk.conversationId)
      return JSON.stringify(record.conversation_initiation_client_data)
    }
    const told = await promptOf(await member(world, firm.id))
    expect(told).toContain('SECRET-PROMPT-OF-TESTS')
    expect(told).toContain('Always mention the blue handbook.')
    expect(await promptOf(await member(world, other.id))).not.toContain('prompt')
  })

  it('is refused for agents above the rank and unassigned or paused ones', tags('S320 D68 D124'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const [premium, unassigned] = [await kit.addAgent(world), await kit.addAgent(world)]
    await assign(world, firm, premium, 'premium')
    const person = await member(world, firm.id)
    await world.sql('update agent set is_active = false where id = $1', [agentId])
    await expectRefused(
      voice.startConversation,
      [person, { body: { agentId: premium } }, 404, 'agent_not_found'],
      [person, { body: { agentId: unassigned } }, 404, 'agent_not_found'],
      [person, { body: { agentId } }, 409, 'agent_paused'],
    )
  })

  it('ends with the organization: no start, and nothing else pays instead', tags('D68 D129 D130'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const poor = await firmWithAgent(0.5)
    const payer = await kit.subscriber(world)
    for (const { id } of [firm, poor.firm]) await kit.join(world, payer, id)
    const setStatus = (status: string) =>
      world.sql('update organization set subscription_status = $1 where id = $2', [status, firm.id])
    await switchTo(payer, firm.id)
    await setStatus('canceled')
    const ended = { code: 'organization_inactive', message: "Your organization's access has ended." }
    await expectRefused(voice.startConversation, [payer, { body: { agentId } }, 403, ended])
    await setStatus('inactive')
    expect(await meOf(payer)).toMatchObject({ organizationId: firm.id, hasAccess: false, isOrganizationUnpaid: true })
    const unpaid = { code: 'organization_inactive', message: "Your organization hasn't paid yet." }
    await expectRefused(voice.startConversation, [payer, { body: { agentId } }, 403, unpaid])
    await switchTo(payer, poor.firm.id)
    const short = await start(payer, poor.agentId)
    expect([short.status, short.body.code]).toEqual([402, 'insufficient_credits'])
    expect(short.body.message).toContain('Insufficient credits')
    expect(await world.sql('select id from voice_session where user_id = $1', [payer.id])).toEqual([])
  })

  it('stops during a call once person, level, agent or organization forbid it', tags('D92'), async () => {
    const { firm, agentId } = await firmWithAgent()
    for (const change of [
      'organization_user set is_active = false where organization_id = $1',
      "organization_agent set access_level = 'premium' where organization_id = $1",
      'organization_agent set is_active = false where organization_id = $1',
      'organization set is_active = false where id = $1',
    ]) {
      const reset =
        "update organization_agent set is_active = true, access_level = 'standard' where organization_id = $1"
      await world.sql(reset, [firm.id])
      const person = await member(world, firm.id)
      const talk = await startHeardTalk(person, agentId)
      await world.sql(`update ${change}`, [firm.id])
      kit.moveTalkClock(world, 5)
      expect((await talk.client.next('session_ended')).event.reason).toBe('access')
      expect(await kit.endedRow(world, talk.id)).toMatchObject({ end_reason: 'access' })
    }
  })
})

it('fifty members who start at once get exactly what the pool covers', tags('D69'), async () => {
  const { firm, agentId } = await firmWithAgent(10)
  const people: kit.TestPerson[] = []
  for (let i = 0; i < 50; i++) people.push(await member(world, firm.id))
  const replies = await Promise.all(people.map((person) => start(person, agentId)))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(40)
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([402, 'insufficient_credits'])
    expect(body.message).toMatch(/^Insufficient credits: your organization's minutes/)
  }
  const [pool] = await world.sql('select purchased_ms, held_ms from account where id = $1', [firm.accountId])
  expect(pool).toMatchObject({ purchased_ms: 600_000, held_ms: 600_000 })
  expect(await world.sql('select id from voice_session where organization_id = $1', [firm.id])).toHaveLength(10)
})
