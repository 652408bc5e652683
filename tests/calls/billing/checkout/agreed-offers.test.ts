import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { createCombinedPurchase } from '#contract/billing/purchases.ts'
import { confirm, expect, expectCredited, historyOf, it, me, openFirst, openOverdue } from '#tests/calls.ts'
import { openPackage, ownWorld, pay, payWithCard, queuedMails, refundAtProvider, registered } from '#tests/calls.ts'
import { subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'
import { sellByAnotherList } from '../../../kit/billing/price-lists.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

/** The agreed price is booked, whatever the price list says by then (D181). */

const world = await ownWorld()

const changeList = () => sellByAnotherList(world)

const openAtPrice = ({ client }: TestPerson) =>
  client.try(createCombinedPurchase, {
    body: { package: 'uplift', subscriptionPrice: platformAccess.priceCents / 100 },
  })

const newest = async (person: TestPerson) => (await historyOf(person)).at(0)
const uplift = ['Uplift package, 120 minutes', 25, 120]
const month = ['Platform access', 2.97, 30]
const bought = ['Auto-purchase: Uplift package, 120 minutes', 25, 120]
const agreed = { name: 'Uplift', minutes: 120, price: 25 }

it('a running subscription renews at its price, and an overdue month costs it', tags('D181'), async () => {
  const [person, overdue] = [await subscriber(world), await subscriber(world)]
  await kit.renewWith(world, overdue, 'pm_card_chargeCustomerFail')
  await changeList()
  await kit.passRenewal(world, overdue)
  expect(await historyOf(person)).toEqual([month, uplift, month])
  const subscriptionPlan = { name: 'Platform access', price: 2.97, minutes: 30 }
  expect(await me(person)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan })
  const { clientSecret, summary } = (await openOverdue(overdue)).body
  expect(summary).toMatchObject({ totalAmount: 2.97, monthlyMinutes: 30, lines: [{ label: 'Platform access' }] })
  const paid = await succeed(overdue, await payWithCard(world, clientSecret))
  expect(paid.body).toEqual({ creditsAdded: 0, monthlyCreditsAdded: 30 })
  expect(await newest(overdue)).toEqual(month)
})

it('an open first payment is booked with its package, month and prices', tags('D181'), async () => {
  const person = await registered(world)
  const { clientSecret } = (await openFirst(person)).body
  await changeList()
  const paymentIntentId = await payWithCard(world, clientSecret)
  for (let count = 0; count < 2; count++) await expectCredited(succeed(person, paymentIntentId), 120, 30)
  expect(await kit.entriesOf(world, person)).toEqual(['purchase 120', 'monthly_grant 30'])
  expect(await historyOf(person)).toEqual([uplift, month])
  const text = (await queuedMails(world, person.email)).map((mail) => mail.text).join()
  expect(text).toContain('Uplift package, 120 minutes, $25.00')
  expect(text).toContain('Platform access, $2.97')
})

it('an open package is booked and refunded as it was sold', tags('D181'), async () => {
  const person = await subscriber(world)
  const { clientSecret } = (await openPackage(person)).body
  await changeList()
  const paymentIntentId = await payWithCard(world, clientSecret)
  await kit.eventsWorkedOff(world)
  const launch = ['Launch package, 60 minutes', 15, 60]
  expect(await newest(person)).toEqual(launch)
  await refundAtProvider(world, paymentIntentId, 500)
  await kit.eventsWorkedOff(world)
  const rows = await historyOf(person)
  expect(rows).toContainEqual(['Refund: Launch package, 60 minutes', -5, -20])
  expect(rows).toContainEqual(launch)
})

it('an automatic purchase that waited for its bank is booked as begun', tags('D181'), async () => {
  const person = await auto.switchedOn(world, 'pm_card_authenticationRequired')
  const [attempt] = await auto.attemptsOf(world, person)
  await changeList()
  const params = { id: attempt?.id ?? '' }
  const { clientSecret, summary, paymentMethodId } = await person.client.call(resumePayment, { params })
  expect(summary).toMatchObject({ totalAmount: 25, packageMinutes: 120, lines: [{ label: 'Uplift', amount: 25 }] })
  const id = await confirm(world, clientSecret, paymentMethodId)
  await expectCredited(succeed(person, id), 120)
  expect(await newest(person)).toEqual(bought)
})

it('automatic purchases buy what was agreed until it is chosen again', tags('D181 D45'), async () => {
  const person = await auto.lowSubscriber(world, 50)
  const agreedNow = async () => (await auto.stateOf(person)).agreed
  expect(await agreedNow()).toBeNull()
  await auto.change(person, { enabled: true })
  const restore = await changeList()
  expect(await agreedNow()).toEqual(agreed)
  await auto.change(person, { threshold: 10 })
  await auto.spendTo(world, person, 5)
  const attempts = [{ status: 'paid', tier: 'uplift', amount_cents: 2500 }]
  expect(await auto.attemptsOf(world, person)).toMatchObject(attempts)
  expect(await newest(person)).toEqual(bought)
  // Choosing it by its new price agrees to that price.
  const chosen = await auto.change(person, { tier: 'uplift' })
  expect(chosen.agreed).toEqual({ name: 'New Uplift', minutes: 96, price: 37.53 })
  await auto.spendTo(world, person, 5)
  expect((await auto.attemptsOf(world, person)).map(({ amount_cents: cents }) => cents)).toEqual([2500, 3753])
  expect(await newest(person)).toEqual(['Auto-purchase: New Uplift package, 96 minutes', 37.53, 96])
  // Switching off and on again offers the current list.
  await auto.change(person, { enabled: false })
  expect(await agreedNow()).toBeNull()
  restore()
  expect((await auto.change(person, { enabled: true })).agreed).toEqual(agreed)
})

it('a person who asks again gets the new list, unless the old one was paid', tags('D181'), async () => {
  const [person, paying] = [await registered(world), await registered(world)]
  await kit.losingEvents(world, () => pay(world, openAtPrice(paying)))
  const before = (await openAtPrice(person)).body
  await changeList()
  expect((await openAtPrice(paying)).status).toBe(409)
  expect(await historyOf(paying)).toEqual([uplift, month])
  const after = (await openAtPrice(person)).body
  expect(after.clientSecret).not.toBe(before.clientSecret)
  const lines = [
    { label: 'New Uplift', amount: 37.53 },
    { label: 'Platform access', amount: 4.49 },
  ]
  expect(after.summary).toEqual({ totalAmount: 42.02, lines, packageMinutes: 96, monthlyMinutes: 24 })
  await succeed(person, await payWithCard(world, after.clientSecret))
  expect(await historyOf(person)).toEqual([
    ['New Uplift package, 96 minutes', 37.53, 96],
    ['New Platform access', 4.49, 24],
  ])
})
