import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import * as voice from '#contract/conversations/voice.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followSubscription } from '#server/billing/subscriptions/subscription-state.flow.ts'
import { addAgent, ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { atProvider, changeAtProvider, idOf } from '../../../kit/billing/provider.ts'
import { endedRow, startHeardTalk } from '../../../kit/conversations/conversations.ts'
import {
  entriesOf,
  eventsWorkedOff,
  losingEvents,
  passRenewal,
  passTime,
  subscriptionOf,
  subscriptionsAtProvider,
} from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const me = (person: TestPerson) => person.client.call(currentUser)
const subscribe = (person: TestPerson, amount = 2.97) =>
  person.client.try(purchases.createSubscriptionPayment, { body: { tier: 'starter', amount } })
const openPackage = (person: TestPerson, tier: PackageTier) =>
  person.client.call(purchases.createCombinedPurchase, { body: { package: tier, subscriptionPrice: 2.97 } })
const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })

async function secretOf(person: TestPerson): Promise<string> {
  const { status, body } = await subscribe(person)
  if (status !== 200 || !body.clientSecret) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.clientSecret
}

const checkoutsOf = (person: TestPerson) =>
  world.sql('select kind, tier, status, amount_cents from checkout where user_id = $1 order by created_at', [person.id])

/** Returns a person whose subscription has ended, with the minutes of one package left. */
async function canceled(): Promise<TestPerson> {
  const person = await subscriber(world, 'launch')
  await person.client.call(subscription.cancelSubscription)
  await passRenewal(world, person, 1)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, creditBalance: 60 })
  return person
}

describe('POST /api/create-subscription-payment (S218, D29, D35)', () => {
  it('opens a payment of 2.97 a month, which gives access and 30 minutes once paid', async () => {
    const person = await registered(world)
    const { status, body } = await subscribe(person)
    expect([status, body]).toEqual([
      200,
      {
        clientSecret: expect.stringContaining('_secret_') as unknown,
        message: 'Starter Monthly is ready to be paid.',
        summary: {
          totalAmount: 2.97,
          lines: [{ label: 'Starter Monthly', amount: 2.97 }],
          packageMinutes: 0,
          monthlyMinutes: 30,
        },
      },
    ])
    expect(await secretOf(person)).toBe(body.clientSecret)
    const paymentIntentId = idOf(body.clientSecret ?? '')
    expect(await atProvider(world, `payment_intents/${paymentIntentId}`)).toMatchObject({
      amount: 297,
      currency: 'usd',
    })
    expect(await checkoutsOf(person)).toEqual([
      { kind: 'subscription', tier: 'starter', status: 'open', amount_cents: 297 },
    ])
    expect((await succeed(person, paymentIntentId)).status).toBe(409)
    await payWithCard(world, body.clientSecret ?? '')
    const paid = await succeed(person, paymentIntentId)
    expect([paid.status, paid.body]).toEqual([200, { creditsAdded: 0, monthlyCreditsAdded: 30 }])
    expect(await me(person)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionTier: 'starter',
      hasAccess: true,
      monthlyCredits: 30,
      purchasedCredits: 0,
    })
    expect(await person.client.call(purchases.purchases)).toEqual([])
  })

  it.each([0.01, 2.96, 2.98, 0, -2.97, 297])(
    'charges nothing for a tampered amount of %d (D29 [S])',
    async (amount) => {
      const person = await registered(world)
      const { status, body } = await subscribe(person, amount)
      expect([status, body]).toMatchObject([409, { code: 'price_changed', field: 'amount', amount: 2.97 }])
      expect(await checkoutsOf(person)).toEqual([])
      expect((await me(person)).stripeCustomerId).toBeNull()
    },
  )

  it.each(['uplift', 'Starter', '', 7])('refuses tier %j (D35)', async (tier) => {
    const person = await registered(world)
    const reply = await person.client.request('POST', '/api/create-subscription-payment', { tier, amount: 2.97 })
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'invalid_tier', field: 'tier' }])
    expect(await checkoutsOf(person)).toEqual([])
  })

  it('is for signed-in people', async () => {
    const reply = await subscribe({ client: world.visitor(), id: '', email: '' })
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
  })

  it('reports an active subscription, even with a scheduled end, and opens nothing (D35)', async () => {
    const person = await subscriber(world)
    for (const input of ['nothing', 'cancel']) {
      if (input === 'cancel') await person.client.call(subscription.cancelSubscription)
      const { status, body } = await subscribe(person)
      expect([status, body]).toEqual([200, { message: 'Your subscription is already active.' }])
    }
    expect(await subscriptionsAtProvider(world, person)).toEqual(['active'])
    expect(await checkoutsOf(person)).toHaveLength(1)
  })

  it('replaces an unfinished first package and is replaced by one: one open at a time (D34)', async () => {
    const person = await registered(world)
    const first = (await openPackage(person, 'uplift')).clientSecret
    const second = await secretOf(person)
    const third = (await openPackage(person, 'launch')).clientSecret
    expect((await subscriptionsAtProvider(world, person)).filter((status) => status === 'incomplete')).toHaveLength(1)
    for (const replaced of [first, second]) {
      const reply = await succeed(person, await payWithCard(world, replaced))
      expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_completed'])
    }
    expect((await succeed(person, await payWithCard(world, third))).body).toEqual({
      creditsAdded: 60,
      monthlyCreditsAdded: 30,
    })
    expect((await checkoutsOf(person)).map(({ status }) => status)).toEqual(['replaced', 'replaced', 'paid'])
    expect(await me(person)).toMatchObject({ creditBalance: 90 })
  })

  it('opens a new one when the provider has let the unfinished one expire', async () => {
    const person = await registered(world)
    const first = await secretOf(person)
    await passTime(world, 'P1D')
    const second = await secretOf(person)
    expect(second).not.toBe(first)
    expect((await succeed(person, await payWithCard(world, second))).status).toBe(200)
    expect(await subscriptionsAtProvider(world, person)).toEqual(['active', 'incomplete_expired'])
  })

  it('opens a single one for 16 requests at once', async () => {
    const person = await registered(world)
    const secrets = await Promise.all(Array.from({ length: 16 }, () => secretOf(person)))
    expect(new Set(secrets).size).toBe(1)
    expect(await subscriptionsAtProvider(world, person)).toEqual(['incomplete'])
  })

  it('that went unreported for more than a month is credited with its renewal (D37)', async () => {
    const person = await registered(world)
    const secret = await secretOf(person)
    await losingEvents(world, async () => {
      await payWithCard(world, secret)
      await world.control({ advance: 'P32D' })
    })
    const { status, body } = await subscribe(person)
    expect([status, body]).toEqual([200, { message: 'Your subscription is already active.' }])
    await passTime(world, 'PT1H')
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
    expect(await entriesOf(world, person)).toEqual([
      ['monthly_grant', 30],
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
  })

  it('is credited by the event alone as well (S254)', async () => {
    const person = await registered(world)
    await payWithCard(world, await secretOf(person))
    await eventsWorkedOff(world)
    expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30 })
  })
})

describe('coming back (D6, D41)', () => {
  it('starts a new month and makes the purchased minutes usable again', async () => {
    const agentId = await addAgent(world)
    const person = await canceled()
    const refused = await person.client.try(voice.startConversation, { body: { agentId } })
    expect([refused.status, refused.body.code]).toEqual([403, 'subscription_required'])
    const old = await subscriptionOf(world, person)
    expect((await succeed(person, await payWithCard(world, await secretOf(person)))).status).toBe(200)
    const { id, status, renews_at: renewsAt } = await subscriptionOf(world, person)
    expect([id === old.id, status]).toEqual([false, 'active'])
    expect(renewsAt.getTime()).toBeGreaterThan(world.services.clock.now().getTime())
    expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 60 })
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 60],
      ['monthly_grant', 30],
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
    const talk = await startHeardTalk(person, agentId)
    await person.client.call(voice.endConversation, { params: { id: talk.id }, body: { duration: 0, cost: 0 } })
    expect(await endedRow(world, talk.id)).toMatchObject({ status: 'completed' })
  })

  it('works with a package as well', async () => {
    const person = await canceled()
    const { clientSecret } = await openPackage(person, 'uplift')
    expect((await succeed(person, await payWithCard(world, clientSecret))).status).toBe(200)
    expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 180 })
  })

  it('is not undone by later reports about the former subscription', async () => {
    const person = await canceled()
    const old = await subscriptionOf(world, person)
    const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${old.id}`)
    expect((await succeed(person, await payWithCard(world, await secretOf(person)))).status).toBe(200)
    const before = await subscriptionOf(world, person)
    await followSubscription(world.services, old.id)
    for (const { id } of data) await bookInvoice(world.services, id)
    // Events about the new one may still arrive; they change only when it was read.
    expect(await subscriptionOf(world, person)).toEqual({ ...before, read_at: expect.any(Date) as Date })
    expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 60 })
  })

  it('wins over a late answer about the former subscription', async () => {
    const person = await subscriber(world, 'launch')
    const old = await subscriptionOf(world, person)
    await losingEvents(world, () => changeAtProvider(world, `subscriptions/${old.id}`, {}, 'DELETE'))
    await followSubscription(world.services, old.id)
    // Dated later than everything that follows.
    await world.sql("update subscription set read_at = now() + interval '1 hour' where stripe_subscription_id = $1", [
      old.id,
    ])
    expect((await succeed(person, await payWithCard(world, await secretOf(person)))).status).toBe(200)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 })
  })
})
