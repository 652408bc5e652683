import { endConversation } from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { organizationConversations } from '#contract/organizations/dashboard.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, join, member, organization, startHeardTalk, switchTo, tags } = kit
const { leaveOrganization } = organizations

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

const leave = ({ client }: kit.TestPerson, query: { organizationId?: number } = {}) =>
  client.call(leaveOrganization, { query })

const placesOf = async ({ id }: kit.TestPerson) =>
  (await world.sql('select organization_id from organization_user where user_id = $1', [id])).map(
    (row) => row.organization_id,
  )

describe('POST /api/organization/leave', tags('D179'), () => {
  it('is for everybody who belongs there, in any role, even after its end, and for nobody else', async () => {
    const firm = await organization(world)
    const query = { organizationId: firm.id }
    await expectRefused(leaveOrganization, [await kit.platformAdmin(world), { query }, 404, 'member_not_found'])
    const left = { isMember: false, organization: null, role: null, memberships: [], offersPersonal: true }
    for (const role of ['guest', 'member', 'admin', 'member'] as const) {
      const person = await member(world, firm.id, { role })
      expect(await leave(person)).toEqual(left)
      expect(await placesOf(person)).toEqual([])
      expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: false, organizationId: null })
      if (role === 'admin') await world.sql('update organization set is_active = false where id = $1', [firm.id])
    }
    expect(await placesOf(firm.owner)).toEqual([firm.id])
  })

  it('keeps the last admin, even one who is alone there, or of two who leave at once', async () => {
    const firm = await organization(world)
    await expectRefused(leaveOrganization, [firm.owner, {}, 409, 'last_admin'])
    expect(await placesOf(firm.owner)).toEqual([firm.id])
    const second = await member(world, firm.id, { role: 'admin' })
    const tries = [firm.owner, second].map(({ client }) => client.try(leaveOrganization, { query: {} }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it("ends the person's conversation there at once, charged to the pool, which keeps the history", async () => {
    const [firm, agentId] = [await organization(world), await kit.addAgent(world)]
    await kit.assign(world, firm, agentId)
    const person = await member(world, firm.id)
    const { id, client } = await startHeardTalk(person, agentId)
    await kit.passTalkTime(world, 20, client)
    await leave(person)
    const { end_reason: reason, charged_ms: charged } = await kit.endedRow(world, id, 0)
    expect(reason).toBe('access')
    expect(charged).toBeGreaterThanOrEqual(20_000)
    const entries = await world.sql(
      'select organization_id, amount_ms::int from entry join account on account.id = account_id where ref = $1',
      [id],
    )
    expect(entries).toEqual([{ organization_id: firm.id, amount_ms: -charged }])
    const history = await firm.owner.client.call(organizationConversations, { query: {} })
    expect(history.map((session) => session.id)).toContain(id)
  })

  it('does not end a conversation elsewhere', async () => {
    const [firm, agentId] = [await organization(world), await kit.addAgent(world)]
    const person = await kit.subscriber(world)
    await join(world, person, firm.id)
    await switchTo(person, null)
    const { id, client } = await startHeardTalk(person, agentId)
    await leave(person, { organizationId: firm.id })
    expect(await world.sql('select status from voice_session where id = $1', [id])).toEqual([{ status: 'active' }])
    await person.client.call(endConversation, { params: { id }, body: {} })
    await client.closed
  })

  it('returns the next context; leaving one that is not the context changes nothing', async () => {
    const [first, second, third] = [await organization(world), await organization(world), await organization(world)]
    const person = await kit.subscriber(world)
    for (const { id } of [first, second, third]) await join(world, person, id)
    await switchTo(person, second.id)
    expect(await leave(person, { organizationId: third.id })).toMatchObject({ organization: { id: second.id } })
    const after = await leave(person)
    expect(after).toMatchObject({ organization: { id: first.id }, memberships: [{ id: first.id }] })
    expect(await person.client.call(organizations.userOrganization)).toEqual(after)
    expect(await leave(person)).toMatchObject({ isMember: false, memberships: [] })
  })
})
