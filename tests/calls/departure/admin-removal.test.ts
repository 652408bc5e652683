import * as adminUsers from '#contract/admin/users.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import { signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)

const remove = ({ id }: Person) => ada.client.try(adminUsers.deleteUser, { params: { id } })
const restore = ({ id }: Person) => ada.client.try(adminUsers.restoreUser, { params: { id } })

async function isListed({ email }: Person, query: object = {}): Promise<boolean> {
  return (await ada.client.call(adminUsers.adminUsers, { query: { search: email, ...query } })).length > 0
}

/** Gives a person a seat in another organization. */
const seat = (person: Person, organizationId: number) =>
  world.sql('insert into organization_user (organization_id, user_id, joined_at) values ($1, $2, now())', [
    organizationId,
    person.id,
  ])
const seatsOf = ({ id }: Person) =>
  world.sql('select organization_id, is_active from organization_user where user_id = $1 order by 1', [id])

it('removal ends sign-ins, the live call, subscription and seats (S589, D143)', async () => {
  const person = await kit.subscriber(world)
  const firm = await kit.organization(world, { maxUsers: 2 })
  await seat(person, firm.id)
  const { stripeSubscriptionId } = await person.client.call(currentUser)
  await kit.switchTo(person, null)
  kit.moveTalkClock(world, 0)
  const talk = await kit.startHeardTalk(person, await kit.addAgent(world))
  await kit.passTalkTime(world, 15, talk.client)

  // Nothing changes while the payment provider is unreachable.
  const params = { id: person.id }
  await world.control({ apiFault: { stripe: 'error' } })
  await expectRefused(adminUsers.deleteUser, [ada, { params }, 503, 'payment_unavailable'])
  await world.control({ apiFault: { stripe: null } })
  expect(await userRow(world, person)).toMatchObject({ is_active: true, removed_at: null })
  expect((await person.client.try(currentUser)).status).toBe(200)
  expect(await kit.actsOn(ada, 'user', person.id)).toEqual([])

  const reply = await remove(person)
  expect(reply).toMatchObject({ status: 200, body: { success: true } })
  const days = (Date.parse(reply.body.erasedAt) - world.services.clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(30, 1)
  const ended = await kit.endedRow(world, talk.id)
  expect([ended.end_reason, ended.charged_ms >= 15_000]).toEqual(['access', true])
  expect((await person.client.try(currentUser)).status).toBe(401)
  expect(await signIn(world, person)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
  const subscription = await atProvider(world, `subscriptions/${stripeSubscriptionId}`)
  expect(subscription).toMatchObject({ cancel_at_period_end: true })
  expect(await seatsOf(person)).toEqual([{ organization_id: firm.id, is_active: false }])
  expect([await isListed(person), await isListed(person, { status: 'deleted' })]).toEqual([false, true])
  expect(await subjectsTo(world, person)).toContain('Your account was closed')
  const [act] = await kit.actsOn(ada, 'user', person.id)
  expect(act).toMatchObject({
    action: 'user.delete',
    before: { isDeleted: false, isActive: true, organizations: [firm.id] },
    after: { isDeleted: true },
  })
  expect((await remove(person)).status).toBe(404)
})

it('removal is refused for oneself; unknown people are 404 (S589, D143, D144 [S])', async () => {
  await expectRefused(
    adminUsers.deleteUser,
    [ada, { params: { id: ada.id } }, 409, 'self_change'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'user_not_found'],
  )
})

it('restoring gives back the seats that are free, as active as before (D143)', async () => {
  const [firm, full] = [await kit.organization(world), await kit.organization(world, { maxUsers: 2 })]
  const person = await kit.member(world, firm.id)
  await seat(person, full.id)
  await remove(person)
  await kit.member(world, full.id)
  const body = { isActive: true, deletedAt: null, organizations: [{ id: firm.id }] }
  expect(await restore(person)).toMatchObject({ status: 200, body })
  expect((await signIn(world, person)).status).toBe(200)
  expect(await seatsOf(person)).toEqual([
    { organization_id: firm.id, is_active: true },
    { organization_id: full.id, is_active: false },
  ])
  await kit.waitForMails(world, person.email, 'Your account is open again')
  expect((await restore(person)).status).toBe(404)
})

it('restoring keeps a deactivated person deactivated (D143)', async () => {
  const person = await registered(world)
  await ada.client.call(adminUsers.setUserStatus, { params: { id: person.id }, body: { isActive: false } })
  await remove(person)
  expect(await restore(person)).toMatchObject({ status: 200, body: { isActive: false } })
})

it('restoring is too late after 30 days, when the person is erased (D28, D143)', async () => {
  const person = await registered(world, { firstName: 'Gone' })
  await remove(person)
  await world.control({ advance: 'P29DT23H' })
  expect(await userRow(world, person)).toMatchObject({ email: person.email, erased_at: null })
  await world.control({ advance: 'PT2H' })
  const erased = { first_name: '', erased_at: expect.any(Date) }
  await expect.poll(() => userRow(world, person)).toMatchObject(erased)
  expect((await restore(person)).status).toBe(404)
  expect([await isListed(person, { status: 'deleted' }), (await signIn(world, person)).status]).toEqual([false, 401])
})
