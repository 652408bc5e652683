import * as subscription from '#contract/billing/subscription.ts'
import { changeAtProvider, expect, expectAnswer, expectRefused, expectUnavailable, it, me } from '#tests/calls.ts'
import { monthsPaid, ownWorld, registered, subscriber, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const cancel = (person: TestPerson) => person.client.try(subscription.cancelSubscription)
const resume = (person: TestPerson) => person.client.try(subscription.resumeSubscription)
const stateOf = (person: TestPerson) => kit.subscriptionOf(world, person)

async function expectNone(person: TestPerson): Promise<void> {
  await expectRefused(subscription.cancelSubscription, [person, {}, 409, 'no_subscription'])
  await expectRefused(subscription.resumeSubscription, [person, {}, 409, 'no_subscription'])
}

it('a cancellation schedules the end and mails its date once', tags('S239 S284 D41'), async () => {
  const person = await subscriber(world)
  const { renews_at: renewsAt } = await stateOf(person)
  const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(person)))
  const answer = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, accessEndsAt: renewsAt.toISOString() }
  for (const { status, body } of [...replies, await cancel(person)]) expect([status, body]).toEqual([200, answer])
  const state = { status: 'active', cancel_at_period_end: true }
  expect(await kit.subscriptionAtProvider(world, person)).toMatchObject(state)
  expect(await stateOf(person)).toMatchObject(state)
  const shown = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, hasAccess: true, creditBalance: 150 }
  expect(await me(person)).toMatchObject({ ...shown, subscriptionRenewsAt: renewsAt.toISOString() })
  await kit.eventsWorkedOff(world)
  const [mail, ...others] = await kit.lifeMails(world, person)
  expect([mail?.subject, others]).toEqual(['Your subscription is canceled', []])
  const day = renewsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(mail?.text).toContain(`ends on ${day}`)
  expect(mail?.text).toContain(`${world.url}/account`)
})

it('a cancellation waits for the provider and affects nobody else', tags('S285 D164 D22'), async () => {
  await expectNone(await registered(world))
  const [person, other] = [await subscriber(world), await subscriber(world)]
  await expectUnavailable(world, () => cancel(person))
  expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  const { id } = await stateOf(other)
  const sent = { userId: other.id, subscriptionId: id, stripeSubscriptionId: id }
  expect((await person.client.request('POST', '/api/account/cancel-subscription', sent)).status).toBe(200)
  expect(await kit.subscriptionAtProvider(world, other)).toMatchObject({ cancel_at_period_end: false })
  expect(await stateOf(other)).toMatchObject({ cancel_at_period_end: false })
  expect(await stateOf(person)).toMatchObject({ cancel_at_period_end: true })
})

it('a cancellation finds out that the subscription is over', tags('D41'), async () => {
  const person = await subscriber(world)
  const { id } = await stateOf(person)
  await kit.losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, {}, 'DELETE'))
  await expectNone(person)
  const balances = { monthlyCredits: 0, purchasedCredits: 120 }
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, ...balances })
})

it('a cancellation in the provider’s pages counts, and resuming reverts it once', tags('D41'), async () => {
  const person = await subscriber(world)
  const { id, renews_at: renewsAt } = await stateOf(person)
  const cancelAt = String(Math.floor(renewsAt.getTime() / 1000))
  await changeAtProvider(world, `subscriptions/${id}`, { cancel_at: cancelAt })
  await kit.eventsWorkedOff(world)
  expect(await stateOf(person)).toMatchObject({ cancel_at_period_end: true, renews_at: renewsAt })
  const answer = { subscriptionStatus: 'active', cancelAtPeriodEnd: false, accessEndsAt: renewsAt.toISOString() }
  for (let count = 0; count < 2; count++) {
    await expectAnswer(resume(person), 200, answer)
  }
  const reverted = { cancel_at: null, cancel_at_period_end: false }
  expect(await kit.subscriptionAtProvider(world, person)).toMatchObject(reverted)
  await kit.passRenewal(world, person)
  expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  const subjects = ['Your subscription is canceled', 'Your subscription continues']
  expect(await kit.lifeSubjects(world, person)).toEqual(subjects)
  expect(await monthsPaid(world, person)).toBe(2)
})

it('after the end only purchased minutes remain, and resuming is too late', tags('S175 D6 D41'), async () => {
  const person = await subscriber(world)
  const { renews_at: renewsAt } = await stateOf(person)
  await cancel(person)
  await kit.passTime(world, 'P27D')
  expect(await me(person)).toMatchObject({ hasAccess: true, subscriptionStatus: 'active' })
  await kit.passRenewal(world, person, 0)
  const state = { subscriptionStatus: 'canceled', subscriptionRenewsAt: renewsAt.toISOString(), hasAccess: false }
  expect(await me(person)).toMatchObject({ ...state, creditBalance: 120, monthlyCredits: 0, purchasedCredits: 120 })
  await expectNone(person)
  const [, ended] = await kit.lifeMails(world, person)
  expect(await kit.lifeSubjects(world, person)).toEqual(['Your subscription is canceled', 'Your access has ended'])
  expect(ended?.text).toContain('We keep your 120 purchased minutes')
  expect(ended?.text).toContain('as you asked')
  expect(ended?.text).toContain(`${world.url}/subscribe`)
})

it('an overdue subscription can be canceled and resumed in its grace period', tags('D41'), async () => {
  const person = await kit.overdueSubscriber(world)
  const { past_due_since: since } = await stateOf(person)
  const accessEndsAt = new Date((since?.getTime() ?? 0) + 7 * kit.dayMs).toISOString()
  await expectAnswer(cancel(person), 200, { subscriptionStatus: 'past_due', cancelAtPeriodEnd: true, accessEndsAt })
  expect((await resume(person)).body).toMatchObject({ subscriptionStatus: 'past_due', cancelAtPeriodEnd: false })
  expect(await kit.subscriptionAtProvider(world, person)).toMatchObject({ cancel_at_period_end: false })
})
