import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { findPerson } from '#server/identity/users.ts'
import { openStartPurchase } from '#server/billing/checkout/checkout.flow.ts'
import { setStripeCustomer } from '#server/billing/checkout/payers.ts'
import { atProvider, idOf, ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()

function openFirst(person: TestPerson, tier: PackageTier) {
  return person.client.try(purchases.createCombinedPurchase, { body: { package: tier, subscriptionPrice: 2.97 } })
}

async function openSecret(person: TestPerson, tier: PackageTier): Promise<string> {
  const reply = await openFirst(person, tier)
  expect(reply.status).toBe(200)
  return reply.body.clientSecret
}

function succeed(person: TestPerson, paymentIntentId: string) {
  return person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

async function subscriptionsOf(person: TestPerson): Promise<string[]> {
  const { stripeCustomerId } = await person.client.call(currentUser)
  const { data } = await atProvider<{ data: { status: string }[] }>(
    world,
    `subscriptions?customer=${stripeCustomerId}&status=all&limit=100`,
  )
  return data.map((subscription) => subscription.status).toSorted()
}

function openCheckouts(person: TestPerson) {
  return world.sql<{ tier: string }>("select tier from checkout where user_id = $1 and status = 'open'", [person.id])
}

describe('the open first payment (D34)', () => {
  it('is reopened by a repeat', async () => {
    const person = await registered(world)
    const first = await openSecret(person, 'uplift')
    expect(await openSecret(person, 'uplift')).toBe(first)
    expect(await subscriptionsOf(person)).toEqual(['incomplete'])
  })

  it('is replaced by another package, and can no longer be paid', async () => {
    const person = await registered(world)
    const first = await openSecret(person, 'ascend')
    const second = await openSecret(person, 'launch')
    expect(idOf(second)).not.toBe(idOf(first))
    expect(await openCheckouts(person)).toEqual([{ tier: 'launch' }])
    expect((await subscriptionsOf(person)).filter((status) => status === 'incomplete')).toHaveLength(1)
    const replaced = await succeed(person, await payWithCard(world, first))
    expect([replaced.status, replaced.body.code]).toEqual([409, 'payment_not_completed'])
    expect((await succeed(person, await payWithCard(world, second))).body).toMatchObject({ creditsAdded: 60 })
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 90 })
  })

  it('is credited instead of replaced when it was paid meanwhile', async () => {
    const person = await registered(world)
    await world.control({ webhooks: 'drop' })
    await payWithCard(world, await openSecret(person, 'uplift'))
    const reply = await openFirst(person, 'ascend')
    await world.control({ webhooks: 'deliver' })
    expect([reply.status, reply.body.code]).toEqual([409, 'already_subscribed'])
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 150, hasAccess: true })
    expect(await subscriptionsOf(person)).toEqual(['active'])
  })

  it('is not opened twice when the first was paid after the person was read', async () => {
    const person = await registered(world)
    const { database } = world.services
    const asRead = await findPerson(database.read, person.id)
    const secret = await openSecret(person, 'launch')
    expect((await succeed(person, await payWithCard(world, secret))).status).toBe(200)
    if (!asRead) throw new Error('The person is gone')
    expect(await openStartPurchase(world.services, asRead, 'launch')).toEqual({ state: 'already_subscribed' })
    expect(await subscriptionsOf(person)).toEqual(['active'])
  })

  it('is opened again when the provider has ended it', async () => {
    const person = await registered(world)
    const first = await openSecret(person, 'uplift')
    const [row] = await world.sql<{ id: string }>(
      'select stripe_subscription_id as id from checkout where user_id = $1',
      [person.id],
    )
    const ended = await fetch(`${world.standins.url}/v1/subscriptions/${row?.id}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    expect(await ended.json()).toMatchObject({ status: 'incomplete_expired' })
    const second = await openSecret(person, 'uplift')
    expect(idOf(second)).not.toBe(idOf(first))
    expect((await succeed(person, await payWithCard(world, second))).body).toMatchObject({ creditsAdded: 120 })
    expect(await subscriptionsOf(person)).toEqual(['active', 'incomplete_expired'])
  })

  it('is opened again while another request is still ending it', async () => {
    const person = await registered(world)
    const first = await openSecret(person, 'uplift')
    const [row] = await world.sql<{ id: string }>('select stripe_invoice_id as id from checkout where user_id = $1', [
      person.id,
    ])
    // The invoice is void, but the subscription is not yet canceled.
    const voided = await fetch(`${world.standins.url}/v1/invoices/${row?.id}/void`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    expect(await voided.json()).toMatchObject({ status: 'void' })
    expect(idOf(await openSecret(person, 'uplift'))).not.toBe(idOf(first))
    expect(await openCheckouts(person)).toEqual([{ tier: 'uplift' }])
  })

  it('is a single one for 16 equal requests at once', async () => {
    const person = await registered(world)
    const secrets = await Promise.all(Array.from({ length: 16 }, () => openSecret(person, 'uplift')))
    expect(new Set(secrets).size).toBe(1)
    expect(await subscriptionsOf(person)).toEqual(['incomplete'])
  })

  it.each([1, 2, 3])('is the last one requested of three packages at once (D34, round %d)', async () => {
    const person = await registered(world)
    const tiers: PackageTier[] = ['launch', 'uplift', 'navigate']
    const replies = await Promise.all(tiers.map((tier) => openFirst(person, tier)))
    const opened = replies.flatMap(({ status, body }) => (status === 200 ? [body.clientSecret] : []))
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body.code]).toEqual([409, 'chosen_anew'])
    }
    const [open, ...others] = await openCheckouts(person)
    expect([replies.some(({ status }) => status === 200), others]).toEqual([true, []])
    expect((await subscriptionsOf(person)).filter((status) => status === 'incomplete')).toHaveLength(1)
    // Of all answers only the open one can still be paid, and it is credited once.
    for (const secret of opened) await succeed(person, await payWithCard(world, secret))
    expect((await person.client.call(purchases.purchases)).map(({ tier }) => tier)).toEqual([open?.tier])
    expect((await subscriptionsOf(person)).filter((status) => status === 'active')).toHaveLength(1)
  })

  it('is the last one requested even when the one before takes longer at the provider (D34)', async () => {
    const person = await registered(world)
    const asked = await findPerson(world.services.database.read, person.id)
    if (!asked) throw new Error('The person is gone')
    const { payments } = world.services
    const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: typeof payments.openSubscription = async (order) => {
      reached.resolve()
      await release.promise
      return payments.openSubscription(order)
    }
    const services = { ...world.services, payments: { ...payments, openSubscription: slow } }
    const before = openStartPurchase(services, asked, 'launch')
    await reached.promise
    const last = await openFirst(person, 'ascend')
    release.resolve()
    expect([last.status, await before]).toEqual([200, { state: 'chosen_anew' }])
    expect(await openCheckouts(person)).toEqual([{ tier: 'ascend' }])
    expect((await subscriptionsOf(person)).filter((status) => status === 'incomplete')).toHaveLength(1)
    const paid = await succeed(person, await payWithCard(world, last.body.clientSecret))
    expect(paid.body).toMatchObject({ creditsAdded: 600 })
  })
})

describe('the customer at the provider', () => {
  it('is a single one, without a fault, however many calls of one person create it at once', async () => {
    const { database, clock } = world.services
    for (let round = 0; round < 20; round++) {
      const person = await registered(world)
      const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
      const learn = () =>
        database.write((tx) => setStripeCustomer(tx, account?.id ?? '', `cus_${person.id}`, clock.now()))
      const learned = await Promise.all(Array.from({ length: 8 }, learn))
      expect(new Set(learned)).toEqual(new Set([`cus_${person.id}`]))
    }
  }, 60_000)
})

describe('64 success calls at once (D36 [S])', () => {
  it('credit the first payment once', async () => {
    const person = await registered(world)
    const paymentIntentId = await payWithCard(world, await openSecret(person, 'uplift'))
    const replies = await Promise.all(Array.from({ length: 64 }, () => succeed(person, paymentIntentId)))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body])))).toEqual(
      new Set(['[200,{"creditsAdded":120,"monthlyCreditsAdded":30}]']),
    )
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 150, monthlyCredits: 30 })
    const rows = await world.sql(
      'select (select count(*)::int from credit_purchase where user_id = $1) as packages, (select count(*)::int from subscription_payment where user_id = $1) as months',
      [person.id],
    )
    expect(rows).toEqual([{ packages: 1, months: 1 }])
  })

  it('credit each of two packages once', async () => {
    const person = await subscriber(world, 'launch')
    const open = async (tier: PackageTier) => {
      const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier } })
      return payWithCard(world, clientSecret)
    }
    const ids = [await open('navigate'), await open('uplift')]
    const replies = await Promise.all(Array.from({ length: 64 }, (_, i) => succeed(person, ids[i % 2] ?? '')))
    expect(replies.every((reply) => reply.status === 200)).toBe(true)
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 90 + 240 + 120 })
  })
})
