import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, ownWorld, payWithCard, subscriber, type TestPerson } from '#tests/calls.ts'
import { atProvider, changeAtProvider, idOf } from '../../../kit/billing/provider.ts'
import {
  dayMs,
  entriesOf,
  eventsWorkedOff,
  lifeMails,
  lifeSubjects,
  losingEvents,
  overdueSubscriber,
  passTime,
  renewWith,
  subscriptionOf,
} from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

const me = (person: TestPerson) => person.client.call(currentUser)
const payOverdue = (person: TestPerson) => person.client.try(subscription.payOverdue)
const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })

const checkoutsOf = (person: TestPerson) =>
  world.sql(
    `select kind, tier, status, amount_cents from checkout where user_id = $1 and kind = 'renewal' order by created_at`,
    [person.id],
  )

describe('a renewal that fails (D7, S150)', () => {
  it('keeps access for 7 days, mails once, and then blocks until it is paid', async () => {
    const person = await overdueSubscriber(world)
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
    const refused = await person.client.try(voice.startConversation, { body: { agentId } })
    expect([refused.status, refused.body.code]).toEqual([403, 'subscription_required'])
    const bought = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    expect([bought.status, bought.body.code]).toEqual([403, 'subscription_required'])
    // The provider has tried again meanwhile, but the person was notified once.
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

  it("is resolved by the provider's next attempt, with another card", async () => {
    const person = await overdueSubscriber(world)
    await renewWith(world, person, 'pm_card_visa')
    await passTime(world, 'P4D')
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 })
    expect((await entriesOf(world, person)).slice(2)).toEqual([
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
  })

  it('because the bank requires confirmation is resolved by the person (D7)', async () => {
    const person = await overdueSubscriber(world, 'pm_card_authenticationRequired')
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true })
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed'])
    const { clientSecret } = (await payOverdue(person)).body
    await payWithCard(world, clientSecret, 'pm_card_visa')
    expect((await succeed(person, idOf(clientSecret))).status).toBe(200)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
  })

  it('ends the subscription after the last attempt, mails once, and can no longer be paid', async () => {
    const person = await overdueSubscriber(world)
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
    expect(mails[1]?.text).toContain('could not collect')
    await payWithCard(world, clientSecret)
    const late = await succeed(person, idOf(clientSecret))
    expect([late.status, late.body.code]).toEqual([409, 'payment_not_completed'])
    expect((await payOverdue(person)).body.code).toBe('nothing_overdue')
    const { id } = await subscriptionOf(world, person)
    const { data } = await atProvider<{ data: { status: string }[] }>(world, `invoices?subscription=${id}`)
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  it('and an end whose events were all lost are found and reported by the hourly upkeep (D37)', async () => {
    const person = await subscriber(world)
    await renewWith(world, person, 'pm_card_chargeCustomerFail')
    await losingEvents(world, () => world.control({ advance: 'P32D' }))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true, monthlyCredits: 0 })
    await losingEvents(world, () => world.control({ advance: 'P15D' }))
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, purchasedCredits: 120 })
    expect(await lifeSubjects(world, person)).toEqual(['Your payment failed', 'Your access has ended'])
  })

  it('no longer counts when its invoice is void at the provider', async () => {
    const person = await overdueSubscriber(world)
    const { id } = await subscriptionOf(world, person)
    const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${id}&status=open`)
    await changeAtProvider(world, `invoices/${data[0]?.id}/void`, {})
    await eventsWorkedOff(world)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, graceEndsAt: null })
  })
})
