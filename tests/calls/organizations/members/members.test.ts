import { currentUser } from '#contract/identity/current-user.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import * as contract from '#contract/organizations/members.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { organizationConversations } from '#contract/organizations/dashboard.ts'
import { lockFellowAdmins } from '#server/organizations/members/members.ts'
import { requestDeletion } from '#server/identity/users.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, expectWrong, it, member, organization, switchTo, tags } from '#tests/calls.ts'
import { end, firmWithMember, start } from '../../../kit/organizations/limited-members.ts'

const { changeMember, changeMembers, removeMember } = contract
const { leaveOrganization } = organizations

type Firm = kit.TestOrganization

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

const input = <Body>(id: string, body: Body) => ({ params: { id }, query: {}, body })
const change = ({ owner }: Firm, id: string, body: object) => owner.client.try(changeMember, input(id, body))
const remove = ({ owner }: Firm, id: string) => owner.client.try(removeMember, { params: { id }, query: {} })
const changeAll = (body: object, organizationId: number, { client }: Pick<kit.TestPerson, 'client'>) =>
  client.request('PATCH', `/api/organization/members?organizationId=${organizationId}`, body)

/** Returns role, level, limit and state of these people, in their order. */
const rowsOf = (firm: Firm, ...people: kit.TestPerson[]) =>
  world.sql(
    `select role, access_level as level, monthly_limit_minutes as limit, is_active from organization_user
     where organization_id = $1 and user_id = any($2) order by array_position($2::uuid[], user_id)`,
    [firm.id, people.map(({ id }) => id)],
  )

const leave = ({ client }: kit.TestPerson, query: { organizationId?: number } = {}) =>
  client.call(leaveOrganization, { query })

const placesOf = async ({ id }: kit.TestPerson) =>
  (await world.sql('select organization_id as id from organization_user where user_id = $1', [id])).map(({ id }) => id)

describe('changes of a member', tags('D128'), () => {
  it('set role, level, seat, monthly minutes and category (S575, D131)', async () => {
    const [firm, other] = [await organization(world, { maxUsers: 2 }), await organization(world)]
    const person = await member(world, firm.id)
    const { id } = person
    const given = { role: 'admin', accessLevel: 'full', monthlyLimitMinutes: 30 }
    expect((await change(firm, id, given)).body).toMatchObject({ id, ...given, isActive: true })
    for (const monthlyLimitMinutes of [0, 100_000, null])
      expect((await change(firm, id, { monthlyLimitMinutes })).body).toMatchObject({ monthlyLimitMinutes })
    expect((await change(firm, id, { isActive: false })).body).toMatchObject({ isActive: false, role: 'admin' })
    // Switching a person on again needs a free seat.
    await firm.owner.client.call(inviteMember, { query: {}, body: { email: 'promised@example.com' } })
    await expectRefused(changeMember, [firm.owner, input(id, { isActive: true }), 409, 'seats_full'])
    const category = input(id, { userCategory: 'Clients' as const })
    expect((await firm.owner.client.call(contract.changeMemberCategory, category)).userCategory).toBe('Clients')
    const wrong = { monthlyLimitMinutes: [-1, 1.5, 100_001, '5', true], role: ['owner'] }
    await expectWrong(changeMember, firm.owner, input(id, {}), wrong)
    await expectWrong(contract.changeMemberCategory, firm.owner, input(id, {}), { userCategory: ['X'] })
    for (const [call, body] of [
      [changeMember, { role: 'guest' }],
      [contract.changeMemberCategory, category.body],
      [removeMember, undefined],
    ] as const)
      await expectRefused(call, [other.owner, input(id, body), 404, 'member_not_found'])
    expect(await rowsOf(firm, person)).toEqual([{ role: 'admin', level: 'full', limit: null, is_active: false }])
  })

  it('show when a person last worked there, exact to the hour', tags('S440'), async () => {
    const firm = await organization(world)
    const { id, client } = await member(world, firm.id)
    const seen = async () => {
      const list = await firm.owner.client.call(contract.members, { query: {} })
      return list.find((one) => one.id === id)?.lastActiveAt
    }
    await client.call(currentUser)
    expect(await seen()).toBeNull()
    const before = Date.now() - 1000
    for (const [age, isNew] of [
      [null, true],
      ['59 minutes', false],
      ['61 minutes', true],
    ]) {
      const setTo = 'update organization_user set last_active_at = now() - $2::interval where user_id = $1'
      await world.sql(setTo, [id, age])
      await client.call(organizations.userOrganization)
      expect([age, new Date((await seen()) ?? 0).getTime() >= before]).toEqual([age, isNew])
    }
  })

  it('never remove the last admin, however two try at once', tags('D179'), async () => {
    const firm = await organization(world)
    const { id, owner } = firm
    const [second, third] = [await member(world, id, { role: 'admin' }), await member(world, id)]
    const changeBoth = (body: object) => [owner, second].map((person) => change(firm, person.id, body))
    for (const race of [
      () => changeBoth({ role: 'member' }),
      () => changeBoth({ isActive: false }),
      () => [
        changeAll({ ids: [second.id, third.id], role: 'guest' }, id, owner),
        changeAll({ ids: [owner.id, third.id], role: 'guest' }, id, second),
      ],
      () => [owner, second].map(({ client }) => client.try(leaveOrganization, { query: {} })),
    ]) {
      const restore = "update organization_user set role = 'admin', is_active = true where user_id = any($1)"
      await world.sql(restore, [[owner.id, second.id]])
      const statuses = (await Promise.all<{ status: number }>(race())).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect([403, 404, 409]).toContain(statuses.find((status) => status !== 200))
      const rows = await rowsOf(firm, owner, second)
      expect(rows.filter(({ role, is_active: isActive }) => role === 'admin' && isActive)).toHaveLength(1)
    }
    const last = (await placesOf(owner)).length > 0 ? owner : second
    await expectRefused(leaveOrganization, [last, {}, 409, 'last_admin'])
    await expectRefused(removeMember, [last, input(last.id, undefined), 409, 'last_admin'])
    await expectRefused(changeMember, [last, input(last.id, { role: 'guest' }), 409, 'last_admin'])
  })

  it('count only present admins, not erased or deactivated ones', tags('D28'), async () => {
    const firm = await organization(world)
    const { owner } = firm
    const leaving = await member(world, firm.id, { role: 'admin' })
    const barred = await member(world, firm.id, { role: 'admin' })
    await leaving.client.call(deleteAccount, { body: { currentPassword: kit.password } })
    await world.sql('update users set is_active = false where id = $1', [barred.id])
    for (const body of [{ role: 'member' }, { isActive: false }])
      await expectRefused(changeMember, [owner, input(owner.id, body), 409, 'last_admin'])
    await expectRefused(removeMember, [owner, input(owner.id, undefined), 409, 'last_admin'])
    expect(await rowsOf(firm, owner)).toMatchObject([{ role: 'admin', is_active: true }])
    expect((await remove(firm, leaving.id)).status).toBe(200)
  })

  it('leave a present admin when one steps down while the other asks to be erased', tags('D28'), async () => {
    const firm = await organization(world)
    const second = await member(world, firm.id, { role: 'admin' })
    const locked = Promise.withResolvers<void>()
    const { promise: blocked, resolve: isBlocked } = Promise.withResolvers<void>()
    const leaving = world.services.database.write(async (tx) => {
      await lockFellowAdmins(tx, second.id)
      await requestDeletion(tx, second.id, world.services.clock.now())
      locked.resolve()
      await blocked
    })
    await locked.promise
    const stepping = change(firm, firm.owner.id, { role: 'member' })
    const waiting = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%organization_user%'`
    await expect.poll(() => world.sql(waiting)).toHaveLength(1)
    isBlocked()
    await leaving
    expect(await stepping).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  })
})

describe('a change of several members', tags('D128'), () => {
  it('sets role, level or limit for all of them only, and is on record', tags('D153'), async () => {
    const firm = await organization(world)
    const ada = await member(world, firm.id)
    const ben = await member(world, firm.id, { role: 'guest', accessLevel: 'full' })
    const cleo = await member(world, firm.id)
    const ids = [ada.id, ben.id]
    const limited = await changeAll({ ids: [...ids, ada.id], monthlyLimitMinutes: 60 }, firm.id, firm.owner)
    expect(limited).toMatchObject({ status: 200, body: { changedCount: 2 } })
    await changeAll({ ids, accessLevel: 'premium' }, firm.id, firm.owner)
    expect(await rowsOf(firm, ada, ben, cleo)).toMatchObject([
      { role: 'member', level: 'premium', limit: 60 },
      { role: 'guest', level: 'premium', limit: 60 },
      { role: 'member', level: 'standard', limit: null },
    ])
    const admin = await kit.platformAdmin(world)
    const { body } = await changeAll({ ids, role: 'admin', monthlyLimitMinutes: null }, firm.id, admin)
    expect(body).toEqual({ changedCount: 2 })
    const both = { role: 'admin', limit: null }
    expect(await rowsOf(firm, ada, ben)).toMatchObject([both, both])
    const [act] = await kit.actsOn(admin, 'organization', firm.id)
    expect(act).toMatchObject({
      action: 'organization.changeMembers',
      before: { [`member ${ada.id} role`]: 'member', [`member ${ben.id} role`]: 'guest' },
      after: { [`member ${ada.id} role`]: 'admin', [`member ${ben.id} role`]: 'admin' },
    })
  })

  it('changes nobody when one person is a stranger or no admin would stay', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const { owner } = firm
    const [ada, ben] = [await member(world, firm.id), await member(world, firm.id, { role: 'admin' })]
    const foreign = await member(world, other.id)
    const everyone = [ada, ben, owner]
    await expectRefused(
      changeMembers,
      [owner, { body: { ids: [ada.id, foreign.id], role: 'guest' } }, 404, 'member_not_found'],
      [owner, { body: { ids: everyone.map(({ id }) => id), role: 'member' } }, 409, 'last_admin'],
    )
    expect((await rowsOf(firm, ...everyone)).map(({ role }) => role)).toEqual(['member', 'admin', 'admin'])
    expect((await rowsOf(other, foreign)).map(({ role }) => role)).toEqual(['member'])
    // Everybody but one admin may step down, even the one who asks.
    const down = { ids: [owner.id, ada.id], role: 'member' }
    expect((await changeAll(down, firm.id, owner)).body).toEqual({ changedCount: 2 })
    await expectRefused(changeMembers, [owner, { body: down }, 403, 'forbidden'])
  })

  it('limits the next conversation and mails those who have passed the new limit', tags('D131'), async () => {
    const talked = await firmWithMember(world, null, 120)
    const { firm, person } = talked
    const quiet = await member(world, firm.id)
    await end(talked, (await start(talked)).body.id)
    await changeAll({ ids: [person.id, quiet.id], monthlyLimitMinutes: 2 }, firm.id, firm.owner)
    expect((await start(talked)).body.code).toBe('budget_reached')
    const noticesTo = async ({ email }: kit.TestPerson) =>
      (await kit.mailedSubjects(world, email)).filter((subject) => subject.includes('minutes')).length
    expect(await Promise.all([person, firm.owner, quiet].map(noticesTo))).toEqual([1, 1, 0])
  })

  it('is refused without people and a change that can be made', async () => {
    const { owner } = await organization(world)
    const id = crypto.randomUUID()
    for (const [body, field] of [
      [{ ids: [], role: 'guest' }, 'ids'],
      [{ ids: ['x'], role: 'guest' }, 'ids.0'],
      [{ role: 'guest' }, 'ids'],
      [{ ids: Array.from({ length: 1001 }, () => crypto.randomUUID()), role: 'guest' }, 'ids'],
      [{ ids: [id], role: 'owner' }, 'role'],
      [{ ids: [id], monthlyLimitMinutes: 1.5 }, 'monthlyLimitMinutes'],
      [{ ids: [id] }, undefined],
      [{ ids: [id], isActive: false }, undefined],
    ] as const) {
      const reply = await owner.client.request('PATCH', '/api/organization/members', body)
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', field])
    }
  })
})

describe('POST /api/organization/leave', tags('D179'), () => {
  it('is for everybody who belongs there, even after its end', async () => {
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

  it("ends the person's conversation there at once, and no other", async () => {
    const firm = await organization(world)
    const agentId = await kit.assignedAgent(world, firm)
    const person = await member(world, firm.id)
    const { id, client } = await kit.startHeardTalk(person, agentId)
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
    expect(await firm.owner.client.call(organizationConversations, { query: {} })).toMatchObject([{ id }])
    // A conversation elsewhere goes on.
    const payer = await kit.subscriber(world)
    await kit.join(world, payer, firm.id)
    await switchTo(payer, null)
    const own = await kit.startHeardTalk(payer, agentId)
    await leave(payer, { organizationId: firm.id })
    expect(await world.sql('select status from voice_session where id = $1', [own.id])).toEqual([{ status: 'active' }])
    await kit.endTalk(payer, own.id)
  })

  it('returns the next context, which stays when another one is left', async () => {
    const [first, second, third] = [await organization(world), await organization(world), await organization(world)]
    const person = await kit.registered(world)
    for (const { id } of [first, second, third]) await kit.join(world, person, id)
    await switchTo(person, second.id)
    expect(await leave(person, { organizationId: third.id })).toMatchObject({ organization: { id: second.id } })
    const after = await leave(person)
    expect(after).toMatchObject({ organization: { id: first.id }, memberships: [{ id: first.id }] })
    expect(await person.client.call(organizations.userOrganization)).toEqual(after)
    expect(await leave(person)).toMatchObject({ isMember: false, memberships: [] })
  })
})
