import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHmac } from 'node:crypto'
import { currentUser } from '#contract/identity/current-user.ts'
import type { ProblemBody } from '#contract/call.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
afterEach(() => world.control({ webhooks: 'deliver', nextCardOutcome: null }))

async function payFirst(person: TestPerson, card?: string): Promise<string> {
  const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
    body: { package: 'uplift', subscriptionPrice: 2.97 },
  })
  return payWithCard(world, clientSecret, card)
}

async function balanceOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).creditBalance
}

async function waitForBalance(person: TestPerson, minutes: number): Promise<void> {
  await vi.waitFor(async () => expect(await balanceOf(person)).toBe(minutes), { timeout: 60_000, interval: 50 })
}

/** Waits until every delivered event is handled. */
async function waitUntilWorkedOff(paymentIntentId: string, atLeast: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await world.sql<{ done: number; waiting: number }>(
        `select count(processed_at)::int as done, (count(*) - count(processed_at))::int as waiting from stripe_event
         where payload::text like '%' || $1 || '%'`,
        [paymentIntentId],
      )
      expect(row?.waiting).toBe(0)
      expect(row?.done).toBeGreaterThanOrEqual(atLeast)
    },
    { timeout: 60_000, interval: 50 },
  )
}

describe('events of the payment provider (D37 [S])', () => {
  it('credit a payment whose success call never came (S254)', async () => {
    const person = await registered(world)
    await payFirst(person)
    await waitForBalance(person, 150)
    expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: true, subscriptionStatus: 'active' })
  })

  it.each(['duplicate', 'reorder'])('credit once when they arrive in mode %s', async (webhooks) => {
    const person = await registered(world)
    await world.control({ webhooks })
    const paymentIntentId = await payFirst(person)
    await waitForBalance(person, 150)
    await waitUntilWorkedOff(paymentIntentId, 1)
    expect(await balanceOf(person)).toBe(150)
    expect(await person.client.call(currentUser)).toMatchObject({ subscriptionStatus: 'active' })
    const repeat = await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect([repeat.status, repeat.body]).toEqual([200, { creditsAdded: 120, monthlyCreditsAdded: 30 }])
    expect(await balanceOf(person)).toBe(150)
  })

  it('that are lost leave the credit to the success call', async () => {
    const person = await registered(world)
    await world.control({ webhooks: 'drop' })
    const paymentIntentId = await payFirst(person)
    const reply = await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect(reply.status).toBe(200)
    expect(await balanceOf(person)).toBe(150)
  })

  it('that are lost together with the success call leave the credit to the reconcile job', async () => {
    const person = await registered(world)
    await world.control({ webhooks: 'drop' })
    await payFirst(person)
    const unpaid = await registered(world)
    await payFirst(unpaid, 'pm_card_visa_chargeDeclined')
    expect(await balanceOf(person)).toBe(0)
    for (let i = 0; i < 2; i++) await reconcilePayments(world.services)
    expect([await balanceOf(person), await balanceOf(unpaid)]).toEqual([150, 0])
  })

  it('also credit a package bought later', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    await payWithCard(world, clientSecret)
    await waitForBalance(person, 210)
    expect((await person.client.call(purchases.purchases)).map((row) => row.tier)).toEqual(['launch', 'uplift'])
  })

  it('of a declined payment grant nothing', async () => {
    const person = await registered(world)
    await world.control({ nextCardOutcome: 'declined' })
    const paymentIntentId = await payFirst(person)
    await waitUntilWorkedOff(paymentIntentId, 1)
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 0, hasAccess: false })
  })
})

describe('POST /api/webhooks/stripe (D37 [S])', () => {
  const sign = (body: string, secret: string, atS = Math.floor(Date.now() / 1000)) =>
    `t=${atS},v1=${createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')}`
  let count = 0
  const eventOf = (paymentIntentId: string) =>
    JSON.stringify({
      id: `evt_made_${++count}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: paymentIntentId, object: 'payment_intent', status: 'succeeded', amount: 1 } },
    })
  const deliver = (body: string, signature?: string) =>
    world
      .visitor()
      .request<ProblemBody>('POST', '/api/webhooks/stripe', body, signature ? { 'stripe-signature': signature } : {})
  const storedEvents = () => world.sql("select id from stripe_event where id like 'evt\\_made\\_%'")

  it('refuses what the provider has not signed over these exact bytes, and stores nothing', async () => {
    const secret = world.standins.stripeWebhookSecret
    const body = eventOf('pi_any')
    const atS = Math.floor(Date.now() / 1000)
    const signatures = [
      undefined,
      'nonsense',
      sign(body, 'whsec_another'),
      sign(`${body} `, secret),
      sign(body, secret, atS - 3600),
      sign(body, secret, atS + 3600),
      sign(body, secret).replace('v1=', 'v0='),
    ]
    for (const signature of signatures) {
      const reply = await deliver(body, signature)
      expect([signature, reply.status, reply.body.code]).toEqual([signature, 400, 'bad_signature'])
    }
    expect(await storedEvents()).toEqual([])
  })

  it.each([
    'nonsense',
    '',
    'null',
    '[]',
    '{}',
    '{"object":"v2.core.event","id":"evt_made_x"}',
    '{"id":"evt_made_x"}',
    '{"id":7,"type":"payment_intent.succeeded","data":{"object":{}}}',
    '{"id":"evt_made_x","type":"payment_intent.succeeded","data":{"object":null}}',
    '{"id":"evt_made_x","type":"payment_intent.succeeded","data":{"object":{"id":"a\\u0000b"}}}',
  ])('answers 400 to a signed body that is not an event (%s), and stores nothing', async (body) => {
    const reply = await deliver(body, sign(body, world.standins.stripeWebhookSecret))
    expect([reply.status, reply.body.code]).toEqual([400, expect.stringMatching(/^bad_(event|request|signature)$/)])
    expect(await storedEvents()).toEqual([])
  })

  it('accepts a signed event once and answers 200 to a repeat', async () => {
    const body = eventOf('pi_unknown')
    const signature = sign(body, world.standins.stripeWebhookSecret)
    const replies = await Promise.all(Array.from({ length: 8 }, () => deliver(body, signature)))
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200))
    expect(await storedEvents()).toHaveLength(1)
    const jobs = await world.sql("select 1 from pgboss.job where name = 'stripe-event' and data->>'id' = $1", [
      `evt_made_${count}`,
    ])
    expect(jobs).toHaveLength(1)
  })

  it('trusts the provider rather than the event: an unpaid payment stays unpaid', async () => {
    const person = await registered(world)
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'uplift', subscriptionPrice: 2.97 },
    })
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
    const body = eventOf(paymentIntentId)
    expect((await deliver(body, sign(body, world.standins.stripeWebhookSecret))).status).toBe(200)
    await waitUntilWorkedOff(paymentIntentId, 1)
    expect(await balanceOf(person)).toBe(0)
  })
})
