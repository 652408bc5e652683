import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as auth from '#contract/auth.ts'
import * as purchases from '#contract/purchases.ts'
import * as subscription from '#contract/subscription.ts'
import * as voice from '#contract/voice.ts'
import { closeUnbroken } from '../invariants.ts'
import { addAgent, payWithCard, registered, subscriber, type TestPerson } from '../people.ts'
import { atProvider, changeAtProvider, idOf } from '../provider.ts'
import {
  dayMs,
  entriesOf,
  eventsWorkedOff,
  lifeMails,
  lifeSubjects,
  losingEvents,
  passRenewal,
  passTime,
  renewWith,
  subscriptionOf,
} from '../subscriptions.ts'
import { openWorld, type World } from '../world.ts'

let world: World
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  agentId = await addAgent(world)
})
afterAll(() => closeUnbroken(world))

const me = (person: TestPerson) => person.client.call(auth.currentUser)
const payOverdue = (person: TestPerson) => person.client.try(subscription.payOverdue)
const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })

/** A subscriber whose renewal has just failed. */
async function overdue(card = 'pm_card_chargeCustomerFail'): Promise<TestPerson> {
  const person = await subscriber(world)
  await renewWith(world, person, card)
  await passRenewal(world, person)
  return person
}

const checkoutsOf = (person: TestPerson) =>
  world.sql(
    `select kind, tier, status, amount_cents from checkout where user_id = $1 and kind = 'renewal' order by created_at`,
    [person.id],
  )

describe('a renewal that fails (D7, S150)', () => {
  it('keeps access for 7 days, says so once, and then locks out until it is paid', async () => {
    const person = await overdue()
    const { past_due_since: since } = await subscriptionOf(world, person)
    const graceEndsAt = new Date((since?.getTime() ?? 0) + 7 * dayMs)
    expect(await me(person)).toMatchObject({
      subscriptionStatus: 'past_due',
      hasAccess: true,
      graceEndsAt: graceEndsAt.toISOString(),
    })
    expect(await person.client.call(purchases.subscriptionStatus)).toMatchObject({
      status: 'past_due',
      graceEndsAt: graceEndsAt.toISOString(),
    })
    const [failed] = await lifeMails(world, person)
    expect(failed?.subject).toBe('Your payment failed')
    expect(failed?.text).toContain(graceEndsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }))
    expect(failed?.text).toContain(`${world.url}/subscribe`)

    await passTime(world, 'P6DT21H')
    expect(await me(person)).toMatchObject({ hasAccess: true })
    await passTime(world, 'PT4H')
    expect(await me(person)).toMatchObject({ hasAccess: false, subscriptionStatus: 'past_due', purchasedCredits: 120 })
    const refused = await person.client.try(voice.startSession, { body: { agentId } })
    expect([refused.status, refused.body.code]).toEqual([403, 'subscription_required'])
    const bought = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    expect([bought.status, bought.body.code]).toEqual([403, 'subscription_required'])
    // The provider has tried again meanwhile; the person was told once.
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed'])

    const opened = await payOverdue(person)
    expect([opened.status, opened.body.summary]).toEqual([
      200,
      {
        totalAmount: 2.97,
        lines: [{ label: 'Starter Monthly', amount: 2.97 }],
        packageMinutes: 0,
        monthlyMinutes: 30,
      },
    ])
    const paid = await succeed(person, await payWithCard(world, opened.body.clientSecret))
    expect([paid.status, paid.body]).toEqual([200, { creditsAdded: 0, monthlyCreditsAdded: 30 }])
    expect(await me(person)).toMatchObject({
      subscriptionStatus: 'active',
      graceEndsAt: null,
      hasAccess: true,
      monthlyCredits: 30,
      purchasedCredits: 120,
    })
    await eventsWorkedOff(world)
    const again = await succeed(person, idOf(opened.body.clientSecret))
    expect([again.status, again.body]).toEqual([200, { creditsAdded: 0, monthlyCreditsAdded: 30 }])
    expect((await entriesOf(world, person)).slice(2)).toEqual([
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
    expect(await checkoutsOf(person)).toEqual([{ kind: 'renewal', tier: 'starter', status: 'paid', amount_cents: 297 }])
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed'])
  })

  it('is repaired by the next attempt of the provider, with another card', async () => {
    const person = await overdue()
    await renewWith(world, person, 'pm_card_visa')
    await passTime(world, 'P4D')
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 })
    expect((await entriesOf(world, person)).slice(2)).toEqual([
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
  })

  it('because the bank wants the person is settled by the person (D7)', async () => {
    const person = await overdue('pm_card_authenticationRequired')
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true })
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed'])
    const { clientSecret } = (await payOverdue(person)).body
    await payWithCard(world, clientSecret, 'pm_card_visa')
    expect((await succeed(person, idOf(clientSecret))).status).toBe(200)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
  })

  it('ends the subscription after the last attempt, says so once, and nothing of it can be paid any more', async () => {
    const person = await overdue()
    const { clientSecret } = (await payOverdue(person)).body
    await passTime(world, 'P15D')
    expect(await me(person)).toMatchObject({
      subscriptionStatus: 'canceled',
      hasAccess: false,
      monthlyCredits: 0,
      purchasedCredits: 120,
    })
    const mails = await lifeMails(world, person)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payment failed', 'Your access has ended'])
    expect(mails[1]?.text).toContain('could not be collected')
    await payWithCard(world, clientSecret)
    const late = await succeed(person, idOf(clientSecret))
    expect([late.status, late.body.code]).toEqual([409, 'payment_not_completed'])
    expect((await payOverdue(person)).body.code).toBe('nothing_overdue')
    const { id } = await subscriptionOf(world, person)
    const { data } = await atProvider<{ data: { status: string }[] }>(world, `invoices?subscription=${id}`)
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  it('and an end of which every event was lost are found out by the hourly look, and told (D37)', async () => {
    const person = await subscriber(world)
    await renewWith(world, person, 'pm_card_chargeCustomerFail')
    await losingEvents(world, () => world.control({ advance: 'P32D' }))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true, monthlyCredits: 0 })
    await losingEvents(world, () => world.control({ advance: 'P15D' }))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, purchasedCredits: 120 })
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed', 'Your access has ended'])
  })

  it('whose invoice is void at the provider is no failure any more', async () => {
    const person = await overdue()
    const { id } = await subscriptionOf(world, person)
    const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${id}&status=open`)
    await changeAtProvider(world, `invoices/${data[0]?.id}/void`, {})
    await eventsWorkedOff(world)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, graceEndsAt: null })
  })
})

describe('POST /api/account/pay-overdue (D7)', () => {
  it('answers the same payment when it is asked again and again', async () => {
    const person = await overdue()
    const replies = await Promise.all(Array.from({ length: 8 }, () => payOverdue(person)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
    expect(await checkoutsOf(person)).toEqual([{ kind: 'renewal', tier: 'starter', status: 'open', amount_cents: 297 }])
  })

  it('401 for a stranger, 409 for who owes nothing; a payment stays its owner’s', async () => {
    const stranger = await payOverdue({ client: world.visitor(), id: '', email: '' })
    expect([stranger.status, stranger.body.code]).toEqual([401, 'unauthorized'])
    const [none, thief, owner] = [await registered(world), await subscriber(world), await overdue()]
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
    const person = await overdue()
    const { clientSecret } = (await payOverdue(person)).body
    await losingEvents(world, () => payWithCard(world, clientSecret))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due' })
    const reply = await payOverdue(person)
    expect([reply.status, reply.body.code]).toEqual([409, 'nothing_overdue'])
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
  })

  it('is credited once by 32 success calls and the events together', async () => {
    const person = await overdue()
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
    const person = await overdue()
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

  it.each(['unpaid', 'paused'])('opens the invoice of a subscription that is %s, too', async (status) => {
    const person = await overdue()
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

  it('says 503 while the provider is away (D164)', async () => {
    const person = await overdue()
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await payOverdue(person)
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await checkoutsOf(person)).toEqual([])
  })
})
