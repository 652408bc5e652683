import { describe, expect, it } from 'vitest'
import * as adminUsers from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import {
  actsOn,
  addAgent,
  ownWorld,
  password,
  platformAdmin,
  queuedMails,
  registered,
  subscriber,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'
import { atProvider } from '../../kit/billing/provider.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../kit/conversations/conversations.ts'
import { member, organization, switchTo } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const remove = (id: string, by = ada) => by.client.try(adminUsers.deleteUser, { params: { id } })
const restore = (id: string) => ada.client.try(adminUsers.restoreUser, { params: { id } })
const signIn = ({ email }: TestPerson) => world.visitor().try(auth.login, { body: { email, password } })

async function rowOf({ id }: TestPerson) {
  const [row] = await world.sql('select * from users where id = $1', [id])
  return row
}

async function isListed({ email }: TestPerson, query: object = {}): Promise<boolean> {
  return (await ada.client.call(adminUsers.adminUsers, { query: { search: email, ...query } })).length > 0
}

describe('DELETE /api/admin/users/:id (S589, D143)', () => {
  it('ends sign-ins, the live call, the subscription and the seats, and removes the person from the list', async () => {
    const person = await subscriber(world)
    const firm = await organization(world, { maxUsers: 2 })
    await world.sql(`insert into organization_user (organization_id, user_id, joined_at) values ($1, $2, now())`, [
      firm.id,
      person.id,
    ])
    const { stripeSubscriptionId } = await person.client.call(currentUser)
    await switchTo(person, null)
    moveTalkClock(world, 0)
    const talk = await startHeardTalk(person, await addAgent(world))
    await passTalkTime(world, 15, talk.client)
    const reply = await remove(person.id)
    expect(reply).toMatchObject({ status: 200, body: { success: true } })
    const days = (Date.parse(reply.body.erasedAt) - world.services.clock.now().getTime()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    const ended = await endedRow(world, talk.id)
    expect([ended.end_reason, ended.charged_ms >= 15_000]).toEqual(['access', true])
    expect((await person.client.try(currentUser)).status).toBe(401)
    expect(await signIn(person)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    expect(await atProvider(world, `subscriptions/${stripeSubscriptionId}`)).toMatchObject({
      cancel_at_period_end: true,
    })
    expect(await world.sql('select is_active from organization_user where user_id = $1', [person.id])).toEqual([
      { is_active: false },
    ])
    expect([await isListed(person), await isListed(person, { status: 'deleted' })]).toEqual([false, true])
    expect((await queuedMails(world, person.email)).map(({ subject }) => subject)).toContain('Your account was closed')
    const [act] = await actsOn(ada, 'user', person.id)
    expect(act).toMatchObject({
      action: 'user.delete',
      before: { isDeleted: false, isActive: true, organizations: [firm.id] },
      after: { isDeleted: true },
    })
    expect((await remove(person.id)).status).toBe(404)
  })

  it('is refused for oneself, and unknown people are 404 (D144 [S])', async () => {
    const self = await remove(ada.id)
    expect([self.status, self.body.code]).toEqual([409, 'self_change'])
    expect((await remove(crypto.randomUUID())).status).toBe(404)
    const person = await registered(world)
    expect((await remove(person.id, person)).status).toBe(403)
    expect(await rowOf(person)).toMatchObject({ is_active: true, removed_at: null })
  })

  it('changes nothing while the payment provider is unreachable', async () => {
    const person = await subscriber(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await remove(person.id)
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await rowOf(person)).toMatchObject({ is_active: true, removed_at: null })
    expect((await person.client.try(currentUser)).status).toBe(200)
    expect(await actsOn(ada, 'user', person.id)).toEqual([])
  })
})

describe('POST /api/admin/users/:id/restore (D143)', () => {
  it('restores the person with seats that are free, as active as before', async () => {
    const [firm, full] = [await organization(world), await organization(world, { maxUsers: 2 })]
    const person = await member(world, firm.id)
    await world.sql(`insert into organization_user (organization_id, user_id, joined_at) values ($1, $2, now())`, [
      full.id,
      person.id,
    ])
    await remove(person.id)
    await member(world, full.id)
    expect(await restore(person.id)).toMatchObject({
      status: 200,
      body: { isActive: true, deletedAt: null, organizations: [{ id: firm.id }] },
    })
    expect((await signIn(person)).status).toBe(200)
    const places = await world.sql(
      'select organization_id, is_active from organization_user where user_id = $1 order by 1',
      [person.id],
    )
    expect(places).toEqual([
      { organization_id: firm.id, is_active: true },
      { organization_id: full.id, is_active: false },
    ])
    await waitForMails(world, person.email, 'Your account is open again')
    expect((await restore(person.id)).status).toBe(404)
  })

  it('keeps a deactivated person deactivated', async () => {
    const person = await registered(world)
    await ada.client.call(adminUsers.setUserStatus, { params: { id: person.id }, body: { isActive: false } })
    await remove(person.id)
    expect(await restore(person.id)).toMatchObject({ status: 200, body: { isActive: false } })
  })

  it('is too late after 30 days, when the person is erased like people who leave (D28, D143)', async () => {
    const person = await registered(world, { firstName: 'Gone' })
    await remove(person.id)
    await world.control({ advance: 'P29DT23H' })
    expect(await rowOf(person)).toMatchObject({ email: person.email, erased_at: null })
    await world.control({ advance: 'PT2H' })
    await expect.poll(() => rowOf(person)).toMatchObject({ first_name: '', erased_at: expect.any(Date) })
    expect((await restore(person.id)).status).toBe(404)
    expect([await isListed(person, { status: 'deleted' }), (await signIn(person)).status]).toEqual([false, 401])
  })
})
