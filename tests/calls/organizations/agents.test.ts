import * as organizationAgents from '#contract/organizations/agents.ts'
import * as organizationMembers from '#contract/organizations/members.ts'
import { addAgent, describe, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'
import { assign, member, organization, type TestOrganization } from '../../kit/organizations/organizations.ts'

const world = await sharedWorld()

const rowsOf = (firm: TestOrganization) =>
  world.sql<{ agent_id: string; access_level: string; is_active: boolean; custom_instructions: string }>(
    `select agent_id, access_level, is_active, custom_instructions from organization_agent
     where organization_id = $1 order by assigned_at, agent_id`,
    [firm.id],
  )

describe('agents of an organization', () => {
  it('are added in one call; one that is already there gets the level and does not count (S573, D126)', async () => {
    const firm = await organization(world)
    const [first, second, third] = [await addAgent(world), await addAgent(world), await addAgent(world)]
    const { client } = firm.owner
    const add = (agentIds: string[], accessLevel: 'standard' | 'premium') =>
      client.call(organizationAgents.addAgents, { query: {}, body: { agentIds, accessLevel } })
    expect(await add([first], 'standard')).toEqual({ addedCount: 1 })
    expect(await add([first, second, second, third], 'premium')).toEqual({ addedCount: 2 })
    expect((await rowsOf(firm)).map(({ access_level: level }) => level)).toEqual(['premium', 'premium', 'premium'])
    const list = await client.call(organizationAgents.organizationAgents, { query: {} })
    expect(list.map(({ agentId }) => agentId).toSorted()).toEqual([first, second, third].toSorted())
    expect(list[0]).toMatchObject({ organizationId: firm.id, assignedBy: firm.owner.id, customInstructions: '' })
    expect(list[0]?.addedAt).toBe(list[0]?.assignedAt)
  })

  it('are offered while they are active, allowed and not yet assigned (S571)', async () => {
    const firm = await organization(world)
    const [open, paused, foreign, own] = [
      await addAgent(world),
      await addAgent(world),
      await addAgent(world, { isPrivate: true }),
      await addAgent(world, { isPrivate: true }),
    ]
    await world.sql('update agent set is_active = false where id = $1', [paused])
    await world.sql('insert into private_agent_access (agent_id, organization_id, granted_at) values ($1, $2, now())', [
      own,
      firm.id,
    ])
    const offered = async () =>
      (await firm.owner.client.call(organizationAgents.availableAgents, { query: {} })).map(({ id }) => id)
    expect(await offered()).toEqual(expect.arrayContaining([open, own]))
    for (const id of [paused, foreign]) expect(await offered()).not.toContain(id)
    await firm.owner.client.call(organizationAgents.addAgents, { query: {}, body: { agentIds: [own] } })
    expect(await offered()).not.toContain(own)
  })

  it('cannot be those of others: a private agent without access is 404, and nothing is added (D125)', async () => {
    const firm = await organization(world)
    const [open, foreign] = [await addAgent(world), await addAgent(world, { isPrivate: true })]
    const { client } = firm.owner
    const bulk = await client.try(organizationAgents.addAgents, { query: {}, body: { agentIds: [open, foreign] } })
    expect([bulk.status, bulk.body.code]).toEqual([404, 'agent_not_found'])
    const params = { organizationId: String(firm.id) }
    const one = await client.try(organizationAgents.addAgentToOrganization, { params, body: { agentId: foreign } })
    expect([one.status, one.body.code]).toEqual([404, 'agent_not_found'])
    expect(await rowsOf(firm)).toEqual([])
    const none = await client.try(organizationAgents.addAgents, { query: {}, body: { agentIds: [] } })
    expect([none.status, none.body.message]).toEqual([400, 'Please select at least one agent'])
  })

  it('have instructions that members never see (D127), and a level; a foreign assignment is 404', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const params = { organizationId: String(firm.id) }
    const { client } = firm.owner
    const body = { agentId: await addAgent(world), customInstructions: 'Be brief.' }
    const { id } = await client.call(organizationAgents.addAgentToOrganization, { params, body })
    const change = (by: TestOrganization, given: object) =>
      by.owner.client.try(organizationAgents.changeOrganizationAgent, { params: { id }, query: {}, body: given })
    expect((await change(firm, { accessLevel: 'full' })).body).toMatchObject({
      accessLevel: 'full',
      customInstructions: 'Be brief.',
    })
    expect((await change(firm, { customInstructions: 'x'.repeat(2001) })).status).toBe(400)
    expect((await change(other, { customInstructions: 'Ours now' })).body.code).toBe('assignment_not_found')
    expect(await rowsOf(firm)).toMatchObject([{ access_level: 'full', custom_instructions: 'Be brief.' }])
    const reader = await member(world, firm.id, { accessLevel: 'full' })
    const [seen] = await reader.client.call(organizationAgents.organizationAgents, { query: {} })
    expect(seen).toMatchObject({ id })
    expect(seen).not.toHaveProperty('customInstructions')
    expect(seen).not.toHaveProperty('assignedBy')
  })

  it("are removed by its admins, only by the assignment's id, and can come back (S574, D126)", async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const agentId = await addAgent(world)
    await assign(world, firm, agentId)
    const [link] = await firm.owner.client.call(organizationAgents.organizationAgents, { query: {} })
    const id = link?.id ?? ''
    const remove = (by: TestOrganization, named: string) =>
      by.owner.client.try(organizationAgents.removeOrganizationAgent, { params: { id: named }, query: {} })
    for (const reply of [await remove(other, id), await remove(firm, agentId)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'assignment_not_found'])
    }
    const reader = await member(world, firm.id)
    const seen = async () =>
      (await reader.client.call(organizationAgents.organizationAgents, { query: {} })).map((row) => row.agentId)
    const query = {}
    const refused = await reader.client.try(organizationAgents.removeOrganizationAgent, { params: { id }, query })
    expect([refused.status, await seen()]).toEqual([403, [agentId]])
    expect((await remove(firm, id)).body).toEqual({ success: true })
    expect(await seen()).toEqual([])
    expect((await remove(firm, id)).status).toBe(404)
    expect(await rowsOf(firm)).toMatchObject([{ is_active: false }])
    const body = { agentIds: [agentId] }
    expect(await firm.owner.client.call(organizationAgents.addAgents, { query: {}, body })).toEqual({ addedCount: 1 })
  })

  it('are managed by a platform admin under the id of any organization (D120)', async () => {
    const firm = await organization(world)
    const admin = await platformAdmin(world)
    const params = { organizationId: String(firm.id) }
    const body = { agentIds: [await addAgent(world)] }
    await admin.client.call(organizationAgents.addAgentsToOrganization, { params, body })
    const query = { organizationId: firm.id }
    const [link] = await admin.client.call(organizationAgents.organizationAgents, { query })
    expect(await admin.client.call(organizationAgents.agentsOfOrganization, { params })).toEqual([link])
    const reply = await admin.client.try(organizationAgents.removeAgentFromOrganization, {
      params: { ...params, id: link?.id ?? '' },
    })
    expect(reply.status).toBe(200)
  })
})

describe('the people of an organization (D123 [S])', () => {
  it('are all shown to its admins, and as a directory to members', async () => {
    const firm = await organization(world)
    const [person, gone] = [await member(world, firm.id), await member(world, firm.id)]
    await world.sql('update organization_user set is_active = false where user_id = $1', [gone.id])
    const all = await firm.owner.client.call(organizationMembers.members, { query: {} })
    expect(all).toHaveLength(3)
    expect(all.find(({ id }) => id === gone.id)).toMatchObject({ email: gone.email, isActive: false, role: 'member' })
    const params = { organizationId: String(firm.id) }
    expect(await firm.owner.client.call(organizationMembers.organizationUsers, { params })).toEqual(all)
    const directory = await person.client.call(organizationMembers.members, { query: {} })
    expect(directory.map(({ id }) => id).toSorted()).toEqual([firm.owner.id, person.id].toSorted())
    for (const entry of directory) {
      expect(Object.keys(entry).toSorted()).toEqual(['firstName', 'id', 'lastName', 'userCategory'])
    }
  })
})
