import * as invitations from '#contract/organizations/invitations.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import * as organizationManagement from '#contract/organizations/management.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { assign, join, member, organization } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()

const listOf = ({ client }: TestPerson) => client.call(organizationManagement.userOrganizations)
const detailsOf = ({ client }: TestPerson, { id }: { id: number }) =>
  client.call(organizationManagement.organizationDetails, { params: { organizationId: String(id) } })

describe('GET /api/organizations/user (S560)', () => {
  it("lists the person's own organizations with the role there, and no others", async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const person = await member(world, first.id, { role: 'guest' })
    await join(world, person, second.id, 'admin')
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [second.id])
    expect(await listOf(person)).toMatchObject([
      { organization: { id: first.id, slug: first.slug, givesAccess: true }, role: 'guest' },
      { organization: { id: second.id, subscriptionStatus: 'canceled', givesAccess: false }, role: 'admin' },
    ])
    await world.sql('update organization_user set is_active = false where user_id = $1 and organization_id = $2', [
      person.id,
      first.id,
    ])
    expect((await listOf(person)).map(({ organization: { id } }) => id)).toEqual([second.id])
    expect(await listOf(await registered(world))).toEqual([])
    expect((await world.visitor().try(organizationManagement.userOrganizations)).status).toBe(401)
  })
})

describe('GET /api/organizations/{id} (S442, S561, D123)', () => {
  it('shows its admins everybody with membership and e-mail, members a directory, guests no names', async () => {
    const firm = await organization(world, { minutes: 42, maxUsers: 7 })
    const [colleague, guest] = [await member(world, firm.id), await member(world, firm.id, { role: 'guest' })]
    const [open, hidden] = [await addAgent(world), await addAgent(world, { isPrivate: true })]
    await assign(world, firm, open)
    await assign(world, firm, hidden, 'full', 'Be brief.')

    const forAdmin = await detailsOf(firm.owner, firm)
    expect(forAdmin).toMatchObject({
      role: 'admin',
      organization: { id: firm.id, creditBalance: 42, memberCount: 3, maxUsers: 7, contactEmail: firm.owner.email },
    })
    expect(forAdmin.users).toHaveLength(3)
    expect(forAdmin.users).toContainEqual({
      role: 'member',
      accessLevel: 'standard',
      userCategory: 'Members',
      isActive: true,
      user: { id: colleague.id, firstName: 'Test', lastName: 'Person', email: colleague.email },
    })
    expect(forAdmin.agents.map(({ agentId }) => agentId).toSorted()).toEqual([open, hidden].toSorted())

    const forMember = await detailsOf(colleague, firm)
    expect(forMember.organization).not.toHaveProperty('contactEmail')
    expect(forMember.organization).not.toHaveProperty('maxUsers')
    expect(forMember.users).toContainEqual({
      userCategory: 'Members',
      user: { id: guest.id, firstName: 'Test', lastName: 'Person' },
    })
    expect(forMember.agents.map(({ agentId }) => agentId)).toEqual([open])
    expect(JSON.stringify(forMember)).not.toContain('@')
    expect(JSON.stringify(forMember)).not.toContain('Be brief.')

    const forGuest = await detailsOf(guest, firm)
    expect(forGuest).toMatchObject({ role: 'guest', users: [], organization: { memberCount: 3, creditBalance: 42 } })
    expect(await detailsOf(await platformAdmin(world), firm)).toMatchObject({ role: 'admin', users: forAdmin.users })
  })

  it('shows strangers and people of other organizations nothing (D120 [S])', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const params = { organizationId: String(firm.id) }
    for (const [client, status] of [[world.visitor(), 401] as const, [other.owner.client, 404] as const]) {
      const reply = await client.try(organizationManagement.organizationDetails, { params })
      expect(reply.status).toBe(status)
      expect(reply.body).not.toHaveProperty('organization')
    }
  })
})

describe('calls by the id of an organization', () => {
  it('POST invite opens an invitation, only for its admins (S563)', async () => {
    const firm = await organization(world)
    const params = { organizationId: String(firm.id) }
    const body = { email: `new.${firm.id}@hands.test`, role: 'guest', accessLevel: 'premium' } as const
    const plain = await member(world, firm.id)
    const refused = await plain.client.try(invitations.inviteToOrganization, { params, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const sent = await firm.owner.client.try(invitations.inviteToOrganization, { params, body })
    expect(sent).toMatchObject({ status: 201, body: { ...body, status: 'pending', userCategory: 'Members' } })
    expect(
      await world.sql('select email, status from organization_invitation where organization_id = $1', [firm.id]),
    ).toEqual([{ email: body.email, status: 'pending' }])
  })

  it('POST invite by a platform admin stores all six fields of the dashboard (S583)', async () => {
    const firm = await organization(world)
    const body = {
      email: `six.${firm.id}@hands.test`,
      firstName: 'Ada',
      lastName: 'Lane',
      role: 'admin',
      accessLevel: 'full',
      userCategory: 'Employees',
    } as const
    const { client } = await platformAdmin(world)
    await client.call(invitations.inviteToOrganization, { params: { organizationId: String(firm.id) }, body })
    const [row] = await world.sql(
      `select email, first_name as "firstName", last_name as "lastName", role, access_level as "accessLevel",
         user_category as "userCategory" from organization_invitation where organization_id = $1`,
      [firm.id],
    )
    expect(row).toEqual(body)
  })

  it('POST agents assigns once, whatever isPrivate says; DELETE takes only the id of the link (S565, S566)', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const params = { organizationId: String(firm.id) }
    const agentId = await addAgent(world)
    const { client } = firm.owner
    const add = () =>
      client.request<{ id: string }>('POST', `/api/organizations/${firm.id}/agents`, {
        agentId,
        accessLevel: 'premium',
        isPrivate: true,
      })
    const { status, body } = await add()
    expect([status, (await add()).body.id]).toEqual([201, body.id])
    const list = async () => client.call(organizationAgents.agentsOfOrganization, { params })
    expect(await list()).toMatchObject([{ id: body.id, agentId, accessLevel: 'premium', isPrivate: false }])
    const remove = (by: TestPerson['client'], organizationId: number, id: string) =>
      by.try(organizationAgents.removeAgentFromOrganization, { params: { organizationId: String(organizationId), id } })
    expect((await remove(client, firm.id, agentId)).status).toBe(404)
    expect((await remove(other.owner.client, other.id, body.id)).status).toBe(404)
    expect(await list()).toHaveLength(1)
    expect((await remove(client, firm.id, body.id)).status).toBe(200)
    expect(await list()).toEqual([])
  })
})
