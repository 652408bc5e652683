import * as purchases from '#contract/billing/purchases.ts'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import * as voice from '#contract/conversations/voice.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followSubscription } from '#server/billing/subscriptions/subscription-state.flow.ts'
import { addAgent, atProvider, changeAtProvider, checkoutsOf, endedRow, expect, expectAnswer } from '#tests/calls.ts'
import { expectCredited, expectRefused, idOf, it, me, openAccess, openFirst, ownWorld } from '#tests/calls.ts'
import { payAndReport, payWithCard, type Refusal, registered, secretOf, startHeardTalk } from '#tests/calls.ts'
import { subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

/** Returns a person whose subscription has ended, with the minutes of one package left. */
async function canceled(): Promise<TestPerson> {
  const person = await subscriber(world, 'launch')
  await person.client.call(cancelSubscription)
  await kit.passRenewal(world, person, 1)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, creditBalance: 60 })
  return person
}

it('a payment of 2.97 a month gives access and 30 minutes once paid', tags('S218 D29 D35'), async () => {
  const person = await registered(world)
  const { status, body } = await openAccess(person)
  const { clientSecret = '' } = body
  const lines = [{ label: 'Starter Monthly', amount: 2.97 }]
  const summary = { totalAmount: 2.97, lines, packageMinutes: 0, monthlyMinutes: 30 }
  const message = 'Starter Monthly is ready to be paid.'
  expect([status, body]).toEqual([200, { clientSecret: expect.stringContaining('_secret_'), message, summary }])
  expect(await secretOf(openAccess(person))).toBe(clientSecret)
  const paymentIntentId = idOf(clientSecret)
  const intent = await atProvider(world, `payment_intents/${paymentIntentId}`)
  expect(intent).toMatchObject({ amount: 297, currency: 'usd' })
  const checkout = { kind: 'subscription', tier: 'starter', status: 'open', amount_cents: 297 }
  expect(await checkoutsOf(world, person)).toEqual([checkout])
  expect((await succeed(person, paymentIntentId)).status).toBe(409)
  await payWithCard(world, clientSecret)
  await expectCredited(succeed(person, paymentIntentId), 0, 30)
  const state = { subscriptionStatus: 'active', subscriptionTier: 'starter', hasAccess: true }
  expect(await me(person)).toMatchObject({ ...state, monthlyCredits: 30, purchasedCredits: 0 })
  expect(await person.client.call(purchases.purchases)).toEqual([])
  // An active subscription opens nothing, even with a scheduled end.
  for (const isCanceled of [false, true]) {
    if (isCanceled) await person.client.call(cancelSubscription)
    await expectAnswer(openAccess(person), 200, { message: 'Your subscription is already active.' })
  }
  expect(await kit.subscriptionsAtProvider(world, person)).toEqual(['active'])
  expect(await checkoutsOf(world, person)).toHaveLength(1)
})

it('a tampered amount or another tier opens nothing', tags('D29 D35'), async () => {
  const person = await registered(world)
  const amounts = [0.01, 2.96, 2.98, 0, -2.97, 297]
  const changed = { code: 'price_changed', field: 'amount', amount: 2.97 }
  await expectRefused(
    purchases.createSubscriptionPayment,
    ...amounts.map((amount): Refusal => [person, { body: { tier: 'starter', amount } }, 409, changed]),
    ...['uplift', 'Starter', '', 7].map((tier): Refusal => {
      return [person, { body: { tier, amount: 2.97 } }, 400, { code: 'invalid_tier', field: 'tier' }]
    }),
  )
  expect(await checkoutsOf(world, person)).toEqual([])
  expect((await me(person)).stripeCustomerId).toBeNull()
})

it('a payment replaces an unfinished first package and is replaced by one', tags('D34'), async () => {
  const person = await registered(world)
  const first = (await openFirst(person)).body.clientSecret
  const secrets = await Promise.all(Array.from({ length: 16 }, () => secretOf(openAccess(person))))
  expect(new Set(secrets).size).toBe(1)
  const third = (await openFirst(person, 'launch')).body.clientSecret
  const states = await kit.subscriptionsAtProvider(world, person)
  expect(states.filter((status) => status === 'incomplete')).toHaveLength(1)
  for (const replaced of [first, secrets[0] ?? '']) {
    await expectAnswer(succeed(person, await payWithCard(world, replaced)), 409, 'payment_not_completed')
  }
  const paid = await succeed(person, await payWithCard(world, third))
  expect(paid.body).toEqual({ creditsAdded: 60, monthlyCreditsAdded: 30 })
  const checkouts = await checkoutsOf(world, person)
  expect(checkouts.map(({ status }) => status)).toEqual(['replaced', 'replaced', 'paid'])
  expect(await me(person)).toMatchObject({ creditBalance: 90 })
})

it('a payment follows an expired one and is credited by its event', tags('S254'), async () => {
  const person = await registered(world)
  const first = await secretOf(openAccess(person))
  await kit.passTime(world, 'P1D')
  const second = await secretOf(openAccess(person))
  expect(second).not.toBe(first)
  await payWithCard(world, second)
  await kit.eventsWorkedOff(world)
  expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30 })
  expect(await kit.subscriptionsAtProvider(world, person)).toEqual(['active', 'incomplete_expired'])
})

it('coming back starts a month and makes purchased minutes usable again', tags('D6 D41'), async () => {
  const agentId = await addAgent(world)
  const person = await canceled()
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 403, 'subscription_required'])
  const old = await kit.subscriptionOf(world, person)
  expect((await payAndReport(world, person, openAccess(person))).status).toBe(200)
  const { id, status, renews_at: renewsAt } = await kit.subscriptionOf(world, person)
  expect([id === old.id, status]).toEqual([false, 'active'])
  expect(renewsAt.getTime()).toBeGreaterThan(world.services.clock.now().getTime())
  expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 60 })
  expect(await kit.entriesOf(world, person)).toEqual(['purchase 60', 'monthly_grant 30', ...kit.renewal])
  const talk = await startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id: talk.id }, body: { duration: 0, cost: 0 } })
  expect(await endedRow(world, talk.id)).toMatchObject({ status: 'completed' })
})

it('reports about the former subscription do not undo coming back', tags('D41'), async () => {
  const person = await canceled()
  const old = await kit.subscriptionOf(world, person)
  const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${old.id}`)
  expect((await payAndReport(world, person, openFirst(person))).status).toBe(200)
  const before = await kit.subscriptionOf(world, person)
  await followSubscription(world.services, old.id)
  for (const { id } of data) await bookInvoice(world.services, id)
  // Events about the new one may still arrive; they change only when it was read.
  expect(await kit.subscriptionOf(world, person)).toEqual({ ...before, read_at: expect.any(Date) as Date })
  expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 180 })
})

it('coming back wins over a late answer about the former subscription', tags('D41'), async () => {
  const person = await subscriber(world, 'launch')
  const { id } = await kit.subscriptionOf(world, person)
  await kit.losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, {}, 'DELETE'))
  await followSubscription(world.services, id)
  // Dated later than everything that follows.
  const later = "update subscription set read_at = now() + interval '1 hour' where stripe_subscription_id = $1"
  await world.sql(later, [id])
  expect((await payAndReport(world, person, openAccess(person))).status).toBe(200)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 })
})
