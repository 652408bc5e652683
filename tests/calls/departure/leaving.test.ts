import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import * as adminUsers from '#contract/admin/users.ts'
import * as voice from '#contract/conversations/voice.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import { overdueSubscriber } from '#tests/kit/billing/subscriptions.ts'
import { sessionsOf, signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, organization, registered, subscriber, tags } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const agentId = await kit.addAgent(world)
const body = { currentPassword: kit.password }
const leave = ({ client }: Person) => client.call(deleteAccount, { body })
const rowOf = (person: Person) => userRow(world, person)
const daysUntil = (at: string) => (Date.parse(at) - world.services.clock.now().getTime()) / 86_400_000
const statusOf = async ({ client }: Person) => (await client.try(currentUser)).status

async function expectOneStays(people: Person[]): Promise<void> {
  const replies = await Promise.all(people.map(({ client }) => client.try(deleteAccount, { body })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
}

it('leaving ends a subscription with a waiting payment at once (D28)', async () => {
  const person = await overdueSubscriber(world)
  const { stripeSubscriptionId: id } = await person.client.call(currentUser)
  await leave(person)
  expect(await atProvider(world, `subscriptions/${id}`)).toMatchObject({ status: 'canceled' })
  const invoices = await atProvider<{ data: { status: string }[] }>(world, `invoices?subscription=${id}`)
  expect(invoices.data.map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
  expect((await signIn(world, person)).body).toMatchObject({ subscriptionStatus: 'canceled', isRestored: true })
})

it('leaving requires the password, and admits no session from the same time (D15, D28)', async () => {
  const person = await registered(world)
  const field = 'currentPassword'
  await expectRefused(
    deleteAccount,
    [person, { body: { currentPassword: 'wrong-horse-1' } }, 400, { code: 'wrong_password', field }],
    [person, { body: {} }, 400, { field }],
  )
  expect([await rowOf(person), await statusOf(person)]).toMatchObject([{ deletion_requested_at: null }, 200])
  await world.sql('update users set deletion_requested_at = now() where id = $1', [person.id])
  expect(await statusOf(person)).toBe(401)
})

it('leaving signs out everywhere; a sign-in within 7 days cancels it (D28)', async () => {
  const person = await registered(world)
  await signIn(world, person)
  const { erasedAt } = await leave(person)
  expect(daysUntil(erasedAt)).toBeCloseTo(7, 2)
  expect([await statusOf(person), await sessionsOf(world, person)]).toEqual([401, []])
  expect((await subjectsTo(world, person))[0]).toBe('Your account will be deleted')

  await world.control({ advance: 'P6DT23H' })
  expect((await signIn(world, person, 'wrong-horse-1')).status).toBe(401)
  const leaving = { email: person.email, erased_at: null, deletion_requested_at: expect.any(Date) }
  expect(await rowOf(person)).toMatchObject(leaving)
  expect(await signIn(world, person)).toMatchObject({ status: 200, body: { id: person.id, isRestored: true } })
  expect((await subjectsTo(world, person))[0]).toBe('Your account will not be deleted')
  expect((await signIn(world, person)).body).toMatchObject({ isRestored: false })
  await world.control({ advance: 'P2D' })
  expect(await rowOf(person)).toMatchObject({ email: person.email, erased_at: null, is_active: true })
})

it('leaving sets the subscription to end; a person who returns can resume it', tags('D28'), async () => {
  const person = await subscriber(world)
  const { stripeSubscriptionId } = await person.client.call(currentUser)
  const state = () => atProvider(world, `subscriptions/${stripeSubscriptionId}`)
  // Nothing changes while the payment provider is unreachable.
  await kit.expectUnavailable(world, () => person.client.try(deleteAccount, { body }))
  expect([await rowOf(person), await statusOf(person)]).toMatchObject([{ deletion_requested_at: null }, 200])
  await leave(person)
  expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  const back = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, creditBalance: 150, hasAccess: true }
  expect((await signIn(world, person)).body).toMatchObject(back)
})

it('leaving keeps the last admin of the platform and of an organization (D28)', async () => {
  const admins = [await kit.platformAdmin(world), await kit.platformAdmin(world)]
  await kit.onlyAdmins(world, ...admins)
  await expectOneStays(admins)
  await kit.promoteToAdmin(world, ada)
  const alone = await organization(world)
  await leave(alone.owner)
  const { id, owner } = await organization(world)
  const second = await kit.member(world, id, { role: 'admin' })
  await kit.member(world, id)
  await expectOneStays([owner, second])
})

it('seven days later people are erased, those who pay once the provider answers (D28)', async () => {
  const [payer, other] = [await subscriber(world), await registered(world)]
  for (const person of [payer, other]) await leave(person)
  const age = "update users set deletion_requested_at = deletion_requested_at - interval '7 days' where id = any($1)"
  await world.sql(age, [[payer.id, other.id]])
  // Even before the next upkeep.
  const login = { body: { email: other.email, password: kit.password } }
  await expectRefused(auth.login, [world.visitor(), login, 401, 'invalid_credentials'])
  await kit.withoutProvider(world, () => world.control({ advance: 'PT1S' }))
  expect(await rowOf(payer)).toMatchObject({ email: payer.email, erased_at: null })
  expect(await rowOf(other)).toMatchObject({ erased_at: expect.any(Date) })
  expect((await signIn(world, other)).status).toBe(401)
  expect((await registered(world, { email: other.email })).id).not.toBe(other.id)
  await world.control({ advance: 'PT1H' })
  expect(await rowOf(payer)).toMatchObject({ erased_at: expect.any(Date) })
})

const remove = ({ id }: Person) => ada.client.try(adminUsers.deleteUser, { params: { id } })
const restore = ({ id }: Person) => ada.client.try(adminUsers.restoreUser, { params: { id } })

async function isListed({ email }: Person, query: object = {}): Promise<boolean> {
  return (await ada.client.call(adminUsers.adminUsers, { query: { search: email, ...query } })).length > 0
}

const newSeat = 'insert into organization_user (organization_id, user_id, joined_at) values ($1, $2, now())'
const seat = (person: Person, organizationId: number) => world.sql(newSeat, [organizationId, person.id])
const seatsOf = ({ id }: Person) =>
  world.sql('select organization_id, is_active from organization_user where user_id = $1 order by 1', [id])

it('removal ends sign-ins, the live call, subscription and seats (S589, D143)', async () => {
  const person = await subscriber(world)
  const firm = await organization(world, { maxUsers: 2 })
  await seat(person, firm.id)
  const { stripeSubscriptionId } = await person.client.call(currentUser)
  await kit.switchTo(person, null)
  kit.moveTalkClock(world, 0)
  const talk = await kit.startHeardTalk(person, agentId)
  await kit.passTalkTime(world, 15, talk.client)

  // Nothing changes while the payment provider is unreachable.
  await kit.expectUnavailable(world, () => remove(person))
  expect([await rowOf(person), await statusOf(person)]).toMatchObject([{ is_active: true, removed_at: null }, 200])
  expect(await kit.actsOn(ada, 'user', person.id)).toEqual([])

  const reply = await remove(person)
  expect(reply).toMatchObject({ status: 200, body: { success: true } })
  expect(daysUntil(reply.body.erasedAt)).toBeCloseTo(30, 1)
  const ended = await kit.endedRow(world, talk.id)
  expect([ended.end_reason, ended.charged_ms >= 15_000]).toEqual(['access', true])
  expect(await statusOf(person)).toBe(401)
  expect(await signIn(world, person)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
  const subscription = await atProvider(world, `subscriptions/${stripeSubscriptionId}`)
  expect(subscription).toMatchObject({ cancel_at_period_end: true })
  expect(await seatsOf(person)).toEqual([{ organization_id: firm.id, is_active: false }])
  expect([await isListed(person), await isListed(person, { status: 'deleted' })]).toEqual([false, true])
  expect(await subjectsTo(world, person)).toContain('Your account was closed')
  const before = { isDeleted: false, isActive: true, organizations: [firm.id] }
  const act = { action: 'user.delete', before, after: { isDeleted: true } }
  expect((await kit.actsOn(ada, 'user', person.id))[0]).toMatchObject(act)
  expect((await remove(person)).status).toBe(404)
})

it('restoring gives back the seats that are free, as active as before (D143)', async () => {
  const [firm, full] = [await organization(world), await organization(world, { maxUsers: 2 })]
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

it('restoring keeps people deactivated; nobody removes themselves (S589, D143, D144 [S])', async () => {
  const person = await registered(world)
  await ada.client.call(adminUsers.setUserStatus, { params: { id: person.id }, body: { isActive: false } })
  await remove(person)
  expect(await restore(person)).toMatchObject({ status: 200, body: { isActive: false } })
  await expectRefused(
    adminUsers.deleteUser,
    [ada, { params: { id: ada.id } }, 409, 'self_change'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'user_not_found'],
  )
})

it('restoring is too late after 30 days, when the person is erased (D28, D143)', async () => {
  const person = await registered(world, { firstName: 'Gone' })
  await remove(person)
  await world.control({ advance: 'P29DT23H' })
  expect(await rowOf(person)).toMatchObject({ email: person.email, erased_at: null })
  await world.control({ advance: 'PT2H' })
  const erased = { first_name: '', erased_at: expect.any(Date) }
  await expect.poll(() => rowOf(person)).toMatchObject(erased)
  expect((await restore(person)).status).toBe(404)
  expect([await isListed(person, { status: 'deleted' }), (await signIn(world, person)).status]).toEqual([false, 401])
})

async function talked(person: Person, isKept = false): Promise<string> {
  const { id, conversationId } = await kit.startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  if (isKept) await person.client.call(voice.keepTranscript, { params: { id } })
  return conversationId
}

const isThere = async (id: string) =>
  'transcript' in ((await kit.askProvider(world, 'GET', `/conversations/${id}`)) as object)

async function deletionsIn(state: string): Promise<string[]> {
  const jobs = "from pgboss.job where name = 'delete-conversation' and state::text = $1"
  const rows = await world.sql<{ id: string }>(`select data ->> 'conversationId' as id ${jobs}`, [state])
  return rows.map(({ id }) => id)
}

it('the voice provider keeps no conversation of an erased person, even after an outage (D28)', async () => {
  const [leaver, friend] = [await subscriber(world), await subscriber(world)]
  const own = [await talked(leaver), await talked(leaver)]
  // What nobody keeps is deleted ten minutes after its end anyway (D184).
  const other = await talked(friend, true)
  // Its address was never opened, but the provider knows of it.
  const early = await leaver.client.call(voice.startConversation, { body: { agentId } })
  await leaver.client.call(voice.endConversation, { params: { id: early.id }, body: {} })
  expect(await Promise.all([...own, other].map(isThere))).toEqual([true, true, true])
  await leave(leaver)
  await world.control({ apiFault: { elevenlabs: 'error' } })
  await world.control({ advance: 'P7DT1M' })
  const ordered = expect.arrayContaining([...own, early.conversationId])
  await expect.poll(() => deletionsIn('retry')).toEqual(ordered)
  await world.control({ apiFault: { elevenlabs: null } })
  const voices = async () => (await world.visitor().request('GET', '/readyz')).body['voice']
  await expect.poll(voices).toBe('up')
  await world.sql("update pgboss.job set start_after = now() where name = 'delete-conversation'")
  await expect.poll(() => deletionsIn('completed')).toEqual(ordered)
  expect(await Promise.all([...own, other].map(isThere))).toEqual([false, false, true])
  // The length of conversations stays for the books, without a name.
  expect(await world.sql('select from voice_session where user_id = $1', [leaver.id])).toHaveLength(3)
}, 90_000)
