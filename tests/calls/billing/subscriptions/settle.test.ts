import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { changeAtProvider, expect, expectRefused, it, ownWorld, payWithCard, registered } from '#tests/calls.ts'
import { idOf, type Refusal, subscriber, tags, type TestPerson, vi } from '#tests/calls.ts'
import * as payments from '../../../kit/billing/payments.ts'
import { historyOf, moneyBackOf } from '../../../kit/billing/refunds.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const { checkoutsOf, me, openAccess, openOverdue, pay, succeed } = payments

it('an overdue month has one payment, which is credited once', tags('D7 D164'), async () => {
  const person = await kit.overdueSubscriber(world)
  await payments.expectUnavailable(world, () => openOverdue(person))
  expect(await checkoutsOf(world, person)).toHaveLength(1)
  const opened = await Promise.all(Array.from({ length: 8 }, () => openOverdue(person)))
  expect(new Set(opened.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
  const checkout = { kind: 'renewal', tier: 'starter', status: 'open', amount_cents: 297 }
  expect((await checkoutsOf(world, person)).slice(1)).toEqual([checkout])
  const id = idOf(opened[0]?.body.clientSecret ?? '')
  // The provider's invoice may not show the payment yet.
  const { readInvoice } = world.services.payments
  const spy = vi.spyOn(world.services.payments, 'readInvoice').mockImplementation(async (invoiceId) => {
    const invoice = await readInvoice(invoiceId)
    return invoice && { ...invoice, isPaid: false }
  })
  await payWithCard(world, opened[0]?.body.clientSecret ?? '')
  const waiting = await succeed(person, id)
  expect([waiting.status, waiting.body]).toEqual([202, { creditsAdded: 0, monthlyCreditsAdded: 0 }])
  spy.mockRestore()
  const replies = await Promise.all(Array.from({ length: 32 }, () => succeed(person, id)))
  const credited = { creditsAdded: 0, monthlyCreditsAdded: 30 }
  for (const { status, body } of replies) expect([status, body]).toEqual([200, credited])
  await kit.eventsWorkedOff(world)
  expect(await payments.monthsPaid(world, person)).toBe(2)
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

it.each(['unpaid', 'paused'])('an invoice of a subscription that is %s is opened as well', async (status) => {
  const person = await kit.overdueSubscriber(world)
  const { readSubscription } = world.services.payments
  const spy = vi.spyOn(world.services.payments, 'readSubscription')
  spy.mockImplementation(async (id) => ({ ...(await readSubscription(id)), status, pastDueSince: null }))
  await world.control({ advance: 'PT1H' })
  expect(await me(person)).toMatchObject({ subscriptionStatus: status, hasAccess: false })
  const first = await openAccess(person)
  expect([first.status, first.body.code]).toEqual([409, 'invoice_open'])
  const reply = await openOverdue(person)
  expect([reply.status, reply.body.summary.totalAmount]).toEqual([200, 2.97])
  spy.mockRestore()
  expect((await succeed(person, await payWithCard(world, reply.body.clientSecret))).status).toBe(200)
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', hasAccess: true })
})

/**
 * Returns a person whose payment is open in the browser, and whose subscription ends at the provider without our
 * knowledge.
 */
async function endingUnnoticed() {
  const person = await kit.overdueSubscriber(world)
  const { clientSecret } = (await openOverdue(person)).body
  const { id } = await kit.subscriptionOf(world, person)
  const { latest_invoice: invoiceId } = await kit.subscriptionAtProvider(world, person)
  const end = () => changeAtProvider<{ ended_at: number }>(world, `subscriptions/${id}`, {}, 'DELETE')
  return { person, clientSecret, invoiceId, end }
}

it.each(['call', 'event'])('a payment after the end that a %s finds is refunded', tags('D7'), async (finder) => {
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
