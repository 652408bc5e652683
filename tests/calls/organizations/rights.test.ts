import { agents } from '#contract/agents/agents.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import { organizationOverview, organizationConversations } from '#contract/organizations/dashboard.ts'
import * as members from '#contract/organizations/members.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, subscriber, type TestPerson } from '#tests/calls.ts'
import { assign, member, organization } from '../../kit/organizations/organizations.ts'
import { complete, invited } from '../../kit/organizations/joining.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const firm = await organization(world, { maxUsers: 100 })
const other = await organization(world)
const admin = await platformAdmin(world)

const start = async ({ client }: TestPerson, agentId: string) => {
  const { status, body } = await client.try(voice.startConversation, { body: { agentId } })
  if ('id' in body) await client.call(voice.endConversation, { params: { id: body.id }, body: {} })
  return status
}
const assignedTo = async ({ client }: TestPerson) =>
  (await client.call(organizationAgents.organizationAgents, { query: {} })).map(({ agentId }) => agentId)

describe('access levels', () => {
  it('decide which agents a person sees and can talk to; the rest are 404 (S469, S547, S570, D124)', async () => {
    const own = await organization(world)
    const [standard, premium, closed] = [await addAgent(world), await addAgent(world), await addAgent(world)]
    await assign(world, own, standard, 'standard')
    await assign(world, own, premium, 'premium')
    await assign(world, own, closed, 'admin-only')
    const people = [
      { person: await member(world, own.id), may: [standard], mayNot: [premium, closed] },
      {
        person: await member(world, own.id, { accessLevel: 'premium' }),
        may: [standard, premium],
        mayNot: [closed],
      },
      { person: own.owner, may: [standard, premium, closed], mayNot: [] },
    ]
    for (const { person, may, mayNot } of people) {
      expect((await assignedTo(person)).toSorted()).toEqual(may.toSorted())
      for (const agentId of may) expect(await start(person, agentId)).toBe(201)
      for (const agentId of mayNot) expect(await start(person, agentId)).toBe(404)
    }
  })

  it('accept all of their stated words, and no others (S518, D124)', async () => {
    const [agentId] = [await addAgent(world)]
    const add = async (accessLevel: string) =>
      (await firm.owner.client.request('POST', '/api/organization/agents/bulk', { agentIds: [agentId], accessLevel }))
        .status
    for (const level of ['standard', 'premium', 'full', 'admin-only']) expect(await add(level)).toBe(201)
    for (const level of ['x', 'admin', '']) expect(await add(level)).toBe(400)
  })
})

describe('the content of the calls', () => {
  it('an assigned agent comes with what people see of it, and never its prompt (S443)', async () => {
    const own = await organization(world)
    await assign(world, own, await addAgent(world))
    const [row] = await own.owner.client.call(organizationAgents.organizationAgents, { query: {} })
    for (const name of [
      'id',
      'organizationId',
      'agentId',
      'assignedBy',
      'assignedAt',
      'isPrivate',
      'accessLevel',
      'customInstructions',
      'isActive',
      'addedAt',
    ]) {
      expect(row).toHaveProperty(name)
    }
    expect(row).toMatchObject({ accessLevel: 'standard', isActive: true, assignedBy: own.owner.id })
    for (const name of ['name', 'description', 'imageUrl', 'category', 'isPremium']) {
      expect(row?.agent).toHaveProperty(name)
    }
    expect(JSON.stringify(row)).not.toContain('SECRET-PROMPT-OF-TESTS')
  })

  it('members are listed for its admins with nine fields, their own only; a person without an organization gets none (S441, S568, D120)', async () => {
    const own = await organization(world)
    const person = await member(world, own.id)
    const list = await own.owner.client.call(members.members, { query: {} })
    expect(list.map(({ id }) => id).toSorted()).toEqual([own.owner.id, person.id].toSorted())
    const names = ['id', 'email', 'firstName', 'lastName', 'role', 'accessLevel', 'userCategory', 'lastActiveAt']
    for (const row of list) for (const name of [...names, 'isActive']) expect(row).toHaveProperty(name)
    const alone = await subscriber(world)
    expect((await alone.client.try(members.members, { query: {} })).status).toBe(404)
  })

  it('invitations are only for its admins, and their links for nobody (S569)', async () => {
    const own = await organization(world)
    const { email, secret } = await invited(world, own)
    const list = await own.owner.client.call(invitations.invitations, { query: {} })
    expect(list).toMatchObject([{ email, status: 'pending' }])
    expect(JSON.stringify(list)).not.toContain(secret)
    const person = await member(world, own.id)
    expect((await person.client.try(invitations.invitations, { query: {} })).status).toBe(403)
  })

  it('a session has agent, duration in minutes and start (S464)', async () => {
    const own = await organization(world)
    const agentId = await addAgent(world, { name: 'Mentor' })
    await talkIn(world, own, own.owner, agentId, 90)
    const [row] = await own.owner.client.call(organizationConversations, { query: {} })
    expect(row).toMatchObject({ agentName: 'Mentor', duration: 1.5, durationSeconds: 90 })
    expect(Date.parse(row?.startedAt ?? '')).not.toBeNaN()
  })
})

describe('a person who accepts an invitation without options', () => {
  it('is a member at the standard level from that moment on (S440)', async () => {
    const own = await organization(world)
    const { email, secret } = await invited(world, own)
    expect((await complete(world, email, own.id, secret)).status).toBe(201)
    const [row] = await world.sql<{ joined_at: Date; invited_at: Date }>(
      `select member.role, access_level, user_category, invited_by, invited_at, joined_at, member.is_active
       from organization_user as member join users on users.id = user_id where email = $1`,
      [email],
    )
    expect(row).toMatchObject({
      role: 'member',
      access_level: 'standard',
      user_category: 'Members',
      invited_by: own.owner.id,
      is_active: true,
    })
    expect(row?.joined_at.getTime()).toBeGreaterThanOrEqual(row?.invited_at.getTime() ?? 0)
  })
})

describe('a private agent', () => {
  it('is visible to the organization that was granted it, and to no other (S444, D125)', async () => {
    const agentId = await addAgent(world, { isPrivate: true })
    await assign(world, firm, agentId)
    expect(await assignedTo(firm.owner)).toContain(agentId)
    expect(await start(firm.owner, agentId)).toBe(201)
    const alone = await subscriber(world)
    for (const { client } of [other.owner, alone]) {
      const seen = await client.call(agents)
      expect(seen.map(({ id }) => id)).not.toContain(agentId)
    }
    expect(await start(other.owner, agentId)).toBe(404)
    expect(await start(alone, agentId)).toBe(404)
    const body = { agentIds: [agentId] }
    expect((await other.owner.client.try(organizationAgents.addAgents, { query: {}, body })).status).toBe(404)
  })
})

describe('an organization by its id', () => {
  /** Returns every read and write of its people, invitations, agents, looks and payments. */
  const attempts = (id: string): ['GET' | 'POST' | 'PATCH', string, object?][] => [
    ['GET', `/api/organizations/${id}/users`],
    ['GET', `/api/organizations/${id}/invitations`],
    ['GET', `/api/organizations/${id}/agents`],
    ['GET', `/api/organizations/${id}/billing`],
    ['POST', `/api/organizations/${id}/agents/bulk`, { agentIds: [crypto.randomUUID()] }],
    ['POST', `/api/organizations/${id}/invite`, { email: 'somebody@example.com' }],
    ['PATCH', `/api/organizations/${id}/branding`, { primaryColor: '#123456' }],
  ]

  it('is open to its own admins, and a 404 for admins of others (S319, D121)', async () => {
    for (const [method, path, body] of attempts(String(firm.id))) {
      const mine = await firm.owner.client.request(method, path, body)
      // The agent of the attempt does not exist.
      expect([path, mine.status]).toEqual([path, path.endsWith('bulk') ? 404 : method === 'POST' ? 201 : 200])
      expect((mine.body as { code?: string }).code).not.toBe('organization_not_found')
      const foreign = await other.owner.client.request<{ code: string }>(method, path, body)
      expect([path, foreign.status, foreign.body.code]).toEqual([path, 404, 'organization_not_found'])
    }
  })

  it('follows the membership: the role of an account opens nothing (S318, D121)', async () => {
    const [helper, named] = [await member(world, firm.id, { role: 'admin' }), await member(world, firm.id)]
    for (const { id } of [firm.owner, named])
      await world.sql("update users set role = 'organization_admin' where id = $1", [id])
    for (const [{ client }, role] of [
      [firm.owner, 'admin'],
      [helper, 'admin'],
      [named, 'member'],
    ] as const) {
      expect(await client.call(organizationOverview, { query: {} })).toMatchObject({ id: firm.id, role })
      expect((await client.try(invitations.invitations, { query: {} })).status).toBe(role === 'admin' ? 200 : 403)
      const foreign = await client.try(members.members, { query: { organizationId: other.id } })
      expect(foreign.status).toBe(404)
    }
  })

  it('is managed by platform admins with every call of the admin mode (S577, S578, S579, S580, S581, S582, D120)', async () => {
    const own = await organization(world)
    const person = await member(world, own.id)
    const params = { organizationId: String(own.id) }
    const query = { organizationId: own.id }
    const { client } = admin
    expect((await client.call(organizationOverview, { query })).id).toBe(own.id)
    expect((await other.owner.client.try(organizationOverview, { query })).status).toBe(404)
    const people = await client.call(members.organizationUsers, { params })
    expect(people.map(({ id }) => id).toSorted()).toEqual([own.owner.id, person.id].toSorted())
    const { email } = await invited(world, own)
    expect(await client.call(invitations.invitationsOfOrganization, { params })).toMatchObject([{ email }])
    const [agentId] = [await addAgent(world)]
    expect((await client.call(agents)).map(({ id }) => id)).toContain(agentId)
    const body = { agentIds: [agentId] }
    expect(await client.call(organizationAgents.addAgentsToOrganization, { params, body })).toEqual({ addedCount: 1 })
    expect(await assignedTo(person)).toEqual([agentId])
    const [link] = await client.call(organizationAgents.agentsOfOrganization, { params })
    const named = { params: { ...params, id: link?.id ?? '' } }
    const stranger = other.owner.client
    for (const foreign of [
      await stranger.try(members.organizationUsers, { params }),
      await stranger.try(invitations.invitationsOfOrganization, { params }),
      await stranger.try(organizationAgents.addAgentsToOrganization, { params, body }),
      await stranger.try(organizationAgents.removeAgentFromOrganization, named),
    ]) {
      expect(foreign).toMatchObject({ status: 404, body: { code: 'organization_not_found' } })
    }
    expect((await person.client.try(organizationAgents.removeAgentFromOrganization, named)).status).toBe(403)
    expect(await client.call(organizationAgents.removeAgentFromOrganization, named)).toEqual({ success: true })
    expect(await assignedTo(person)).toEqual([])
  })
})
