import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { addAgent, answerWith, atProvider, changeAtProvider, checkoutsOf, expect, expectAnswer } from '#tests/calls.ts'
import { expectCredited, expectRefused, expectUnavailable, historyOf, idOf, it, me, moneyBackOf } from '#tests/calls.ts'
import { monthsPaid, openAccess, openOverdue, ownWorld, pay, payWithCard, type Refusal } from '#tests/calls.ts'
import { registered, subscriber, succeed, tags, type TestPerson, vi } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

it('the hourly upkeep finds a failure and an end whose events were all lost', tags('D37'), async () => {
  const person = await subscriber(world)
  await kit.renewWith(world, person, 'pm_card_chargeCustomerFail')
  await kit.losingEvents(world, () => world.control({ advance: 'P32D' }))
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true, monthlyCredits: 0 })
  await kit.losingEvents(world, () => world.control({ advance: 'P15D' }))
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, purchasedCredits: 120 })
  expect(await kit.lifeSubjects(world, person)).toEqual(['Your payment failed', 'Your access has ended'])
})

it('the last failed attempt ends the subscription, which can no longer be paid', tags('D7'), async () => {
  const person = await kit.overdueSubscriber(world)
  const { clientSecret } = (await openOverdue(person)).body
  await kit.passTime(world, 'P15D')
  const balances = { monthlyCredits: 0, purchasedCredits: 120 }
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false, ...balances })
  const mails = await kit.lifeMails(world, person)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your payment failed', 'Your access has ended'])
  expect(mails[1]?.text).toContain('could not collect')
  await expectAnswer(succeed(person, await payWithCard(world, clientSecret)), 409, 'payment_not_completed')
  expect((await openOverdue(person)).body.code).toBe('nothing_overdue')
  const { id } = await kit.subscriptionOf(world, person)
  const { data } = await atProvider<{ data: { status: string }[] }>(world, `invoices?subscription=${id}`)
  expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
})

/** Returns a person whose payment is open in the browser, and what ends the subscription at the provider. */
async function endingUnnoticed() {
  const person = await kit.overdueSubscriber(world)
  const { clientSecret } = (await openOverdue(person)).body
  const { id } = await kit.subscriptionOf(world, person)
  const { latest_invoice: invoiceId } = await kit.subscriptionAtProvider(world, person)
  const end = () => changeAtProvider<{ ended_at: number }>(world, `subscriptions/${id}`, {}, 'DELETE')
  return { person, clientSecret, invoiceId, end }
}

it.each(['call', 'event'])('a payment after the end is refunded by the %s', tags('D7'), async (finder) => {
  const { person, clientSecret, invoiceId, end } = await endingUnnoticed()
  const paymentIntentId = await kit.losingEvents(world, async () => {
    const { ended_at: endedAt } = await end()
    // The provider's timestamps are whole seconds.
    await vi.waitFor(() => expect(world.services.clock.now().getTime()).toBeGreaterThan((endedAt + 1) * 1000), 3000)
    return payWithCard(world, clientSecret)
  })
  if (finder === 'call') await succeed(person, paymentIntentId)
  else await bookInvoice(world.services, invoiceId)
  await followUndecided(world.services)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', monthlyCredits: 0 })
  expect(await moneyBackOf(world, paymentIntentId)).toMatchObject([{ amount_cents: 297, status: 'succeeded' }])
  const rows = (await historyOf(person)).slice(0, 2)
  expect(rows.map(([, amount, minutes]) => [amount, minutes])).toEqual([
    [-2.97, 0],
    [2.97, 30],
  ])
})

it('a payment before the end is kept, however late it is reported', tags('D7'), async () => {
  const { person, clientSecret, end } = await endingUnnoticed()
  const paymentIntentId = await kit.losingEvents(world, async () => {
    const id = await payWithCard(world, clientSecret)
    await end()
    return id
  })
  await succeed(person, paymentIntentId)
  await followUndecided(world.services)
  expect(await moneyBackOf(world, paymentIntentId)).toEqual([])
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', monthlyCredits: 0 })
})

it('a failed renewal keeps access for 7 days, mails once, and blocks until paid', tags('D7 S150'), async () => {
  const person = await kit.overdueSubscriber(world)
  const { past_due_since: since } = await kit.subscriptionOf(world, person)
  const graceEndsAt = new Date((since?.getTime() ?? 0) + 7 * kit.dayMs)
  const inGrace = { subscriptionStatus: 'past_due', hasAccess: true, graceEndsAt: graceEndsAt.toISOString() }
  expect(await me(person)).toMatchObject(inGrace)
  const shown = await person.client.call(purchases.subscriptionStatus)
  expect(shown).toMatchObject({ status: 'past_due', graceEndsAt: graceEndsAt.toISOString() })
  const [failed] = await kit.lifeMails(world, person)
  expect(failed?.text).toContain(graceEndsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }))
  expect(failed?.text).toContain(`${world.url}/subscribe`)
  await kit.passTime(world, 'P6DT21H')
  expect(await me(person)).toMatchObject({ hasAccess: true })
  await kit.passTime(world, 'PT4H')
  expect(await me(person)).toMatchObject({ hasAccess: false, subscriptionStatus: 'past_due', purchasedCredits: 120 })
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 403, 'subscription_required'])
  const body = { tier: 'launch' }
  await expectRefused(purchases.createPaymentIntent, [person, { body }, 403, 'subscription_required'])
  // The provider has tried again since, but the person was notified once.
  expect(await kit.lifeSubjects(world, person)).toEqual(['Your payment failed'])

  const opened = await openOverdue(person)
  const lines = [{ label: 'Platform access', amount: 2.97 }]
  const summary = { totalAmount: 2.97, lines, packageMinutes: 0, monthlyMinutes: 30 }
  expect([opened.status, opened.body.summary]).toEqual([200, summary])
  await expectCredited(succeed(person, await payWithCard(world, opened.body.clientSecret)), 0, 30)
  const balances = { monthlyCredits: 30, purchasedCredits: 120 }
  const active = { subscriptionStatus: 'active', graceEndsAt: null, hasAccess: true }
  expect(await me(person)).toMatchObject({ ...active, ...balances })
  await kit.eventsWorkedOff(world)
  await expectCredited(succeed(person, idOf(opened.body.clientSecret)), 0, 30)
  expect((await kit.entriesOf(world, person)).slice(2)).toEqual(kit.renewal)
  const renewals = (await checkoutsOf(world, person)).filter(({ kind }) => kind === 'renewal')
  expect(renewals).toEqual([{ kind: 'renewal', tier: 'starter', status: 'paid', amount_cents: 297 }])
  expect(await kit.lifeSubjects(world, person)).toEqual(['Your payment failed'])
})

it('another card, a confirmation or a void invoice resolves a failed renewal', tags('D7'), async () => {
  const [other, asked, voided] = [await subscriber(world), await subscriber(world), await subscriber(world)]
  for (const person of [other, voided]) await kit.renewWith(world, person, 'pm_card_chargeCustomerFail')
  await kit.renewWith(world, asked, 'pm_card_authenticationRequired')
  await kit.passRenewal(world, voided)
  for (const person of [other, asked, voided]) {
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', hasAccess: true })
    expect(await kit.lifeSubjects(world, person)).toEqual(['Your payment failed'])
  }
  const renewed = { subscriptionStatus: 'active', hasAccess: true, monthlyCredits: 30 }
  expect((await succeed(asked, await pay(world, openOverdue(asked)))).status).toBe(200)
  expect(await me(asked)).toMatchObject(renewed)
  const { id } = await kit.subscriptionOf(world, voided)
  const { data } = await atProvider<{ data: { id: string }[] }>(world, `invoices?subscription=${id}&status=open`)
  await changeAtProvider(world, `invoices/${data[0]?.id}/void`, {})
  await kit.eventsWorkedOff(world)
  expect(await me(voided)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true, graceEndsAt: null })
  // The provider tries again within four days.
  await kit.renewWith(world, other, 'pm_card_visa')
  await kit.passTime(world, 'P4D')
  expect(await me(other)).toMatchObject(renewed)
  expect((await kit.entriesOf(world, other)).slice(2)).toEqual(kit.renewal)
})

it('an overdue month has one payment, which is credited once', tags('D7 D164'), async () => {
  const person = await kit.overdueSubscriber(world)
  await expectUnavailable(world, () => openOverdue(person))
  expect(await checkoutsOf(world, person)).toHaveLength(1)
  const opened = await Promise.all(Array.from({ length: 8 }, () => openOverdue(person)))
  expect(new Set(opened.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
  const checkout = { kind: 'renewal', tier: 'starter', status: 'open', amount_cents: 297 }
  expect((await checkoutsOf(world, person)).slice(1)).toEqual([checkout])
  const id = idOf(opened[0]?.body.clientSecret ?? '')
  // The provider's invoice may not show the payment yet.
  const restore = answerWith(world, 'readInvoice', (readInvoice) => async (invoiceId) => {
    const invoice = await readInvoice(invoiceId)
    return invoice && { ...invoice, isPaid: false }
  })
  await payWithCard(world, opened[0]?.body.clientSecret ?? '')
  await expectAnswer(succeed(person, id), 202, { creditsAdded: 0, monthlyCreditsAdded: 0 })
  restore()
  await Promise.all(Array.from({ length: 32 }, () => expectCredited(succeed(person, id), 0, 30)))
  await kit.eventsWorkedOff(world)
  expect(await monthsPaid(world, person)).toBe(2)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
})

it('a payment whose events were all lost is found, and remains its owner’s', tags('D7 D37'), async () => {
  const [none, thief] = [await registered(world), await subscriber(world)]
  const owner = await kit.overdueSubscriber(world)
  const paymentIntentId = await kit.losingEvents(world, () => pay(world, openOverdue(owner)))
  const body = { paymentIntentId }
  await expectRefused(purchases.processPaymentSuccess, [thief, { body }, 404, 'payment_not_found'])
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'past_due' })
  const refusal = (person: TestPerson): Refusal => [person, {}, 409, 'nothing_overdue']
  await expectRefused(subscription.payOverdue, refusal(none), refusal(thief), refusal(owner))
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'active', monthlyCredits: 30 })
})

it('an invoice of an unpaid or paused subscription is opened as well', async () => {
  const person = await kit.overdueSubscriber(world)
  for (const status of ['unpaid', 'paused']) {
    const restore = answerWith(world, 'readSubscription', (read) => async (id) => {
      return { ...(await read(id)), status, pastDueSince: null }
    })
    await world.control({ advance: 'PT1H' })
    expect(await me(person)).toMatchObject({ subscriptionStatus: status, hasAccess: false })
    await expectAnswer(openAccess(person), 409, 'invoice_open')
    const reply = await openOverdue(person)
    expect([reply.status, reply.body.summary.totalAmount]).toEqual([200, 2.97])
    restore()
  }
  expect((await succeed(person, await pay(world, openOverdue(person)))).status).toBe(200)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true })
})
