import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import { overdueSubscriber } from '#tests/kit/billing/subscriptions.ts'
import { sessionsOf, signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered, subscriber } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()

const body = { currentPassword: kit.password }
const remove = ({ client }: Person) => client.call(deleteAccount, { body })
const rowOf = (person: Person) => userRow(world, person)
const statusOf = async ({ client }: Person) => (await client.try(currentUser)).status

/** Lets people leave at the same time, of whom one must stay. */
async function expectOneStays(people: Person[]): Promise<void> {
  const replies = await Promise.all(people.map(({ client }) => client.try(deleteAccount, { body })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
}

it('leaving requires the password (D28)', async () => {
  const person = await registered(world)
  const wrong = { body: { currentPassword: 'wrong-horse-1' } }
  const field = 'currentPassword'
  await expectRefused(
    deleteAccount,
    [person, wrong, 400, { code: 'wrong_password', field }],
    [person, { body: {} }, 400, { field }],
  )
  expect([await rowOf(person), await statusOf(person)]).toMatchObject([{ deletion_requested_at: null }, 200])
})

it('leaving signs out everywhere; a sign-in within 7 days cancels it (D28)', async () => {
  const person = await registered(world)
  await signIn(world, person)
  const { erasedAt } = await remove(person)
  expect((Date.parse(erasedAt) - world.services.clock.now().getTime()) / 86_400_000).toBeCloseTo(7, 2)
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

it('leaving sets the subscription to end; who returns can resume it (D28)', async () => {
  const person = await subscriber(world)
  const { stripeSubscriptionId } = await person.client.call(currentUser)
  const state = () => atProvider(world, `subscriptions/${stripeSubscriptionId}`)
  // Nothing changes while the payment provider is unreachable.
  await world.control({ apiFault: { stripe: 'error' } })
  await expectRefused(deleteAccount, [person, { body }, 503, 'payment_unavailable'])
  await world.control({ apiFault: { stripe: null } })
  expect([await rowOf(person), await statusOf(person)]).toMatchObject([{ deletion_requested_at: null }, 200])
  await remove(person)
  expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  const back = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, creditBalance: 150, hasAccess: true }
  expect((await signIn(world, person)).body).toMatchObject(back)
})

it('leaving ends a subscription with a waiting payment at once (D28)', async () => {
  const person = await overdueSubscriber(world)
  const { stripeSubscriptionId: id } = await person.client.call(currentUser)
  await remove(person)
  expect(await atProvider(world, `subscriptions/${id}`)).toMatchObject({ status: 'canceled' })
  const invoices = await atProvider<{ data: { status: string }[] }>(world, `invoices?subscription=${id}`)
  expect(invoices.data.map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
  expect((await signIn(world, person)).body).toMatchObject({ subscriptionStatus: 'canceled', isRestored: true })
})

it('leaving keeps the last admin of the platform and of an organization (D28)', async () => {
  await expectOneStays([await kit.platformAdmin(world), await kit.platformAdmin(world)])
  await world.sql("update users set role = 'user' where role = 'admin'")
  const alone = await kit.organization(world)
  await remove(alone.owner)
  const { id, owner } = await kit.organization(world)
  const second = await kit.member(world, id, { role: 'admin' })
  await kit.member(world, id)
  await expectOneStays([owner, second])
})

it('leaving admits no session that was opened at the same time as the request (D15, D28)', async () => {
  const person = await registered(world)
  await world.sql('update users set deletion_requested_at = now() where id = $1', [person.id])
  expect(await statusOf(person)).toBe(401)
})

it('seven days later the account is gone, and its address is free again (D28)', async () => {
  const person = await registered(world)
  await remove(person)
  // Even before the next upkeep.
  await world.sql("update users set deletion_requested_at = deletion_requested_at - interval '7 days' where id = $1", [
    person.id,
  ])
  const login = { body: { email: person.email, password: kit.password } }
  await expectRefused(auth.login, [world.visitor(), login, 401, 'invalid_credentials'])
  await world.control({ advance: 'PT1S' })
  expect((await signIn(world, person)).status).toBe(401)
  expect((await registered(world, { email: person.email })).id).not.toBe(person.id)
})

it('seven days later erasure waits for the payment provider, and delays no others (D28)', async () => {
  const [payer, other] = [await subscriber(world), await registered(world)]
  for (const person of [payer, other]) await remove(person)
  await world.control({ apiFault: { stripe: 'error' } })
  await world.control({ advance: 'P7DT1M' })
  expect(await rowOf(payer)).toMatchObject({ email: payer.email, erased_at: null })
  expect(await rowOf(other)).toMatchObject({ erased_at: expect.any(Date) })
  await world.control({ apiFault: { stripe: null } })
  await world.control({ advance: 'PT1H' })
  expect(await rowOf(payer)).toMatchObject({ erased_at: expect.any(Date) })
})
