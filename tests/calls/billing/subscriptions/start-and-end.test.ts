import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import * as voice from '#contract/conversations/voice.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followSubscription } from '#server/billing/subscriptions/subscription-state.flow.ts'
import { addAgent, atProvider, changeAtProvider, checkoutsOf, endedRow, expect, expectAnswer } from '#tests/calls.ts'
import { expectCredited, expectRefused, expectUnavailable, idOf, it, me, monthsPaid, openAccess } from '#tests/calls.ts'
import { openFirst, ownWorld, payAndReport, payWithCard, type Refusal, registered, secretOf } from '#tests/calls.ts'
import { startHeardTalk, subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const cancel = (person: TestPerson) => person.client.try(subscription.cancelSubscription)
const resume = (person: TestPerson) => person.client.try(subscription.resumeSubscription)
const stateOf = (person: TestPerson) => kit.subscriptionOf(world, person)

async function expectNone(person: TestPerson): Promise<void> {
  await expectRefused(subscription.cancelSubscription, [person, {}, 409, 'no_subscription'])
  await expectRefused(subscription.resumeSubscription, [person, {}, 409, 'no_subscription'])
}

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
  expect(ended?.text).toContain('We keep your 120 minutes')
  expect(ended?.text).toContain('because it was canceled')
  expect(ended?.text).toContain(`${world.url}/subscribe`)
})

it('coming back starts a month and makes purchased minutes usable again', tags('D6 D41'), async () => {
  const agentId = await addAgent(world)
  const person = await subscriber(world, 'launch')
  await cancel(person)
  await kit.passRenewal(world, person, 1)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, creditBalance: 60 })
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 403, 'subscription_required'])
  const old = await stateOf(person)
  const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${old.id}`)
  expect((await payAndReport(world, person, openAccess(person))).status).toBe(200)
  const { id, status, renews_at: renewsAt } = await stateOf(person)
  expect([id === old.id, status]).toEqual([false, 'active'])
  expect(renewsAt.getTime()).toBeGreaterThan(world.services.clock.now().getTime())
  expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 60 })
  expect(await kit.entriesOf(world, person)).toEqual(['purchase 60', 'monthly_grant 30', ...kit.renewal])
  // Late reports about the former subscription change only when the new one was read.
  const before = await stateOf(person)
  await followSubscription(world.services, old.id)
  for (const invoice of data) await bookInvoice(world.services, invoice.id)
  expect(await stateOf(person)).toEqual({ ...before, read_at: expect.any(Date) as Date })
  expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 30, purchasedCredits: 60 })
  const talk = await startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id: talk.id }, body: { duration: 0, cost: 0 } })
  expect(await endedRow(world, talk.id)).toMatchObject({ status: 'completed' })
})

it('an overdue subscription can be canceled and resumed in its grace period', tags('D41'), async () => {
  const person = await kit.overdueSubscriber(world)
  const { past_due_since: since } = await stateOf(person)
  const accessEndsAt = new Date((since?.getTime() ?? 0) + 7 * kit.dayMs).toISOString()
  await expectAnswer(cancel(person), 200, { subscriptionStatus: 'past_due', cancelAtPeriodEnd: true, accessEndsAt })
  expect((await resume(person)).body).toMatchObject({ subscriptionStatus: 'past_due', cancelAtPeriodEnd: false })
  expect(await kit.subscriptionAtProvider(world, person)).toMatchObject({ cancel_at_period_end: false })
})

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

it('a cancellation in the provider’s pages counts, and resuming reverts it once', tags('D41'), async () => {
  const person = await subscriber(world)
  const { id, renews_at: renewsAt } = await stateOf(person)
  const cancelAt = String(Math.floor(renewsAt.getTime() / 1000))
  await changeAtProvider(world, `subscriptions/${id}`, { cancel_at: cancelAt })
  await kit.eventsWorkedOff(world)
  expect(await stateOf(person)).toMatchObject({ cancel_at_period_end: true, renews_at: renewsAt })
  const answer = { subscriptionStatus: 'active', cancelAtPeriodEnd: false, accessEndsAt: renewsAt.toISOString() }
  for (let count = 0; count < 2; count++) await expectAnswer(resume(person), 200, answer)
  const reverted = { cancel_at: null, cancel_at_period_end: false }
  expect(await kit.subscriptionAtProvider(world, person)).toMatchObject(reverted)
  await kit.passRenewal(world, person)
  expect(await stateOf(person)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  const subjects = ['Your subscription is canceled', 'Your subscription continues']
  expect(await kit.lifeSubjects(world, person)).toEqual(subjects)
  expect(await monthsPaid(world, person)).toBe(2)
})

it('a payment of 2.97 a month gives access and 30 minutes once paid', tags('S218 D29 D35'), async () => {
  const person = await registered(world)
  const { status, body } = await openAccess(person)
  const { clientSecret = '' } = body
  const lines = [{ label: 'Platform access', amount: 2.97 }]
  const summary = { totalAmount: 2.97, lines, packageMinutes: 0, monthlyMinutes: 30 }
  const message = 'Platform access is ready to be paid.'
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
    if (isCanceled) await cancel(person)
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

it('coming back wins over a late answer about the former subscription', tags('D41'), async () => {
  const person = await subscriber(world, 'launch')
  const { id } = await stateOf(person)
  await kit.losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, {}, 'DELETE'))
  // A cancellation finds out that the subscription is over.
  await expectNone(person)
  const balances = { monthlyCredits: 0, purchasedCredits: 60 }
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, ...balances })
  // Dated later than everything that follows.
  const later = "update subscription set read_at = now() + interval '1 hour' where stripe_subscription_id = $1"
  await world.sql(later, [id])
  expect((await payAndReport(world, person, openAccess(person))).status).toBe(200)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 })
})
