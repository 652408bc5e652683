import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { changeAtProvider, ownWorld, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  eventsWorkedOff,
  lifeMails,
  lifeSubjects,
  losingEvents,
  passRenewal,
  passTime,
  renewWith,
  subscriptionAtProvider,
  subscriptionOf,
} from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const cancel = (person: TestPerson) => person.client.try(subscription.cancelSubscription)
const resume = (person: TestPerson) => person.client.try(subscription.resumeSubscription)

describe('POST /api/account/cancel-subscription (S239, S284, D41)', () => {
  it('schedules the end at the provider and here, mails the date once, and repeats the same answer', async () => {
    const person = await subscriber(world)
    const { renews_at: renewsAt } = await subscriptionOf(world, person)
    const answer = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, accessEndsAt: renewsAt.toISOString() }
    for (let count = 0; count < 2; count++) {
      const reply = await cancel(person)
      expect([reply.status, reply.body]).toEqual([200, answer])
    }
    expect(await subscriptionAtProvider(world, person)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await subscriptionOf(world, person)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await person.client.call(currentUser)).toMatchObject({
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: true,
      subscriptionRenewsAt: renewsAt.toISOString(),
      hasAccess: true,
      creditBalance: 150,
    })
    await eventsWorkedOff(world)
    const mails = await lifeMails(world, person)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your subscription is canceled'])
    const day = renewsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    expect(mails[0]?.text).toContain(`ends on ${day}`)
    expect(mails[0]?.text).toContain(`${world.url}/account`)
  })

  it('sends one request when it is pressed eight times at once', async () => {
    const person = await subscriber(world)
    const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(person)))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await eventsWorkedOff(world)
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled'])
    expect(await subscriptionOf(world, person)).toMatchObject({ cancel_at_period_end: true })
  })

  it.each(['cancel', 'resume'] as const)(
    '%s: 409 for a person who never had one, 401 for a stranger',
    async (input) => {
      const ask = input === 'cancel' ? cancel : resume
      const person = await registered(world)
      const reply = await ask(person)
      expect([reply.status, reply.body.code]).toEqual([409, 'no_subscription'])
      const stranger = await ask({ client: world.visitor(), id: '', email: '' })
      expect([stranger.status, stranger.body.code]).toEqual([401, 'unauthorized'])
    },
  )

  it('affects nobody else, whatever is sent along (D22 [S])', async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    const { id } = await subscriptionOf(world, other)
    const sent = { userId: other.id, subscriptionId: id, stripeSubscriptionId: id }
    const reply = await person.client.request('POST', '/api/account/cancel-subscription', sent)
    expect(reply.status).toBe(200)
    expect(await subscriptionAtProvider(world, other)).toMatchObject({ cancel_at_period_end: false })
    expect(await subscriptionOf(world, other)).toMatchObject({ cancel_at_period_end: false })
  })

  it('answers 503 and changes nothing while the provider is unreachable (S285, D164)', async () => {
    const person = await subscriber(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await cancel(person)
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await subscriptionOf(world, person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect((await cancel(person)).status).toBe(200)
  })

  it('trusts the provider that it is over, and stores that', async () => {
    const person = await subscriber(world)
    const { id } = await subscriptionOf(world, person)
    await losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, {}, 'DELETE'))
    const reply = await cancel(person)
    expect([reply.status, reply.body.code]).toEqual([409, 'no_subscription'])
    expect(await person.client.call(currentUser)).toMatchObject({
      subscriptionStatus: 'canceled',
      hasAccess: false,
      monthlyCredits: 0,
      purchasedCredits: 120,
    })
  })

  it('counts the same when requested in the provider’s own pages', async () => {
    const person = await subscriber(world)
    const { id, renews_at: renewsAt } = await subscriptionOf(world, person)
    const cancelAt = String(Math.floor(renewsAt.getTime() / 1000))
    await changeAtProvider(world, `subscriptions/${id}`, { cancel_at: cancelAt })
    await eventsWorkedOff(world)
    expect(await subscriptionOf(world, person)).toMatchObject({ cancel_at_period_end: true, renews_at: renewsAt })
    expect((await resume(person)).body).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await subscriptionAtProvider(world, person)).toMatchObject({ cancel_at: null })
    await eventsWorkedOff(world)
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled', 'Your subscription continues'])
  })
})

describe('POST /api/account/resume-subscription (D41)', () => {
  it('reverts the end in time, once, and the subscription renews', async () => {
    const person = await subscriber(world)
    const { renews_at: renewsAt } = await subscriptionOf(world, person)
    await cancel(person)
    for (let count = 0; count < 2; count++) {
      const reply = await resume(person)
      expect([reply.status, reply.body]).toEqual([
        200,
        { subscriptionStatus: 'active', cancelAtPeriodEnd: false, accessEndsAt: renewsAt.toISOString() },
      ])
    }
    expect(await subscriptionAtProvider(world, person)).toMatchObject({ cancel_at_period_end: false })
    await passRenewal(world, person)
    expect(await subscriptionOf(world, person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled', 'Your subscription continues'])
    const [row] = await world.sql('select count(*)::int as months from subscription_payment where user_id = $1', [
      person.id,
    ])
    expect(row).toEqual({ months: 2 })
  })

  it('is too late after the end: 409, monthly minutes 0, purchased ones untouched (S175, D6, D41)', async () => {
    const person = await subscriber(world)
    const { renews_at: renewsAt } = await subscriptionOf(world, person)
    await cancel(person)
    await passTime(world, 'P27D')
    expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: true, subscriptionStatus: 'active' })
    await passRenewal(world, person, 0)
    expect(await person.client.call(currentUser)).toMatchObject({
      subscriptionStatus: 'canceled',
      subscriptionRenewsAt: renewsAt.toISOString(),
      hasAccess: false,
      creditBalance: 120,
      monthlyCredits: 0,
      purchasedCredits: 120,
    })
    for (const ask of [resume, cancel]) {
      const reply = await ask(person)
      expect([reply.status, reply.body.code]).toEqual([409, 'no_subscription'])
    }
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled', 'Your access has ended'])
    const [, ended] = await lifeMails(world, person)
    expect(ended?.text).toContain('We keep your 120 purchased minutes')
    expect(ended?.text).toContain('as you asked')
    expect(ended?.text).toContain(`${world.url}/subscribe`)
  })

  it('works for an overdue one as well, whose grace period ends first', async () => {
    const person = await subscriber(world)
    await renewWith(world, person, 'pm_card_chargeCustomerFail')
    await passRenewal(world, person)
    const { past_due_since: since } = await subscriptionOf(world, person)
    const graceEndsAt = new Date((since?.getTime() ?? 0) + 7 * 24 * 60 * 60_000).toISOString()
    const reply = await cancel(person)
    expect([reply.status, reply.body]).toEqual([
      200,
      { subscriptionStatus: 'past_due', cancelAtPeriodEnd: true, accessEndsAt: graceEndsAt },
    ])
    expect((await resume(person)).body).toMatchObject({ subscriptionStatus: 'past_due', cancelAtPeriodEnd: false })
  })
})
