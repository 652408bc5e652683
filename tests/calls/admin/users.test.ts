import { describe, expect, it } from 'vitest'
import * as adminUsers from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as departure from '#contract/departure/departure.ts'
import {
  actsOn,
  addAgent,
  onlyAdmins,
  ownWorld,
  password,
  platformAdmin,
  promoteToAdmin,
  registered,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../kit/conversations/conversations.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

function setStatus(by: TestPerson, id: string, isActive: boolean) {
  return by.client.try(adminUsers.setUserStatus, { params: { id }, body: { isActive } })
}

function setRole(
  by: TestPerson,
  id: string,
  body: { role: 'user' | 'admin' | 'organization_admin'; organizationId?: number },
) {
  return by.client.try(adminUsers.setUserRole, { params: { id }, body })
}

async function roleOf({ id }: TestPerson) {
  const [row] = await world.sql<{ role: string }>('select role from users where id = $1', [id])
  return row?.role
}

const placeOf = async (organizationId: number, { id }: TestPerson) => {
  const [row] = await world.sql(
    'select role, is_active from organization_user where organization_id = $1 and user_id = $2',
    [organizationId, id],
  )
  return row
}

describe('GET /api/admin/users (S459, S586, D142 [S])', () => {
  it('is only for platform admins, whatever the role of others (S538, S332)', async () => {
    const firm = await organization(world)
    const orgAdmin = await registered(world)
    await world.sql("update users set role = 'organization_admin' where id = $1", [orgAdmin.id])
    for (const { client } of [await registered(world), await member(world, firm.id), firm.owner, orgAdmin]) {
      const reply = await client.try(adminUsers.adminUsers, { query: {} })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await world.visitor().try(adminUsers.adminUsers, { query: {} })).status).toBe(401)
    expect((await setRole(orgAdmin, orgAdmin.id, { role: 'admin' })).status).toBe(403)
    expect(await roleOf(orgAdmin)).toBe('organization_admin')
  })

  it('lists everybody with the ten fields and no secret (S459)', async () => {
    const person = await subscriber(world, 'uplift', { firstName: 'Zelda' })
    const firm = await organization(world, { minutes: 300, owner: person })
    const list = await ada.client.call(adminUsers.adminUsers, { query: {} })
    const row = list.find(({ id }) => id === person.id)
    expect(row).toMatchObject({
      id: person.id,
      email: person.email,
      firstName: 'Zelda',
      lastName: 'Person',
      role: 'user',
      isActive: true,
      creditBalance: 150,
      hasOrganizationAccess: true,
      organizationCredits: 300,
      category: 'Employees',
      organizations: [{ id: firm.id, role: 'admin', isOnlyAdmin: true }],
    })
    expect(list.find(({ id }) => id === ada.id)).toMatchObject({
      role: 'admin',
      organizationCredits: null,
      category: '',
    })
    expect(JSON.stringify(list)).not.toMatch(/password|argon2/i)
  })

  it('marks people whose deletion would leave an organization without a present admin (D28, D144)', async () => {
    const firm = await organization(world)
    const other = await member(world, firm.id, { role: 'admin' })
    const placesOf = async ({ id, email }: TestPerson) => {
      const list = await ada.client.call(adminUsers.adminUsers, { query: { search: email } })
      return list.find((user) => user.id === id)?.organizations
    }
    expect(await placesOf(firm.owner)).toMatchObject([{ id: firm.id, isOnlyAdmin: false }])
    await other.client.call(departure.deleteAccount, { body: { currentPassword: password } })
    expect(await placesOf(firm.owner)).toMatchObject([{ id: firm.id, isOnlyAdmin: true }])
  })

  it('searches names and addresses, filters, sorts both ways, and pages with the total (D150, D166)', async () => {
    for (const firstName of ['Quax Cleo', 'Quax Abel', 'Quax 100%']) await registered(world, { firstName })
    const search = async (query: object) => {
      const reply = await ada.client.try(adminUsers.adminUsers, { query: { search: 'quax', ...query } })
      return [
        reply.body.map(({ firstName }: { firstName: string }) => firstName.slice(5)),
        reply.headers.get('x-total-count'),
      ]
    }
    expect(await search({})).toEqual([['100%', 'Abel', 'Cleo'], '3'])
    expect(await search({ sort: '-name' })).toEqual([['Cleo', 'Abel', '100%'], '3'])
    expect(await search({ sort: 'created' })).toEqual([['Cleo', 'Abel', '100%'], '3'])
    expect(await search({ limit: 1, offset: 1 })).toEqual([['Abel'], '3'])
    expect(await search({ offset: 9 })).toEqual([[], '3'])
    expect(await search({ role: 'admin' })).toEqual([[], '0'])
    expect(await search({ search: '100%' })).toEqual([['100%'], '1'])
    expect(await search({ search: 'q_ax' })).toEqual([[], '0'])
    const [person] = await ada.client.call(adminUsers.adminUsers, { query: { search: 'quax abel' } })
    await setStatus(ada, person?.id ?? '', false)
    expect(await search({ status: 'inactive' })).toEqual([['Abel'], '1'])
    expect(await search({ status: 'active' })).toEqual([['100%', 'Cleo'], '2'])
    const wrong = await ada.client.request('GET', '/api/admin/users?sort=password_hash')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_query', field: 'sort' } })
  })
})

describe('PATCH /api/admin/users/:id/status (S587, D14 [S], D144)', () => {
  it('signs the person out everywhere, ends the live conversation and charges it to that second', async () => {
    const person = await subscriber(world)
    moveTalkClock(world, 0)
    const talk = await startHeardTalk(person, await addAgent(world))
    await passTalkTime(world, 20, talk.client)
    const reply = await setStatus(ada, person.id, false)
    expect(reply).toMatchObject({ status: 200, body: { id: person.id, isActive: false } })
    const ended = await endedRow(world, talk.id)
    expect(ended.end_reason).toBe('access')
    expect(ended.charged_ms).toBeGreaterThanOrEqual(20_000)
    expect(ended.charged_ms % 1000).toBe(0)
    expect(await world.sql('select from session where user_id = $1', [person.id])).toEqual([])
    expect((await person.client.try(currentUser)).status).toBe(401)
    const login = () => world.visitor().try(auth.login, { body: { email: person.email, password } })
    expect(await login()).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    await setStatus(ada, person.id, true)
    expect((await login()).status).toBe(200)
    expect(await actsOn(ada, 'user', person.id)).toMatchObject([
      { action: 'user.status', before: { isActive: false }, after: { isActive: true } },
      { action: 'user.status', before: { isActive: true }, after: { isActive: false }, targetName: person.email },
    ])
  })

  it('requires the field and a person: 400 and 404', async () => {
    const path = `/api/admin/users/${ada.id}/status`
    expect(await ada.client.request('PATCH', path, {})).toMatchObject({ status: 400, body: { field: 'isActive' } })
    const unknown = await setStatus(ada, crypto.randomUUID(), false)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found'])
  })

  it('is refused for oneself (D144 [S])', async () => {
    const bob = await platformAdmin(world)
    const reply = await setStatus(bob, bob.id, false)
    expect([reply.status, reply.body.code]).toEqual([409, 'self_change'])
  })

  it('leaves one of two admins who deactivate each other at once (D144 [S])', async () => {
    for (const act of [
      (by: TestPerson, { id }: TestPerson) => setStatus(by, id, false),
      (by: TestPerson, { id }: TestPerson) => setRole(by, id, { role: 'user' }),
      (by: TestPerson, { id }: TestPerson) => by.client.try(adminUsers.deleteUser, { params: { id } }),
    ]) {
      const [one, two] = [await platformAdmin(world), await platformAdmin(world)]
      await onlyAdmins(world, one, two)
      const replies = await Promise.all([act(one, two), act(two, one)])
      // The later one is refused as the last admin's, or came from a person who was no longer an admin or signed in.
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const admins = await world.sql("select from users where role = 'admin' and is_active")
      expect(admins).toHaveLength(1)
      await promoteToAdmin(world, ada)
    }
  })
})

describe('PATCH /api/admin/users/:id/role (S475, S588, D145)', () => {
  it('accepts the three roles, effective at once and recorded; others are 400', async () => {
    const person = await registered(world)
    for (const role of ['organization_admin', 'admin', 'user'] as const) {
      expect(await setRole(ada, person.id, { role })).toMatchObject({ status: 200, body: { role } })
      expect((await person.client.call(currentUser)).role).toBe(role)
    }
    const bad = await ada.client.request('PATCH', `/api/admin/users/${person.id}/role`, { role: 'owner' })
    expect(bad).toMatchObject({ status: 400, body: { field: 'role' } })
    expect((await setRole(ada, crypto.randomUUID(), { role: 'user' })).status).toBe(404)
    const [last] = await actsOn(ada, 'user', person.id)
    expect(last).toMatchObject({
      action: 'user.role',
      before: { role: 'admin' },
      after: { role: 'user' },
      adminId: ada.id,
    })
  })

  it('is refused for oneself (D144 [S])', async () => {
    const reply = await setRole(ada, ada.id, { role: 'user' })
    expect([reply.status, reply.body.code, await roleOf(ada)]).toEqual([409, 'self_change', 'admin'])
  })

  it('makes the person an admin of the named organization, with a seat there (D145)', async () => {
    const [firm, full] = [await organization(world), await organization(world, { maxUsers: 1 })]
    const person = await registered(world)
    expect((await setRole(ada, person.id, { role: 'organization_admin', organizationId: firm.id })).status).toBe(200)
    expect(await placeOf(firm.id, person)).toEqual({ role: 'admin', is_active: true })
    const refused = await setRole(ada, person.id, { role: 'organization_admin', organizationId: full.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'seats_full'])
    const unknown = await setRole(ada, person.id, { role: 'organization_admin', organizationId: 999_999 })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found'])
  })

  it('uses the only membership, asks when there are several, and accepts none (D145)', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const person = await member(world, firm.id)
    await setRole(ada, person.id, { role: 'organization_admin' })
    expect(await placeOf(firm.id, person)).toMatchObject({ role: 'admin' })
    const busy = await member(world, firm.id)
    await setRole(ada, busy.id, { role: 'organization_admin', organizationId: other.id })
    const asked = await setRole(ada, busy.id, { role: 'organization_admin' })
    expect([asked.status, asked.body.code]).toEqual([400, 'organization_required'])
    expect((await setRole(ada, (await registered(world)).id, { role: 'organization_admin' })).status).toBe(200)
  })

  it('makes the admin a member again with user, unless they are the last admin there (D145)', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    await setRole(ada, person.id, { role: 'organization_admin' })
    await setRole(ada, person.id, { role: 'user' })
    expect(await placeOf(firm.id, person)).toMatchObject({ role: 'member' })
    await setRole(ada, firm.owner.id, { role: 'organization_admin' })
    const reply = await setRole(ada, firm.owner.id, { role: 'user' })
    expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
    expect([await roleOf(firm.owner), await placeOf(firm.id, firm.owner)]).toEqual([
      'organization_admin',
      { role: 'admin', is_active: true },
    ])
  })
})
