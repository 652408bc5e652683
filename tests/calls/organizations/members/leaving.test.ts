import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as dashboard from '#contract/organizations/dashboard.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { addAgent, ownWorld, platformAdmin, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { assign, join, member, organization, switchTo } from '../../../kit/organizations/organizations.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../../kit/conversations/conversations.ts'

const world = await ownWorld()
moveTalkClock(world, 0)

const leave = (person: Pick<TestPerson, 'client'>, query: { organizationId?: number } = {}) =>
  person.client.try(organizations.leaveOrganization, { query })

const placesOf = (person: TestPerson) =>
  world.sql<{ organization_id: number }>('select organization_id from organization_user where user_id = $1', [
    person.id,
  ])

describe('POST /api/organization/leave (D179)', () => {
  it('is for everybody who belongs there, in any role, and for nobody else', async () => {
    const firm = await organization(world)
    expect((await leave({ client: world.visitor() })).status).toBe(401)
    for (const stranger of [await registered(world), (await organization(world)).owner]) {
      const reply = await leave(stranger, { organizationId: firm.id })
      expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
    }
    const platform = await leave(await platformAdmin(world), { organizationId: firm.id })
    expect([platform.status, platform.body.code]).toEqual([404, 'member_not_found'])
    for (const role of ['guest', 'member', 'admin'] as const) {
      const person = await member(world, firm.id, { role })
      const reply = await leave(person)
      expect([reply.status, reply.body]).toEqual([
        200,
        { isMember: false, organization: null, role: null, memberships: [], offersPersonal: true },
      ])
      expect(await placesOf(person)).toEqual([])
      expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: false, organizationId: null })
    }
    expect(await placesOf(firm.owner)).toEqual([{ organization_id: firm.id }])
  })

  it('keeps the last admin, even one who is alone there, and lets them go once there is another', async () => {
    const firm = await organization(world)
    const alone = await leave(firm.owner)
    expect([alone.status, alone.body.code]).toEqual([409, 'last_admin'])
    expect(await placesOf(firm.owner)).toEqual([{ organization_id: firm.id }])
    await member(world, firm.id, { role: 'admin' })
    expect((await leave(firm.owner)).status).toBe(200)
  })

  it('lets only one of two admins go when both leave at once', async () => {
    const firm = await organization(world)
    const second = await member(world, firm.id, { role: 'admin' })
    const replies = await Promise.all([leave(firm.owner), leave(second)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it("ends the person's conversation there at once, charged to the pool; the history stays with the organization", async () => {
    const [firm, agentId] = [await organization(world), await addAgent(world)]
    await assign(world, firm, agentId)
    const person = await member(world, firm.id)
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, client)
    expect((await leave(person)).status).toBe(200)
    const row = await endedRow(world, id, 0)
    expect(row).toMatchObject({ end_reason: 'access' })
    expect(row.charged_ms).toBeGreaterThanOrEqual(20_000)
    const [entry] = await world.sql<{ organization_id: number; amount_ms: string }>(
      'select organization_id, amount_ms from entry join account on account.id = account_id where ref = $1',
      [id],
    )
    expect([entry?.organization_id, Number(entry?.amount_ms)]).toEqual([firm.id, -row.charged_ms])
    const history = await firm.owner.client.call(dashboard.organizationConversations, { query: {} })
    expect(history.map((session) => session.id)).toContain(id)
  })

  it('does not end a conversation elsewhere', async () => {
    const [firm, agentId] = [await organization(world), await addAgent(world)]
    const person = await subscriber(world)
    await join(world, person, firm.id)
    await switchTo(person, null)
    const { id, client } = await startHeardTalk(person, agentId)
    expect((await leave(person, { organizationId: firm.id })).status).toBe(200)
    const [row] = await world.sql('select status from voice_session where id = $1', [id])
    expect(row).toEqual({ status: 'active' })
    client.close()
    await endedRow(world, id, 20_000)
  })

  it('returns the next context: another organization, or oneself; leaving one that is not the context changes nothing', async () => {
    const [first, second, third] = [await organization(world), await organization(world), await organization(world)]
    const person = await subscriber(world)
    for (const { id } of [first, second, third]) await join(world, person, id)
    await switchTo(person, second.id)
    const aside = await leave(person, { organizationId: third.id })
    expect(aside.body).toMatchObject({ organization: { id: second.id } })
    const after = await leave(person)
    expect(after.body).toMatchObject({ organization: { id: first.id }, memberships: [{ id: first.id }] })
    expect(await person.client.call(organizations.userOrganization)).toEqual(after.body)
    expect((await leave(person)).body).toMatchObject({ isMember: false, memberships: [] })
  })

  it('works in an organization that has ended', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    await world.sql('update organization set is_active = false where id = $1', [firm.id])
    expect((await leave(person)).status).toBe(200)
    expect(await placesOf(person)).toEqual([])
  })
})
