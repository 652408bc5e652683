import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as autoPurchase from '#contract/billing/auto-purchase.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { ownWorld, payWithCard, queuedMails, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { attemptsOf, lowSubscriber, spendTo, stateOf, setAutoPurchase } from '../../../kit/billing/auto-purchases.ts'
import { sellByAnotherList } from '../../../kit/billing/price-lists.ts'
import { buy, refundAtProvider } from '../../../kit/billing/refunds.ts'
import { approve, inBrowser } from '../../../kit/billing/saved-cards.ts'
import {
  entriesOf,
  eventsWorkedOff,
  losingEvents,
  overdueSubscriber,
  passRenewal,
} from '../../../kit/billing/subscriptions.ts'

/** The agreed price is booked, whatever the price list says meanwhile. */

const world = await ownWorld()

const changeList = () => sellByAnotherList(world)

const openFirst = async (person: TestPerson) =>
  person.client.call(purchases.createCombinedPurchase, {
    body: { package: 'uplift', subscriptionPrice: platformAccess.priceCents / 100 },
  })

const succeed = async (person: TestPerson, paymentIntentId: string) =>
  person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })

const historyOf = async (person: TestPerson) =>
  (await person.client.call(account.transactions)).map(({ description, amount, creditsAdded }) => [
    description,
    amount,
    creditsAdded,
  ])

const uplift = ['Uplift package, 120 minutes', 25, 120]
const month = ['Starter Monthly', 2.97, 30]

describe('a price list that changes while payments are open and subscriptions run (D181)', () => {
  it('books an open first payment with the agreed package, month and prices', async () => {
    const person = await registered(world)
    const { clientSecret } = await openFirst(person)
    await changeList()
    const paymentIntentId = await payWithCard(world, clientSecret)
    expect(await succeed(person, paymentIntentId)).toEqual({ creditsAdded: 120, monthlyCreditsAdded: 30 })
    expect(await succeed(person, paymentIntentId)).toEqual({ creditsAdded: 120, monthlyCreditsAdded: 30 })
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 120],
      ['monthly_grant', 30],
    ])
    expect(await historyOf(person)).toEqual([uplift, month])
    const text = (await queuedMails(world, person.email)).map((mail) => mail.text).join()
    expect(text).toContain('Uplift package, 120 minutes, $25.00')
    expect(text).toContain('Starter Monthly, $2.97')
  })

  it('books an open package even when only the provider reports its payment', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    await changeList()
    await payWithCard(world, clientSecret)
    await eventsWorkedOff(world)
    expect((await historyOf(person)).at(0)).toEqual(['Launch package, 60 minutes', 15, 60])
  })

  it('renews a running subscription at its own price and minutes', async () => {
    const person = await subscriber(world)
    await changeList()
    await passRenewal(world, person)
    expect(await historyOf(person)).toEqual([month, uplift, month])
    expect(await person.client.call(currentUser)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: { name: 'Starter Monthly', price: 2.97, minutes: 30 },
    })
  })

  it('lets an overdue month be paid at its agreed price', async () => {
    const person = await overdueSubscriber(world)
    await changeList()
    const { clientSecret, summary } = await person.client.call(subscription.payOverdue)
    expect(summary).toMatchObject({ totalAmount: 2.97, monthlyMinutes: 30, lines: [{ label: 'Starter Monthly' }] })
    const paymentIntentId = await payWithCard(world, clientSecret)
    expect(await succeed(person, paymentIntentId)).toEqual({ creditsAdded: 0, monthlyCreditsAdded: 30 })
    expect((await historyOf(person)).at(0)).toEqual(month)
  })

  it('books an automatic purchase that was begun before, once its bank is satisfied', async () => {
    const person = await lowSubscriber(world, 5, 'pm_card_authenticationRequired')
    await setAutoPurchase(person, { enabled: true })
    const [attempt] = await attemptsOf(world, person)
    await changeList()
    const params = { id: attempt?.id ?? '' }
    const { clientSecret, summary, paymentMethodId } = await person.client.call(autoPurchase.resumePayment, { params })
    expect(summary).toMatchObject({ totalAmount: 25, packageMinutes: 120, lines: [{ label: 'Uplift', amount: 25 }] })
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
    const method = { payment_method: paymentMethodId ?? '' }
    await inBrowser(world, `payment_intents/${paymentIntentId}/confirm`, clientSecret, method)
    await approve(world, 'payment_intents', clientSecret)
    expect(await succeed(person, paymentIntentId)).toEqual({ creditsAdded: 120, monthlyCreditsAdded: 0 })
    expect((await historyOf(person)).at(0)).toEqual(['Auto-purchase: Uplift package, 120 minutes', 25, 120])
  })

  it('automatically buys what was agreed at switching on, until it is chosen again (D45)', async () => {
    const person = await lowSubscriber(world, 50)
    expect((await stateOf(person)).agreed).toBeNull()
    await setAutoPurchase(person, { enabled: true })
    const restore = await changeList()
    expect((await stateOf(person)).agreed).toEqual({ name: 'Uplift', minutes: 120, price: 25 })
    await setAutoPurchase(person, { threshold: 10 })
    await spendTo(world, person, 5)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid', tier: 'uplift', amount_cents: 2500 }])
    expect((await historyOf(person)).at(0)).toEqual(['Auto-purchase: Uplift package, 120 minutes', 25, 120])
    // Choosing it by its new price agrees to that price.
    const chosen = await setAutoPurchase(person, { tier: 'uplift' })
    expect(chosen.agreed).toEqual({ name: 'New Uplift', minutes: 96, price: 37.53 })
    await spendTo(world, person, 5)
    expect((await attemptsOf(world, person)).map(({ amount_cents: cents }) => cents)).toEqual([2500, 3753])
    expect((await historyOf(person)).at(0)).toEqual(['Auto-purchase: New Uplift package, 96 minutes', 37.53, 96])
    // Switching off and on again offers the current list.
    await setAutoPurchase(person, { enabled: false })
    expect((await stateOf(person)).agreed).toBeNull()
    restore()
    expect((await setAutoPurchase(person, { enabled: true })).agreed).toEqual({
      name: 'Uplift',
      minutes: 120,
      price: 25,
    })
  })

  it('takes a refunded payment back in proportion to what it was sold for', async () => {
    const person = await subscriber(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await changeList()
    await refundAtProvider(world, paymentIntentId, 500)
    await eventsWorkedOff(world)
    const rows = await historyOf(person)
    expect(rows).toContainEqual(['Refund: Launch package, 60 minutes', -5, -20])
    expect(rows).toContainEqual(['Launch package, 60 minutes', 15, 60])
  })

  it('sells the new list to a person who asks again, and replaces their open payment', async () => {
    const person = await registered(world)
    const before = await openFirst(person)
    await changeList()
    const after = await openFirst(person)
    expect(after.clientSecret).not.toBe(before.clientSecret)
    expect(after.summary).toEqual({
      totalAmount: 42.02,
      lines: [
        { label: 'New Uplift', amount: 37.53 },
        { label: 'Platform access', amount: 4.49 },
      ],
      packageMinutes: 96,
      monthlyMinutes: 24,
    })
    await succeed(person, await payWithCard(world, after.clientSecret))
    expect(await historyOf(person)).toEqual([
      ['New Uplift package, 96 minutes', 37.53, 96],
      ['New Starter Monthly', 4.49, 24],
    ])
  })

  it('does not replace a payment that was made before the list changed', async () => {
    const person = await registered(world)
    await losingEvents(world, async () => payWithCard(world, (await openFirst(person)).clientSecret))
    await changeList()
    const body = { package: 'uplift' as const, subscriptionPrice: platformAccess.priceCents / 100 }
    expect((await person.client.try(purchases.createCombinedPurchase, { body })).status).toBe(409)
    expect(await historyOf(person)).toEqual([uplift, month])
  })
})
