import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as agents from '#contract/agents/agents.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import * as voice from '#contract/conversations/voice.ts'
import { actsOn, describe, expect, it, ownWorld, platformAdmin, subscriber, type TestPerson } from '#tests/calls.ts'
import { member, organization, switchTo } from '../../kit/organizations/organizations.ts'
import { startHeardTalk } from '../../kit/conversations/conversations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

let count = 0
const plain = (more: object = {}) => ({
  name: `Helper ${++count}`,
  description: 'Helps with everything',
  category: 'Systems',
  ...more,
})
const create = (more: object = {}) => ada.client.call(adminAgents.createAgent, { body: plain(more) })
const change = (id: string, body: adminAgents.AgentChange) =>
  ada.client.try(adminAgents.changeAgent, { params: { id }, body })
const inMarketplace = async ({ client }: TestPerson, id: string) =>
  (await client.call(agents.agents)).find((agent) => agent.id === id)
const rowOf = async (id: string) =>
  (await world.sql<Record<string, unknown>>('select * from agent where id = $1', [id]))[0]

describe('PATCH /api/admin/agents/:id (S598)', () => {
  it('changes only the given field and notes who did it, with exactly that in the record', async () => {
    const bob = await platformAdmin(world)
    const before = await create({ systemPrompt: 'Before', isPremium: true })
    const body = { description: 'Another one' }
    const reply = await bob.client.try(adminAgents.changeAgent, { params: { id: before.id }, body })
    expect(reply.status).toBe(200)
    const { updatedAt: _at, ...same } = before
    expect(reply.body).toMatchObject({ ...same, ...body, updatedBy: bob.id })
    const [act] = await actsOn(ada, 'agent', before.id)
    expect(act).toMatchObject({ action: 'agent.update', adminId: bob.id, before: { description: before.description } })
    expect(act?.after).toEqual(body)
  })

  it('answers 404 for an unknown id and 409 for a taken name, and changes nothing', async () => {
    expect(await change(crypto.randomUUID(), { name: 'Nobody' })).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    })
    const [one, two] = [await create(), await create()]
    expect(await change(two.id, { name: one.name, price: '1.00' })).toMatchObject({
      status: 409,
      body: { code: 'name_taken', field: 'name' },
    })
    expect(await rowOf(two.id)).toMatchObject({ name: two.name, price: '0.00' })
  })

  it("reports a taken name only for the name's key, not for another taken key (D163)", async () => {
    await world.sql(
      "create unique index agent_description on agent (description) where description like '%of its kind'",
    )
    const one = await create({ description: 'The first of its kind' })
    const two = await create({ description: 'The second of its kind' })
    const reply = await change(two.id, { description: one.description })
    await world.sql('drop index agent_description')
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(await rowOf(two.id)).toMatchObject({ description: two.description })
  })

  it('takes an inactive agent out of the marketplace and refuses conversations with it (S428, S492)', async () => {
    const reader = await subscriber(world)
    const { id } = await create({ systemPrompt: 'You help.' })
    expect(await inMarketplace(reader, id)).toBeDefined()
    await change(id, { isActive: false })
    expect(await inMarketplace(reader, id)).toBeUndefined()
    expect((await reader.client.try(voice.startConversation, { body: { agentId: id } })).status).toBe(404)
    await change(id, { isActive: true, isPremium: true })
    expect(await inMarketplace(reader, id)).toMatchObject({ isPremium: true, isUnlocked: false })
  })

  it('makes an agent private for the chosen organizations, takes it from others, and makes it public again (S428, D125)', async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const [reader, ofFirst] = [await subscriber(world), await member(world, first.id)]
    await switchTo(ofFirst, first.id)
    const { id } = await create()
    const refused = await change(id, { isPrivate: true })
    expect(refused).toMatchObject({ status: 400, body: { code: 'organization_required' } })
    await change(id, { isPrivate: true, organizationIds: [first.id] })
    expect(await inMarketplace(reader, id)).toBeUndefined()
    expect(await inMarketplace(ofFirst, id)).toBeDefined()
    const moved = await change(id, { organizationIds: [second.id] })
    expect(moved.body.organizations).toEqual([{ id: second.id, name: expect.any(String) as string }])
    expect(await inMarketplace(ofFirst, id)).toBeUndefined()
    expect((await change(id, { organizationIds: [] })).status).toBe(400)
    expect((await change(id, { organizationIds: [second.id, 999_999] })).status).toBe(404)
    const [act] = await actsOn(ada, 'agent', id)
    expect(act).toMatchObject({ before: { organizationIds: [first.id] }, after: { organizationIds: [second.id] } })
    await change(id, { isPrivate: false })
    expect(await inMarketplace(reader, id)).toBeDefined()
    expect(
      await world.sql('select is_private from organization_agent where agent_id = $1 and is_private', [id]),
    ).toEqual([])
  })
})

describe('a private agent whose organization was deleted', () => {
  it('can still be changed in all other fields', async () => {
    const firm = await organization(world)
    const { id } = await ada.client.call(adminAgents.createPrivateAgent, {
      body: { agent: plain(), organizationIds: [firm.id] },
    })
    await world.sql('update organization set is_active = false, archived_at = now() where id = $1', [firm.id])
    const changed = await change(id, { isActive: false })
    expect([changed.status, changed.body.isActive, changed.body.organizations]).toEqual([200, false, []])
  })
})

describe('POST /api/admin/agents/with-access (S494, S600, D125)', () => {
  it('creates a private agent with access and assignment for each organization', async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const made = await ada.client.call(adminAgents.createPrivateAgent, {
      body: { agent: plain(), organizationIds: [first.id, second.id, first.id] },
    })
    expect(made.isPrivate).toBe(true)
    expect(new Set(made.organizations.map(({ id }) => id))).toEqual(new Set([first.id, second.id]))
    for (const { id, owner } of [first, second]) {
      const params = { organizationId: String(id) }
      const assigned = await owner.client.call(organizationAgents.agentsOfOrganization, { params })
      expect(assigned).toMatchObject([{ agentId: made.id, isPrivate: true, accessLevel: 'standard' }])
    }
    expect(
      await world.sql('select granted_by, is_active from private_agent_access where agent_id = $1', [made.id]),
    ).toEqual([1, 2].map(() => ({ granted_by: ada.id, is_active: true })))
  })

  it('creates nothing when one organization does not exist', async () => {
    const firm = await organization(world)
    const agent = plain()
    const reply = await ada.client.try(adminAgents.createPrivateAgent, {
      body: { agent, organizationIds: [firm.id, 999_999] },
    })
    expect(reply).toMatchObject({ status: 404, body: { code: 'organization_not_found' } })
    expect(await world.sql('select id from agent where name = $1', [agent.name])).toEqual([])
  })
})

describe('DELETE /api/admin/agents/:id (S599, D146)', () => {
  const remove = (id: string) => ada.client.try(adminAgents.deleteAgent, { params: { id } })

  it('really deletes an agent without conversations, with everything that depends on it', async () => {
    const firm = await organization(world)
    const reader = await subscriber(world)
    const { id, name } = await create({ isPremium: true })
    await reader.client.call(agents.unlockAgent, { params: { agentId: id } })
    const params = { organizationId: String(firm.id) }
    await firm.owner.client.call(organizationAgents.addAgentToOrganization, { params, body: { agentId: id } })
    expect((await remove(id)).body).toEqual({ success: true, isArchived: false })
    expect(await rowOf(id)).toBeUndefined()
    expect(await firm.owner.client.call(organizationAgents.agentsOfOrganization, { params })).toEqual([])
    expect(await reader.client.call(agents.unlockedAgents)).toEqual([])
    expect((await remove(id)).status).toBe(404)
    const [act] = await actsOn(ada, 'agent', id)
    expect(act).toMatchObject({ action: 'agent.delete', before: { name }, targetName: null })
  })

  it('archives one with conversations: it is gone everywhere, the history keeps its name, and the name is free', async () => {
    const firm = await organization(world)
    const reader = await subscriber(world)
    const { id, name } = await create({ isPremium: true, systemPrompt: 'You help.', firstMessage: 'Hello' })
    await reader.client.call(agents.unlockAgent, { params: { agentId: id } })
    const params = { organizationId: String(firm.id) }
    await firm.owner.client.call(organizationAgents.addAgentToOrganization, { params, body: { agentId: id } })
    const talk = await startHeardTalk(reader, id)
    talk.client.close()
    await reader.client.try(voice.endConversation, { params: { id: talk.id }, body: {} })
    expect((await remove(id)).body).toEqual({ success: true, isArchived: true })
    expect(await inMarketplace(reader, id)).toBeUndefined()
    expect(await inMarketplace(ada, id)).toBeUndefined()
    expect(await reader.client.call(agents.unlockedAgents)).toEqual([])
    expect(await firm.owner.client.call(organizationAgents.agentsOfOrganization, { params })).toEqual([])
    expect((await ada.client.try(adminAgents.readAdminAgent, { params: { id } })).status).toBe(404)
    expect((await reader.client.try(agents.agentPage, { params: { agentId: id } })).status).toBe(404)
    const [session] = await reader.client.call(voice.myConversations)
    expect(session).toMatchObject({ agentId: id, agentName: name })
    expect((await ada.client.try(adminAgents.createAgent, { body: plain({ name }) })).status).toBe(201)
    const [act] = await actsOn(ada, 'agent', id)
    expect(act).toMatchObject({ action: 'agent.archive', targetName: name })
  })
})

describe('the agent-access form (S435, S519, D125)', () => {
  it('assigns at standard by default, copies isPrivate, and is recorded', async () => {
    const firm = await organization(world)
    const { id } = await create()
    const params = { organizationId: String(firm.id) }
    const body = { agentId: id, isPrivate: true }
    const made = await ada.client.call(organizationAgents.addAgentToOrganization, { params, body })
    expect(made).toMatchObject({ agentId: id, accessLevel: 'standard', isPrivate: false })
    const full = { agentId: id, accessLevel: 'full' } as const
    const changed = await ada.client.call(organizationAgents.addAgentToOrganization, { params, body: full })
    expect(changed).toMatchObject({ id: made.id, accessLevel: 'full' })
    const acts = await actsOn(ada, 'organization', firm.id)
    expect(acts).toHaveLength(2)
    expect(acts[0]).toMatchObject({
      action: 'organization.addAgentToOrganization',
      before: { [`agent ${id} accessLevel`]: 'standard' },
      after: { [`agent ${id} accessLevel`]: 'full' },
    })
  })
})
