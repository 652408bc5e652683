import { currentUser } from '#contract/identity/current-user.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as members from '#contract/organizations/members.ts'
import * as settings from '#contract/organizations/settings.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as departure from '#contract/departure/departure.ts'
import { lockFellowAdmins } from '#server/organizations/members/members.ts'
import { requestDeletion } from '#server/identity/users.ts'
import { describe, expect, it, password, queuedMails, sharedWorld, type TestPerson, vi } from '#tests/calls.ts'
import { member, organization, type TestOrganization } from '../../../kit/organizations/organizations.ts'

const world = await sharedWorld()

describe('changes of members (D128)', () => {
  const change = (firm: TestOrganization, id: string, body: object) =>
    firm.owner.client.try(members.changeMember, { params: { id }, query: {}, body })
  const remove = (firm: TestOrganization, id: string) =>
    firm.owner.client.try(members.removeMember, { params: { id }, query: {} })

  it('set role, level, seat, monthly minutes and category (S575)', async () => {
    const firm = await organization(world)
    const { id } = await member(world, firm.id)
    const given = { role: 'admin', accessLevel: 'full', monthlyLimitMinutes: 30 }
    expect((await change(firm, id, given)).body).toMatchObject({ id, ...given, isActive: true })
    expect((await change(firm, id, { monthlyLimitMinutes: null, isActive: false })).body).toMatchObject({
      monthlyLimitMinutes: null,
      isActive: false,
      role: 'admin',
    })
    const category = await firm.owner.client.call(members.changeMemberCategory, {
      params: { id },
      query: {},
      body: { userCategory: 'Clients' },
    })
    expect(category.userCategory).toBe('Clients')
    const move = (by: TestOrganization, userCategory: string) =>
      by.owner.client.request('PATCH', `/api/organization/members/${id}/category`, { userCategory })
    expect((await move(firm, 'X')).status).toBe(400)
    expect((await move(await organization(world), 'Public')).status).toBe(404)
    expect((await change(firm, id, { role: 'owner' })).status).toBe(400)
  })

  it('show when a person last worked there, from the first request on and exact to the hour (S440)', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    const seen = async () => {
      const list = await firm.owner.client.call(members.members, { query: {} })
      return list.find(({ id }) => id === person.id)?.lastActiveAt
    }
    const setTo = (age: string) =>
      world.sql('update organization_user set last_active_at = now() - $2::interval where user_id = $1', [
        person.id,
        age,
      ])
    expect(await seen()).toBeNull()
    await person.client.call(currentUser)
    expect(await seen()).toBeNull()
    const work = () => person.client.call(organizations.userOrganization)
    const before = Date.now()
    await work()
    const first = await seen()
    expect(new Date(first ?? 0).getTime()).toBeGreaterThanOrEqual(before - 1000)
    await setTo('59 minutes')
    const kept = await seen()
    await work()
    expect(await seen()).toBe(kept)
    await setTo('61 minutes')
    await work()
    expect(new Date((await seen()) ?? 0).getTime()).toBeGreaterThanOrEqual(before - 1000)
  })

  it('never remove the last admin, however many try at once', async () => {
    const firm = await organization(world)
    const second = await member(world, firm.id, { role: 'admin' })
    for (const body of [{ role: 'member' }, { isActive: false }]) {
      const [one, other] = await Promise.all([change(firm, firm.owner.id, body), change(firm, second.id, body)])
      const lost = [one, other].find(({ status }) => status !== 200)
      expect([409, 403, 404]).toContain(lost?.status)
      const [row] = await world.sql(
        "select count(*)::integer as admins from organization_user where organization_id = $1 and role = 'admin' and is_active",
        [firm.id],
      )
      expect(row).toEqual({ admins: 1 })
      await world.sql("update organization_user set role = 'admin', is_active = true where organization_id = $1", [
        firm.id,
      ])
    }
    expect((await remove(firm, second.id)).body).toEqual({ success: true })
    for (const reply of [await remove(firm, firm.owner.id), await change(firm, firm.owner.id, { role: 'guest' })]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
    }
  })

  it('count only present admins, not one who has asked to be erased or is deactivated (D28, D128)', async () => {
    const firm = await organization(world)
    const leaving = await member(world, firm.id, { role: 'admin' })
    const barred = await member(world, firm.id, { role: 'admin' })
    await leaving.client.call(departure.deleteAccount, { body: { currentPassword: password } })
    await world.sql('update users set is_active = false where id = $1', [barred.id])
    for (const reply of [
      await change(firm, firm.owner.id, { role: 'member' }),
      await change(firm, firm.owner.id, { isActive: false }),
      await remove(firm, firm.owner.id),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
    }
    const [row] = await world.sql('select role, is_active from organization_user where user_id = $1', [firm.owner.id])
    expect(row).toEqual({ role: 'admin', is_active: true })
    expect((await remove(firm, leaving.id)).status).toBe(200)
  })

  it('leave a present admin when one steps down while the other asks to be erased (D28, D128)', async () => {
    const firm = await organization(world)
    const second = await member(world, firm.id, { role: 'admin' })
    const { promise: blocked, resolve: isBlocked } = Promise.withResolvers<void>()
    const leaving = world.services.database.write(async (tx) => {
      await lockFellowAdmins(tx, second.id)
      await requestDeletion(tx, second.id, world.services.clock.now())
      await blocked
    })
    const stepping = change(firm, firm.owner.id, { role: 'member' })
    await vi.waitFor(async () => {
      const waiting = await world.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%organization_user%'",
      )
      expect(waiting).toHaveLength(1)
    })
    isBlocked()
    await leaving
    const reply = await stepping
    expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
  })

  it('notify only present admins, not one who has asked to be erased (D28)', async () => {
    const firm = await organization(world)
    const leaving = await member(world, firm.id, { role: 'admin' })
    await leaving.client.call(departure.deleteAccount, { body: { currentPassword: password } })
    const { name } = await firm.owner.client.call(settings.organizationSettings, { query: {} })
    await firm.owner.client.call(settings.archiveOrganization, { query: {}, body: { name } })
    const subjects = async ({ email }: TestPerson) => (await queuedMails(world, email)).map(({ subject }) => subject)
    expect(await subjects(firm.owner)).toContain(`${name} is archived`)
    expect(await subjects(leaving)).not.toContain(`${name} is archived`)
  })

  it('need a free seat to switch a person on again', async () => {
    const firm = await organization(world, { maxUsers: 2 })
    const { id } = await member(world, firm.id)
    await change(firm, id, { isActive: false })
    await firm.owner.client.call(invitations.inviteMember, { query: {}, body: { email: 'promised@example.com' } })
    const reply = await change(firm, id, { isActive: true })
    expect([reply.status, reply.body.code]).toEqual([409, 'seats_full'])
  })

  it('in other organizations are 404', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const { id } = await member(world, other.id)
    for (const reply of [await change(firm, id, { role: 'admin' }), await remove(firm, id)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'member_not_found'])
    }
    expect((await world.sql('select role from organization_user where user_id = $1', [id]))[0]?.role).toBe('member')
  })
})
