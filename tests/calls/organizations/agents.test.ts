import { agents } from '#contract/agents/agents.ts'
import * as contract from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, describe, expect, expectRefused, expectWrong, it, member, organization, tags } from '#tests/calls.ts'

const world = await kit.sharedWorld()

const rowsOf = (firm: kit.TestOrganization) =>
  world.sql<{ agent_id: string; access_level: string; is_active: boolean; custom_instructions: string }>(
    `select agent_id, access_level, is_active, custom_instructions from organization_agent
     where organization_id = $1 order by assigned_at, agent_id`,
    [firm.id],
  )
const listOf = ({ client }: kit.TestPerson) => client.call(contract.organizationAgents, { query: {} })

describe('agents of an organization', () => {
  it('are added in one call, with any level (S443, S518, S573, D124, D126)', async () => {
    const firm = await organization(world)
    const [first, second, third] = [await addAgent(world), await addAgent(world), await addAgent(world)]
    const { client } = firm.owner
    const add = (agentIds: string[], accessLevel: 'standard' | 'premium' | 'full' | 'admin-only') =>
      client.call(contract.addAgents, { query: {}, body: { agentIds, accessLevel } })
    expect(await add([first], 'full')).toEqual({ addedCount: 1 })
    // One that is already there gets the level and does not count.
    expect(await add([first, second, second, third], 'premium')).toEqual({ addedCount: 2 })
    expect((await rowsOf(firm)).map(({ access_level: level }) => level)).toEqual(['premium', 'premium', 'premium'])
    for (const level of ['admin-only', 'standard'] as const)
      expect(await add([first], level)).toEqual({ addedCount: 0 })
    const wrong = { accessLevel: ['x', 'admin', ''], agentIds: [[]] }
    await expectWrong(contract.addAgents, client, { body: { agentIds: [first] } }, wrong)
    const list = await listOf(firm.owner)
    expect(list.map(({ agentId }) => agentId).toSorted()).toEqual([first, second, third].toSorted())
    const row = list.find(({ agentId }) => agentId === first)
    const given = { organizationId: firm.id, assignedBy: firm.owner.id, addedAt: row?.assignedAt }
    const choice = { isPrivate: false, accessLevel: 'standard', customInstructions: '', isActive: true }
    expect(row).toMatchObject({ id: expect.any(String), ...given, ...choice })
    const shown = ['name', 'description', 'imageUrl', 'category', 'isPremium']
    expect(Object.keys(row?.agent ?? {})).toEqual(expect.arrayContaining(shown))
    expect(JSON.stringify(row)).not.toContain('SECRET-PROMPT-OF-TESTS')
  })

  it('are offered while active, allowed and not assigned; others are 404', tags('S571 D125'), async () => {
    const firm = await organization(world)
    const [open, paused] = [await addAgent(world), await addAgent(world)]
    const [foreign, own] = [await addAgent(world, { isPrivate: true }), await addAgent(world, { isPrivate: true })]
    await world.sql('update agent set is_active = false where id = $1', [paused])
    const grant = 'insert into private_agent_access (agent_id, organization_id, granted_at) values ($1, $2, now())'
    await world.sql(grant, [own, firm.id])
    const { client } = firm.owner
    const offered = async () => (await client.call(contract.availableAgents, { query: {} })).map(({ id }) => id)
    expect(await offered()).toEqual(expect.arrayContaining([open, own]))
    for (const id of [paused, foreign]) expect(await offered()).not.toContain(id)
    const params = { organizationId: String(firm.id) }
    const bulk = { body: { agentIds: [open, foreign] } }
    await expectRefused(contract.addAgents, [client, bulk, 404, 'agent_not_found'])
    const single = { params, body: { agentId: foreign } }
    await expectRefused(contract.addAgentToOrganization, [client, single, 404, 'agent_not_found'])
    expect(await rowsOf(firm)).toEqual([])
    await client.call(contract.addAgents, { query: {}, body: { agentIds: [own] } })
    expect(await offered()).not.toContain(own)
  })

  it('have a level, and instructions that members never see', tags('D127'), async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const params = { organizationId: String(firm.id) }
    const body = { agentId: await addAgent(world), customInstructions: 'Be brief.' }
    const { id } = await firm.owner.client.call(contract.addAgentToOrganization, { params, body })
    const kept = { accessLevel: 'full', customInstructions: 'Be brief.' } as const
    const change = { params: { id }, query: {}, body: { accessLevel: 'full' } } as const
    expect(await firm.owner.client.call(contract.changeOrganizationAgent, change)).toMatchObject(kept)
    const inputOf = (customInstructions: string) => ({ params: { id }, body: { customInstructions } })
    await expectRefused(
      contract.changeOrganizationAgent,
      [firm.owner, inputOf('x'.repeat(2001)), 400, { field: 'customInstructions' }],
      [other.owner, inputOf('Ours now'), 404, 'assignment_not_found'],
    )
    expect(await rowsOf(firm)).toMatchObject([{ access_level: 'full', custom_instructions: 'Be brief.' }])
    const [seen] = await listOf(await member(world, firm.id, { accessLevel: 'full' }))
    expect(seen).toMatchObject({ id })
    for (const hidden of ['customInstructions', 'assignedBy']) expect(seen).not.toHaveProperty(hidden)
  })

  it('are removed only by the id of the assignment, and can come back', tags('S565 S566 S574 D126'), async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const agentId = await addAgent(world)
    const { client } = firm.owner
    // They are assigned once, whatever isPrivate says.
    const body = { agentId, accessLevel: 'premium', isPrivate: true }
    const add = () => client.request<{ id: string }>('POST', `/api/organizations/${firm.id}/agents`, body)
    const { status, body: given } = await add()
    const { id } = given
    expect([status, (await add()).body.id]).toEqual([201, id])
    expect(await listOf(firm.owner)).toMatchObject([{ id, agentId, accessLevel: 'premium', isPrivate: false }])
    const named = (organizationId: number, id: string) => ({ params: { organizationId: String(organizationId), id } })
    await expectRefused(
      contract.removeAgentFromOrganization,
      [client, named(firm.id, agentId), 404, 'assignment_not_found'],
      [other.owner, named(other.id, id), 404, 'assignment_not_found'],
    )
    await expectRefused(
      contract.removeOrganizationAgent,
      [client, { params: { id: agentId } }, 404, 'assignment_not_found'],
      [other.owner, { params: { id } }, 404, 'assignment_not_found'],
    )
    const reader = await member(world, firm.id, { accessLevel: 'premium' })
    const seen = async () => (await listOf(reader)).map((row) => row.agentId)
    expect(await seen()).toEqual([agentId])
    const removed = await client.call(contract.removeOrganizationAgent, { params: { id }, query: {} })
    expect([removed, await seen()]).toEqual([{ success: true }, []])
    await expectRefused(contract.removeOrganizationAgent, [client, { params: { id } }, 404, 'assignment_not_found'])
    expect(await rowsOf(firm)).toMatchObject([{ is_active: false }])
    const back = { query: {}, body: { agentIds: [agentId] } }
    expect(await client.call(contract.addAgents, back)).toEqual({ addedCount: 1 })
  })

  it('are managed by platform admins under the id of any organization', tags('S577 S580 S581 S582 D120'), async () => {
    const firm = await organization(world)
    const { client } = await kit.platformAdmin(world)
    const [params, query] = [{ organizationId: String(firm.id) }, { organizationId: firm.id }]
    expect((await client.call(organizationOverview, { query })).id).toBe(firm.id)
    const agentId = await addAgent(world)
    expect((await client.call(agents)).map(({ id }) => id)).toContain(agentId)
    const added = await client.call(contract.addAgentsToOrganization, { params, body: { agentIds: [agentId] } })
    const [link] = await client.call(contract.organizationAgents, { query })
    expect([added, await client.call(contract.agentsOfOrganization, { params })]).toEqual([{ addedCount: 1 }, [link]])
    const named = { params: { ...params, id: link?.id ?? '' } }
    expect(await client.call(contract.removeAgentFromOrganization, named)).toEqual({ success: true })
    expect(await listOf(firm.owner)).toEqual([])
  })
})
