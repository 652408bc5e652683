import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as profile from '#contract/identity/profile.ts'
import type { ProblemBody } from '#contract/call.ts'
import { packageTiers, packages } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { atProvider, idOf, payWithCard, registered, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()

function amountOf(clientSecret: string): Promise<{ amount: number; currency: string }> {
  return atProvider(world, `payment_intents/${idOf(clientSecret)}`)
}

function openFirst(person: TestPerson, tier: (typeof packageTiers)[number] = 'uplift') {
  return person.client.call(purchases.createCombinedPurchase, { body: { package: tier, subscriptionPrice: 2.97 } })
}

function succeed(person: TestPerson, paymentIntentId: string) {
  return person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

async function balanceOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).creditBalance
}

function checkoutsOf(person: TestPerson) {
  return world.sql('select kind, tier, status, amount_cents from checkout where user_id = $1 order by created_at', [
    person.id,
  ])
}

describe('POST /api/create-combined-purchase', () => {
  it.each(packageTiers)('opens one payment of %s plus 2.97 (S214, S066, S313, D33)', async (tier) => {
    const person = await registered(world)
    const { clientSecret, summary } = await openFirst(person, tier)
    const cents = packages[tier].priceCents + 297
    expect(await amountOf(clientSecret)).toMatchObject({ amount: cents, currency: 'usd' })
    expect(summary).toEqual({
      totalAmount: cents / 100,
      lines: [
        { label: packages[tier].name, amount: packages[tier].priceCents / 100 },
        { label: 'Platform access', amount: 2.97 },
      ],
      packageMinutes: packages[tier].minutes,
      monthlyMinutes: 30,
    })
    expect(await checkoutsOf(person)).toEqual([{ kind: 'combined', tier, status: 'open', amount_cents: cents }])
  })

  it.each([0.01, 2.96, 2.98, 0, -2.97, 297])(
    'answers 409 price_changed with our amounts to %d and opens nothing (D29 [S], S313)',
    async (subscriptionPrice) => {
      const person = await registered(world)
      const body = { package: 'uplift' as const, subscriptionPrice }
      const reply = await person.client.try(purchases.createCombinedPurchase, { body })
      expect([reply.status, reply.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'price_changed',
          field: 'subscriptionPrice',
          subscriptionPrice: 2.97,
          totalAmount: 27.97,
        }),
      ])
      expect(await checkoutsOf(person)).toEqual([])
      expect(await person.client.call(currentUser)).toMatchObject({ stripeCustomerId: null })
    },
  )

  it.each(['starter', 'Uplift', '', null, 7, undefined])('refuses the package %j: invalid_tier (D35)', async (tier) => {
    const person = await registered(world)
    const body = { package: tier, subscriptionPrice: 2.97 }
    const reply = await person.client.request<ProblemBody>('POST', '/api/create-combined-purchase', body)
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_tier', 'package'])
  })

  it('charges our price whatever other amounts are sent along (D29 [S])', async () => {
    const person = await registered(world)
    const body = { package: 'ascend', subscriptionPrice: 2.97, amount: 1, totalAmount: 0.01, priceCents: 1 }
    const reply = await person.client.request<{ clientSecret: string }>('POST', '/api/create-combined-purchase', body)
    expect(await amountOf(reply.body.clientSecret)).toMatchObject({ amount: 9797 })
  })

  it('refuses a second subscription (D34)', async () => {
    const person = await subscriber(world)
    const reply = await person.client.try(purchases.createCombinedPurchase, {
      body: { package: 'launch', subscriptionPrice: 2.97 },
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'already_subscribed'])
    expect(await balanceOf(person)).toBe(150)
  })

  it.each(['Łukasz', '李雷', 'Ана', 'x'.repeat(100)])('opens for a person called %j', async (firstName) => {
    const person = await registered(world, { firstName })
    expect(await amountOf((await openFirst(person)).clientSecret)).toMatchObject({ amount: 2797 })
  })

  it('keeps one customer when names change between two requests at once', async () => {
    const person = await registered(world)
    const answers = await Promise.all([
      openFirst(person),
      person.client
        .call(profile.updateNames, { body: { firstName: 'Other', lastName: 'Name' } })
        .then(() => openFirst(person)),
    ])
    const paid = await payWithCard(world, answers.at(-1)?.clientSecret ?? '')
    expect((await succeed(person, paid)).status).toBe(200)
  })

  it('answers 503 while the provider is unreachable and continues afterwards (D164)', async () => {
    const person = await registered(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const body = { package: 'uplift' as const, subscriptionPrice: 2.97 }
    const away = await person.client.try(purchases.createCombinedPurchase, { body })
    await world.control({ apiFault: { stripe: null } })
    expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await amountOf((await openFirst(person)).clientSecret)).toMatchObject({ amount: 2797 })
  })
})

describe('GET /api/user/open-payment', () => {
  it("names the package of the person's open first payment, the newest choice, and none once it is paid (S016, D4, D34)", async () => {
    const person = await registered(world)
    const other = await registered(world)
    const open = (one: TestPerson) => one.client.call(purchases.openFirstPayment)
    expect(await open(person)).toEqual({ package: null })
    await openFirst(person, 'ascend')
    expect(await open(person)).toEqual({ package: 'ascend' })
    const { clientSecret } = await openFirst(person, 'launch')
    expect(await open(person)).toEqual({ package: 'launch' })
    expect(await open(other)).toEqual({ package: null })
    await payWithCard(world, clientSecret)
    await succeed(person, idOf(clientSecret))
    expect(await open(person)).toEqual({ package: null })
  })

  it('names none for platform access alone (D35), and requires a session', async () => {
    const person = await registered(world)
    await person.client.call(purchases.createSubscriptionPayment, { body: { tier: 'starter', amount: 2.97 } })
    expect(await person.client.call(purchases.openFirstPayment)).toEqual({ package: null })
    expect((await world.visitor().try(purchases.openFirstPayment)).status).toBe(401)
  })
})

describe('the first payment', () => {
  it('gives 120 + 30 minutes for one confirmation of 27.97 (S215, S133, D32, D33, D36, D43)', async () => {
    const person = await registered(world)
    const paymentIntentId = await payWithCard(world, (await openFirst(person)).clientSecret)
    const reply = await succeed(person, paymentIntentId)
    expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 120, monthlyCreditsAdded: 30 }])
    expect(await person.client.call(currentUser)).toMatchObject({
      creditBalance: 150,
      balanceSeconds: 9000,
      monthlyCredits: 30,
      purchasedCredits: 120,
      subscriptionStatus: 'active',
      subscriptionTier: 'starter',
      hasAccess: true,
    })
    const [purchase] = await person.client.call(purchases.purchases)
    expect(purchase).toMatchObject({ userId: person.id, amount: 25, creditsAdded: 120, bonusAgents: 0, tier: 'uplift' })
    expect(purchase?.stripePaymentIntentId).toBe(paymentIntentId)
    const transactions = await person.client.call(account.transactions)
    expect(transactions.map(({ type, amount, creditsAdded }) => ({ type, amount, creditsAdded }))).toEqual([
      { type: 'credits', amount: 25, creditsAdded: 120 },
      { type: 'subscription', amount: 2.97, creditsAdded: 30 },
    ])
    const status = await person.client.call(purchases.subscriptionStatus)
    expect(status).toMatchObject({ status: 'active', tier: 'starter', cancelAtPeriodEnd: false, graceEndsAt: null })
    expect(Date.parse(status.renewsAt ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  })

  it('grants nothing for a declined card, and the same payment can be tried again (D36 [S], S253)', async () => {
    const person = await registered(world)
    const { clientSecret } = await openFirst(person)
    const paymentIntentId = await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    const declined = await succeed(person, paymentIntentId)
    expect([declined.status, declined.body.code]).toEqual([409, 'payment_not_completed'])
    expect(await person.client.call(currentUser)).toMatchObject({ creditBalance: 0, hasAccess: false })
    expect((await openFirst(person)).clientSecret).toBe(clientSecret)
    await payWithCard(world, clientSecret)
    expect((await succeed(person, paymentIntentId)).status).toBe(200)
    expect(await balanceOf(person)).toBe(150)
  })
})

describe('POST /api/process-payment-success (S216, D36 [S])', () => {
  it('gives the same answer to a repeat and adds nothing', async () => {
    const person = await registered(world)
    const paymentIntentId = await payWithCard(world, (await openFirst(person)).clientSecret)
    const replies = [await succeed(person, paymentIntentId), await succeed(person, paymentIntentId)]
    for (const reply of replies) {
      expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 120, monthlyCreditsAdded: 30 }])
    }
    expect(await balanceOf(person)).toBe(150)
  })

  it("answers 404 to another person's payment, which stays its owner's, and to an unknown one", async () => {
    const [owner, thief] = [await registered(world), await subscriber(world)]
    const paymentIntentId = await payWithCard(world, (await openFirst(owner)).clientSecret)
    for (const id of [paymentIntentId, 'pi_unknown', '', `pi_${'x'.repeat(250)}`]) {
      const reply = await succeed(thief, id)
      expect([reply.status, reply.body.code]).toEqual([404, 'payment_not_found'])
    }
    expect(await balanceOf(thief)).toBe(150)
    expect((await succeed(owner, paymentIntentId)).body).toMatchObject({ creditsAdded: 120 })
    expect((await succeed(thief, paymentIntentId)).status).toBe(404)
  })

  it('answers 409 to an unpaid payment', async () => {
    const person = await registered(world)
    const reply = await succeed(person, idOf((await openFirst(person)).clientSecret))
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_completed'])
    expect(await balanceOf(person)).toBe(0)
  })

  it('refuses a missing id', async () => {
    const person = await registered(world)
    const reply = await person.client.request<ProblemBody>('POST', '/api/process-payment-success', {})
    expect([reply.status, reply.body.field]).toEqual([400, 'paymentIntentId'])
  })
})
