import * as invitations from '#contract/organizations/invitations.ts'
import * as management from '#contract/organizations/management.ts'
import * as members from '#contract/organizations/members.ts'
import * as kit from '#tests/calls.ts'

const { addAgent, assign, describe, expect, it, member, organization, platformAdmin, tags } = kit

const world = await kit.sharedWorld()
const admin = await platformAdmin(world)

const listOf = ({ client }: kit.TestPerson) => client.call(management.userOrganizations)
const detailsOf = ({ client }: kit.TestPerson, { id }: { id: number }) =>
  client.call(management.organizationDetails, { params: { organizationId: String(id) } })

describe('GET /api/organizations/user', tags('S560'), () => {
  it("lists the person's own organizations with the role there, and no others", async () => {
    const [first, second] = [await organization(world), await organization(world)]
    const person = await member(world, first.id, { role: 'guest' })
    await kit.join(world, person, second.id, 'admin')
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [second.id])
    const ended = { organization: { id: second.id, subscriptionStatus: 'canceled', givesAccess: false }, role: 'admin' }
    expect(await listOf(person)).toMatchObject([
      { organization: { id: first.id, slug: first.slug, givesAccess: true }, role: 'guest' },
      ended,
    ])
    const barred = 'update organization_user set is_active = false where user_id = $1 and organization_id = $2'
    await world.sql(barred, [person.id, first.id])
    expect(await listOf(person)).toMatchObject([ended])
  })
})

describe('GET /api/organizations/{id}', tags('S442 S561 D123'), () => {
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
    const names = { firstName: 'Test', lastName: 'Person' }
    expect(forAdmin.users).toContainEqual({
      role: 'member',
      accessLevel: 'standard',
      userCategory: 'Members',
      isActive: true,
      user: { id: colleague.id, ...names, email: colleague.email },
    })
    expect(forAdmin.agents.map(({ agentId }) => agentId).toSorted()).toEqual([open, hidden].toSorted())

    const forMember = await detailsOf(colleague, firm)
    for (const name of ['contactEmail', 'maxUsers']) expect(forMember.organization).not.toHaveProperty(name)
    expect(forMember.users).toContainEqual({ userCategory: 'Members', user: { id: guest.id, ...names } })
    expect(forMember.agents.map(({ agentId }) => agentId)).toEqual([open])
    expect(JSON.stringify(forMember)).not.toMatch(/@|Be brief\./)

    const forGuest = await detailsOf(guest, firm)
    expect(forGuest).toMatchObject({ role: 'guest', users: [], organization: { memberCount: 3, creditBalance: 42 } })
    expect(await detailsOf(admin, firm)).toMatchObject({ role: 'admin', users: forAdmin.users })
  })
})

describe('the people of an organization', tags('D120 D123 S441 S568 S578'), () => {
  it('are all shown to its admins and platform admins, and as a directory to members', async () => {
    const firm = await organization(world)
    const [person, gone] = [await member(world, firm.id), await member(world, firm.id)]
    await world.sql('update organization_user set is_active = false where user_id = $1', [gone.id])
    const all = await firm.owner.client.call(members.members, { query: {} })
    expect(all.map(({ id }) => id).toSorted()).toEqual([firm.owner.id, person.id, gone.id].toSorted())
    const names = { firstName: 'Test', lastName: 'Person' }
    const given = { role: 'member', accessLevel: 'standard', userCategory: 'Members', lastActiveAt: null }
    const { id, email } = gone
    expect(all.find((one) => one.id === id)).toMatchObject({ id, email, ...names, ...given, isActive: false })
    const params = { organizationId: String(firm.id) }
    for (const { client } of [firm.owner, admin])
      expect(await client.call(members.organizationUsers, { params })).toEqual(all)
    const directory = await person.client.call(members.members, { query: {} })
    expect(directory.map(({ id }) => id).toSorted()).toEqual([firm.owner.id, person.id].toSorted())
    for (const entry of directory)
      expect(Object.keys(entry).toSorted()).toEqual(['firstName', 'id', 'lastName', 'userCategory'])
  })
})

it('POST invite opens an invitation with all six fields of the dashboard', tags('S563 S579 S583'), async () => {
  const firm = await organization(world)
  const params = { organizationId: String(firm.id) }
  const given = { firstName: 'Ada', lastName: 'Lane', role: 'admin', accessLevel: 'full', userCategory: 'Employees' }
  for (const { client } of [firm.owner, admin]) {
    const body = { email: `six.${crypto.randomUUID()}@hands.test`, ...given } as const
    const { status, body: sent } = await client.try(invitations.inviteToOrganization, { params, body })
    expect([status, sent]).toMatchObject([201, { ...body, status: 'pending' }])
    const [row] = await world.sql(
      `select email, first_name as "firstName", last_name as "lastName", role, access_level as "accessLevel",
         user_category as "userCategory" from organization_invitation where id = $1`,
      [sent.id],
    )
    expect(row).toEqual(body)
    expect(await admin.client.call(invitations.invitationsOfOrganization, { params })).toContainEqual(sent)
  }
})
