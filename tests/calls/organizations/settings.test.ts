import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as settings from '#contract/organizations/settings.ts'
import * as transcripts from '#contract/conversations/transcripts.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import * as voice from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as kit from '#tests/calls.ts'
import { describe, endTalk, expect, expectRefused, expectWrong, it, member, startHeardTalk } from '#tests/calls.ts'
import { switchTo, tags } from '#tests/calls.ts'

// Settings of an organization, and how its people talk.

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

const change = ({ client }: kit.TestPerson, body: object) =>
  client.try(settings.changeOrganizationSettings, { query: {}, body })
const read = ({ client }: kit.TestPerson) => client.call(settings.organizationSettings, { query: {} })

it('admins read and change the profile, a field at a time', tags('D131'), async () => {
  const { owner } = await kit.organization(world)
  expect(await read(owner)).toMatchObject({ contactEmail: owner.email, websiteUrl: null, description: '' })
  const given = { name: ' New Name ', description: 'We sell boats.', contactEmail: 'Desk@Boats.test' }
  const stored = { name: 'New Name', description: 'We sell boats.', contactEmail: 'desk@boats.test' }
  const allowed = { allowsTranscripts: true, allowsMemory: true }
  expect((await change(owner, given)).body).toEqual({ ...stored, websiteUrl: null, ...allowed })
  const websiteUrl = 'https://boats.test'
  expect((await change(owner, { websiteUrl: 'boats.test' })).body).toMatchObject({ ...stored, websiteUrl })
  expect((await change(owner, { websiteUrl: '' })).body).toMatchObject({ websiteUrl: null })
  expect((await owner.client.call(organizationOverview, { query: {} })).name).toBe('New Name')
  const names = { name: [' ', 'x'.repeat(121)], description: ['x'.repeat(2001)] }
  const addresses = { contactEmail: ['nobody'], websiteUrl: ['javascript:alert(1)'] }
  await expectWrong(settings.changeOrganizationSettings, owner, { body: {} }, { ...names, ...addresses })
})

it('auto-purchase is switched and limited, never below the price of one', tags('D109'), async () => {
  const firm = await kit.ownedOrganization(world)
  const rowOf = async () =>
    (await world.sql('select enabled, monthly_cap_cents from auto_purchase where account_id = $1', [firm.accountId]))[0]
  for (const [body, enabled, dollars] of [
    [{}, true, 270],
    [{ monthlyCap: 500 }, true, 500],
    [{ enabled: false }, false, 500],
    [{ monthlyCap: 10_000, enabled: true }, true, 10_000],
  ] as const) {
    expect(await firm.owner.client.call(settings.changePoolAutoPurchase, { query: {}, body })).toEqual({
      success: true,
    })
    expect(await rowOf()).toEqual({ enabled, monthly_cap_cents: dollars * 100 })
    expect((await kit.billingOf(firm)).autoPurchase).toMatchObject({ enabled, monthlyCap: dollars, price: 135 })
  }
  for (const [code, ...values] of [
    ['invalid_cap', 134, 0],
    ['invalid_input', -1, 200.5, 10_001, '200'],
  ] as const)
    for (const monthlyCap of values) {
      const problem = { code, field: 'monthlyCap' }
      await expectRefused(settings.changePoolAutoPurchase, [firm.owner, { body: { monthlyCap } }, 400, problem])
    }
  await expectWrong(settings.changePoolAutoPurchase, firm.owner, { body: {} }, { enabled: ['no'] })
  expect(await rowOf()).toEqual({ enabled: true, monthly_cap_cents: 1_000_000 })
  const { owner } = await kit.organization(world)
  await expectRefused(settings.changePoolAutoPurchase, [owner, { body: { enabled: true } }, 409, 'no_package'])
})

const meOf = ({ client }: kit.TestPerson) => client.call(currentUser)

async function firmWithAgent({ minutes = 500, isPrivate = true } = {}) {
  const firm = await kit.organization(world, { minutes })
  return { firm, agentId: await kit.assignedAgent(world, firm, { isPrivate }) }
}

async function payerIn({ id }: kit.TestOrganization): Promise<kit.TestPerson> {
  const person = await kit.subscriber(world)
  await kit.join(world, person, id)
  await switchTo(person, id)
  return person
}

/** Talks until the agent has said something. Returns whether its text was kept, and what Keep answers. */
async function talk(person: kit.TestPerson, agentId: string): Promise<[isKept: boolean, keepStatus: number]> {
  const { id, client } = await startHeardTalk(person, agentId)
  await endTalk(person, id)
  await client.closed
  const rows = await world.sql('select from session_transcript where session_id = $1', [id])
  const keep = await person.client.try(voice.keepTranscript, { params: { id } })
  return [rows.length === 1, keep.status]
}

it('transcripts follow each person, unless the organization forbids them', tags('D131'), async () => {
  const { firm, agentId } = await firmWithAgent({ isPrivate: false })
  const person = await payerIn(firm)
  await person.client.request('PATCH', '/api/account/transcript-settings', { save: true })
  const isAllowed = async () => (await person.client.call(transcripts.transcriptSettings)).isAllowedHere
  expect(await talk(person, agentId)).toEqual([true, 201])
  expect((await change(firm.owner, { allowsTranscripts: false })).body).toMatchObject({ allowsTranscripts: false })
  expect(await talk(person, agentId)).toEqual([false, 403])
  expect(await isAllowed()).toBe(false)
  expect(await world.sql('select from session_transcript where user_id = $1', [person.id])).toHaveLength(1)
  await switchTo(person, null)
  expect([await isAllowed(), (await talk(person, agentId))[0]]).toEqual([true, true])
  await switchTo(person, firm.id)
  await change(firm.owner, { allowsTranscripts: true })
  expect(await talk(person, agentId)).toEqual([true, 201])
})

describe('archiving', tags('D129'), () => {
  const archive = ({ client }: kit.TestPerson, name: string) =>
    client.try(settings.archiveOrganization, { query: {}, body: { name } })

  async function rowOf({ accountId }: kit.TestOrganization) {
    const [row] = await world.sql<{ is_active: boolean; pool_ms: number }>(
      `select is_active, (monthly_ms + purchased_ms)::integer as pool_ms
       from organization join account on account.organization_id = organization.id where account.id = $1`,
      [accountId],
    )
    return row
  }

  it('requires the typed name, ends access and subscription, keeps the pool', async () => {
    const firm = await kit.ownedOrganization(world)
    const { id, name, owner } = firm
    const agentId = await kit.assignedAgent(world, firm)
    const person = await member(world, id)
    const wrong = { code: 'wrong_name', field: 'name' }
    await expectRefused(settings.archiveOrganization, [owner, { body: { name: name.toUpperCase() } }, 400, wrong])
    await kit.expectUnavailable(world, () => archive(owner, name))
    expect(await rowOf(firm)).toEqual({ is_active: true, pool_ms: 60_000_000 })

    const talk = await startHeardTalk(person, agentId)
    expect((await archive(owner, ` ${name} `)).body).toEqual({ success: true })
    kit.moveTalkClock(world, 5)
    expect((await talk.client.next('session_ended', 10_000)).event.reason).toBe('access')
    await kit.endedRow(world, talk.id)
    expect(await rowOf(firm)).toMatchObject({ is_active: false })
    expect((await rowOf(firm))?.pool_ms).toBeGreaterThan(59 * 60_000)
    expect(await kit.planAtProvider(world, firm)).toMatchObject({ cancel_at_period_end: true, status: 'active' })
    await expectRefused(voice.startConversation, [person, { body: { agentId } }, 403, 'organization_inactive'])
    for (const reply of [await change(owner, { name: 'Other' }), await archive(owner, name)])
      expect(reply).toMatchObject({ status: 409, body: { code: 'organization_inactive' } })
    expect(await read(owner)).toMatchObject({ name })
    expect((await owner.client.call(organizationOverview, { query: {} })).isActive).toBe(false)
    expect(await kit.mailedSubjects(world, person.email)).not.toContain('Your organization is archived')
  })

  it('works without a subscription, and notifies only present admins', tags('D28'), async () => {
    const firm = await kit.organization(world)
    const leaving = await kit.member(world, firm.id, { role: 'admin' })
    await leaving.client.call(deleteAccount, { body: { currentPassword: kit.password } })
    expect((await archive(firm.owner, firm.name)).status).toBe(200)
    expect(await rowOf(firm)).toMatchObject({ is_active: false, pool_ms: 30_000_000 })
    const subject = 'Your organization is archived'
    expect(await kit.mailedSubjects(world, firm.owner.email)).toContain(subject)
    expect(await kit.mailedSubjects(world, leaving.email)).not.toContain(subject)
  })
})

describe('talking in an organization', () => {
  it('charges its pool by the seconds measured, and nothing of the person', tags('D30 D68'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const person = await payerIn(firm)
    const own = (await meOf(person)).creditBalance
    const talk = await startHeardTalk(person, agentId)
    await kit.passTalkTime(world, 20, talk.client)
    await kit.tickAt(talk.client, 20)
    expect((await meOf(person)).organizationCredits).toBeLessThan(500 - 19 / 60)
    await endTalk(person, talk.id)
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
    const other = await kit.organization(world)
    await kit.assign(world, firm, agentId, 'standard', 'Always mention the blue handbook.')
    await kit.assign(world, other, agentId)
    const promptOf = async ({ id }: kit.TestOrganization) => {
      const person = await member(world, id)
      const talk = await startHeardTalk(person, agentId)
      await endTalk(person, talk.id)
      const record = await kit.providerRecord(world, talk.conversationId)
      return JSON.stringify(record.conversation_initiation_client_data)
    }
    const told = await promptOf(firm)
    for (const part of ['SECRET-PROMPT-OF-TESTS', 'Always mention the blue handbook.']) expect(told).toContain(part)
    expect(await promptOf(other)).not.toContain('prompt')
  })

  it('is refused for agents above the rank and unassigned or paused ones', tags('S320 D68 D124'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const [premium, unassigned] = [await kit.assignedAgent(world, firm, {}, 'premium'), await kit.addAgent(world)]
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
    const poor = await firmWithAgent({ minutes: 0.5 })
    const payer = await payerIn(firm)
    for (const [status, message] of [
      ['canceled', "Your organization's access has ended."],
      ['inactive', "Your organization hasn't paid yet."],
    ] as const) {
      await kit.setStatus(world, firm, status)
      const problem = { code: 'organization_inactive', message }
      await expectRefused(voice.startConversation, [payer, { body: { agentId } }, 403, problem])
    }
    expect(await meOf(payer)).toMatchObject({ organizationId: firm.id, hasAccess: false, isOrganizationUnpaid: true })
    await kit.join(world, payer, poor.firm.id)
    await switchTo(payer, poor.firm.id)
    const message = expect.stringMatching(/^Insufficient credits: your organization's minutes/)
    const short = { code: 'insufficient_credits', message }
    await expectRefused(voice.startConversation, [payer, { body: { agentId: poor.agentId } }, 402, short])
    expect(await world.sql('select id from voice_session where user_id = $1', [payer.id])).toEqual([])
  })

  it('stops during a call once person, level, agent or organization forbid it', tags('D92'), async () => {
    const { firm, agentId } = await firmWithAgent()
    const reset = "organization_agent set is_active = true, access_level = 'standard' where organization_id = $1"
    for (const change of [
      'organization_user set is_active = false where organization_id = $1',
      "organization_agent set access_level = 'premium' where organization_id = $1",
      'organization_agent set is_active = false where organization_id = $1',
      'organization set is_active = false where id = $1',
    ]) {
      await world.sql(`update ${reset}`, [firm.id])
      const person = await member(world, firm.id)
      const talk = await startHeardTalk(person, agentId)
      await world.sql(`update ${change}`, [firm.id])
      kit.moveTalkClock(world, 5)
      expect((await talk.client.next('session_ended')).event.reason).toBe('access')
      expect(await kit.endedRow(world, talk.id)).toMatchObject({ end_reason: 'access' })
    }
  })
})
