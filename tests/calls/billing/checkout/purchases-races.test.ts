import type { PackageTier } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { findPerson } from '#server/identity/users.ts'
import { openStartPurchase } from '#server/billing/checkout/checkout.flow.ts'
import { setStripeCustomer } from '#server/billing/checkout/payers.ts'
import { accountOf, atProvider, changeAtProvider, expect, expectAnswer, expectCredited, idOf } from '#tests/calls.ts'
import { it, losingEvents, me, monthsPaid, openFirst, openPackage, ownWorld, pay, payWithCard } from '#tests/calls.ts'
import { registered, secretOf, subscriptionsAtProvider, succeed, tags, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()

const openSecret = (person: TestPerson, tier?: PackageTier) => secretOf(openFirst(person, tier))

const statesOf = (person: TestPerson) => subscriptionsAtProvider(world, person)

async function expectOneIncomplete(person: TestPerson): Promise<void> {
  expect((await statesOf(person)).filter((status) => status === 'incomplete')).toHaveLength(1)
}

const openCheckouts = (person: TestPerson) =>
  world.sql<{ tier: string }>("select tier from checkout where user_id = $1 and status = 'open'", [person.id])

async function personOf({ id }: TestPerson) {
  const person = await findPerson(world.services.database.read, id)
  if (!person) throw new Error('The person is gone')
  return person
}

it('a first payment made without events is credited, and no second one opens', tags('D34'), async () => {
  const person = await registered(world)
  const asRead = await personOf(person)
  await losingEvents(world, async () => {
    await pay(world, openFirst(person))
    await expectAnswer(openFirst(person, 'ascend'), 409, 'already_subscribed')
  })
  expect(await me(person)).toMatchObject({ creditBalance: 150, hasAccess: true })
  // Nor for a person who was read before the first one.
  expect(await openStartPurchase(world.services, asRead, 'launch')).toEqual({ state: 'already_subscribed' })
  expect(await statesOf(person)).toEqual(['active'])
})

it('a payment opens again when the provider or another request has ended it', tags('D34'), async () => {
  const person = await registered(world)
  const first = await openSecret(person)
  const opened = async () => {
    const ofPerson = "select * from checkout where user_id = $1 and status = 'open'"
    return (await world.sql<{ stripe_invoice_id: string; stripe_subscription_id: string }>(ofPerson, [person.id]))[0]
  }
  // The invoice is void, but the subscription is not yet canceled.
  await changeAtProvider(world, `invoices/${(await opened())?.stripe_invoice_id}/void`, {})
  const second = await openSecret(person)
  expect(await openCheckouts(person)).toEqual([{ tier: 'uplift' }])
  await changeAtProvider(world, `subscriptions/${(await opened())?.stripe_subscription_id}`, {}, 'DELETE')
  const third = await openSecret(person)
  expect(new Set([first, second, third].map(idOf)).size).toBe(3)
  expect((await succeed(person, await payWithCard(world, third))).body).toMatchObject({ creditsAdded: 120 })
  expect(await statesOf(person)).toEqual(['active', 'incomplete_expired', 'incomplete_expired'])
})

const someTiers: PackageTier[] = ['launch', 'uplift', 'navigate']
it.each([3, 24])('of %d packages at once only the last one remains', tags('D34'), async (count) => {
  const person = await registered(world)
  const tiers = Array.from({ length: count }, (_, at) => someTiers[at % someTiers.length]!)
  const replies = await Promise.all(tiers.map((tier) => openFirst(person, tier)))
  const opened = replies.flatMap(({ status, body }) => (status === 200 ? [body.clientSecret] : []))
  for (const { status, body } of replies) {
    if (status !== 200) expect([status, body.code]).toEqual([409, 'chosen_anew'])
  }
  const [open, ...others] = await openCheckouts(person)
  expect([opened.length > 0, others]).toEqual([true, []])
  await expectOneIncomplete(person)
  // Of all answers only the open one can still be paid, and it is credited once.
  for (const secret of opened) await succeed(person, await payWithCard(world, secret))
  expect((await person.client.call(purchases.purchases)).map(({ tier }) => tier)).toEqual([open?.tier])
  expect((await statesOf(person)).filter((status) => status === 'active')).toHaveLength(1)
})

it('the last choice wins even when the one before takes longer at the provider', tags('D34'), async () => {
  const person = await registered(world)
  const { payments } = world.services
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: typeof payments.openSubscription = async (order) => {
    reached.resolve()
    await release.promise
    return payments.openSubscription(order)
  }
  const services = { ...world.services, payments: { ...payments, openSubscription: slow } }
  const before = openStartPurchase(services, await personOf(person), 'launch')
  await reached.promise
  const last = await openSecret(person, 'ascend')
  release.resolve()
  expect(await before).toEqual({ state: 'chosen_anew' })
  expect(await openCheckouts(person)).toEqual([{ tier: 'ascend' }])
  await expectOneIncomplete(person)
  expect((await succeed(person, await payWithCard(world, last))).body).toMatchObject({ creditsAdded: 600 })
})

it('calls at once create a single customer at the provider', tags('D34'), async () => {
  const { database, clock } = world.services
  const accountId = await accountOf(world, await registered(world))
  for (let round = 0; round < 8; round++) {
    const customer = `cus_of_round_${round}`
    const learn = () => database.write((tx) => setStripeCustomer(tx, accountId, customer, clock.now()))
    expect(await Promise.all(Array.from({ length: 8 }, learn))).toEqual(Array(8).fill(customer))
    await world.sql('delete from payer where account_id = $1', [accountId])
  }
})

it('64 success calls at once credit a payment once', tags('D36'), async () => {
  const person = await registered(world)
  const paymentIntentId = await pay(world, openFirst(person))
  await Promise.all(Array.from({ length: 64 }, () => expectCredited(succeed(person, paymentIntentId), 120, 30)))
  expect(await me(person)).toMatchObject({ creditBalance: 150, monthlyCredits: 30 })
  expect(await person.client.call(purchases.purchases)).toHaveLength(1)
  expect(await monthsPaid(world, person)).toBe(1)
  // And each of two packages once.
  const ids = [await pay(world, openPackage(person, 'navigate')), await pay(world, openPackage(person, 'uplift'))]
  const others = await Promise.all(Array.from({ length: 16 }, (_, i) => succeed(person, ids[i % 2] ?? '')))
  expect(others.map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect(await me(person)).toMatchObject({ creditBalance: 150 + 240 + 120 })
})

it('the price that was shown is charged, or nothing', tags('D29 D181'), async () => {
  const person = await registered(world)
  const intentOf = (clientSecret: string) => atProvider(world, `payment_intents/${idOf(clientSecret)}`)
  const first = (await openFirst(person)).body.clientSecret
  await world.sql('update checkout set amount_cents = 2297, package_cents = 2000 where user_id = $1', [person.id])
  const second = (await openFirst(person)).body.clientSecret
  expect(second).not.toBe(first)
  expect(await intentOf(first)).toMatchObject({ status: 'canceled' })
  expect(await intentOf(second)).toMatchObject({ amount: 2797 })
  // Another price of access gets its key at the provider.
  const { data } = await atProvider<{ data: { id: string }[] }>(world, 'prices?lookup_keys[]=access_monthly')
  const key = { lookup_key: 'access_monthly', transfer_lookup_key: 'true', product: 'luna_access_monthly' }
  const dearer = { ...key, currency: 'usd', unit_amount: '350', 'recurring[interval]': 'month' }
  await changeAtProvider(world, 'prices', dearer)
  const { clientSecret } = (await openFirst(await registered(world))).body
  expect(await intentOf(clientSecret)).toMatchObject({ amount: 2797 })
  // Then the provider has only that one.
  await changeAtProvider(world, `prices/${data[0]?.id}`, { active: 'false' })
  const { status, body } = await openFirst(await registered(world))
  expect([status, JSON.stringify(body).includes('_secret_')]).toEqual([500, false])
})
