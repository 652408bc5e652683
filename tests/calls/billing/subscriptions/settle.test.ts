import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { idOf, ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { eventsWorkedOff, losingEvents, overdueSubscriber } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const me = (person: TestPerson) => person.client.call(currentUser)
const payOverdue = (person: TestPerson) => person.client.try(subscription.payOverdue)
const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })

const checkoutsOf = (person: TestPerson) =>
  world.sql(
    `select kind, tier, status, amount_cents from checkout where user_id = $1 and kind = 'renewal' order by created_at`,
    [person.id],
  )

describe('POST /api/account/pay-overdue (D7)', () => {
  it('returns the same payment on every request', async () => {
    const person = await overdueSubscriber(world)
    const replies = await Promise.all(Array.from({ length: 8 }, () => payOverdue(person)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
    expect(await checkoutsOf(person)).toEqual([{ kind: 'renewal', tier: 'starter', status: 'open', amount_cents: 297 }])
  })

  it('is 401 for a stranger and 409 for a person who owes nothing; a payment stays its owner’s', async () => {
    const stranger = await payOverdue({ client: world.visitor(), id: '', email: '' })
    expect([stranger.status, stranger.body.code]).toEqual([401, 'unauthorized'])
    const [none, thief, owner] = [await registered(world), await subscriber(world), await overdueSubscriber(world)]
    for (const person of [none, thief]) {
      const reply = await payOverdue(person)
      expect([reply.status, reply.body.code]).toEqual([409, 'nothing_overdue'])
    }
    const paymentIntentId = await payWithCard(world, (await payOverdue(owner)).body.clientSecret)
    const stolen = await succeed(thief, paymentIntentId)
    expect([stolen.status, stolen.body.code]).toEqual([404, 'payment_not_found'])
    expect(await me(thief)).toMatchObject({ creditBalance: 150 })
  })

  it('finds out that it was paid when every event was lost', async () => {
    const person = await overdueSubscriber(world)
    const { clientSecret } = (await payOverdue(person)).body
    await losingEvents(world, () => payWithCard(world, clientSecret))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due' })
    const reply = await payOverdue(person)
    expect([reply.status, reply.body.code]).toEqual([409, 'nothing_overdue'])
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
  })

  it('is credited once by 32 success calls and the events together', async () => {
    const person = await overdueSubscriber(world)
    const paymentIntentId = await payWithCard(world, (await payOverdue(person)).body.clientSecret)
    const replies = await Promise.all(Array.from({ length: 32 }, () => succeed(person, paymentIntentId)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"creditsAdded":0,"monthlyCreditsAdded":30}']),
    )
    await eventsWorkedOff(world)
    const [row] = await world.sql('select count(*)::int as months from subscription_payment where user_id = $1', [
      person.id,
    ])
    expect(row).toEqual({ months: 2 })
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
  })

  it('waits with 202 while the provider’s invoice does not show the payment yet', async () => {
    const person = await overdueSubscriber(world)
    const { clientSecret } = (await payOverdue(person)).body
    const { payments } = world.services
    const { readInvoice } = payments
    payments.readInvoice = async (id) => {
      const invoice = await readInvoice(id)
      return invoice && { ...invoice, isPaid: false }
    }
    try {
      const reply = await succeed(person, await payWithCard(world, clientSecret))
      expect([reply.status, reply.body]).toEqual([202, { creditsAdded: 0, monthlyCreditsAdded: 0 }])
    } finally {
      payments.readInvoice = readInvoice
    }
    expect((await succeed(person, idOf(clientSecret))).status).toBe(200)
  })

  it.each(['unpaid', 'paused'])('opens the invoice of a subscription that is %s as well', async (status) => {
    const person = await overdueSubscriber(world)
    const { payments } = world.services
    const { readSubscription } = payments
    payments.readSubscription = async (id) => ({ ...(await readSubscription(id)), status, pastDueSince: null })
    try {
      await world.control({ advance: 'PT1H' })
      expect(await me(person)).toMatchObject({ subscriptionStatus: status, hasAccess: false })
      const first = await person.client.try(purchases.createSubscriptionPayment, {
        body: { tier: 'starter', amount: 2.97 },
      })
      expect([first.status, first.body.code]).toEqual([409, 'invoice_open'])
      const reply = await payOverdue(person)
      expect([reply.status, reply.body.summary.totalAmount]).toEqual([200, 2.97])
      payments.readSubscription = readSubscription
      expect((await succeed(person, await payWithCard(world, reply.body.clientSecret))).status).toBe(200)
      expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true })
    } finally {
      payments.readSubscription = readSubscription
    }
  })

  it('answers 503 while the provider is unreachable (D164)', async () => {
    const person = await overdueSubscriber(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await payOverdue(person)
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await checkoutsOf(person)).toEqual([])
  })
})
