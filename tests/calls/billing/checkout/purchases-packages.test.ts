import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { ProblemBody } from '#contract/call.ts'
import { packageTiers, packages } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { atProvider, idOf, payWithCard, registered, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()

async function buy(person: TestPerson, tier: (typeof packageTiers)[number], card?: string) {
  const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier } })
  const paymentIntentId = await payWithCard(world, clientSecret, card)
  return person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

async function balanceOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).creditBalance
}

describe('POST /api/create-payment-intent', () => {
  it.each(packageTiers)('opens a payment of %s at its list price (S217, S313)', async (tier) => {
    const person = await subscriber(world)
    const reply = await person.client.try(purchases.createPaymentIntent, { body: { tier } })
    expect(reply.status).toBe(200)
    const { name, priceCents, minutes } = packages[tier]
    expect(await atProvider(world, `payment_intents/${idOf(reply.body.clientSecret)}`)).toMatchObject({
      amount: priceCents,
      currency: 'usd',
    })
    expect(reply.body.summary).toEqual({
      totalAmount: priceCents / 100,
      lines: [{ label: name, amount: priceCents / 100 }],
      packageMinutes: minutes,
      monthlyMinutes: 0,
    })
  })

  it('has the prices of the specifications (S289-S292)', () => {
    const table = packageTiers.map((tier) => {
      const { priceCents, minutes, savingsPercent } = packages[tier]
      return [tier, priceCents, minutes, savingsPercent]
    })
    expect(table).toEqual([
      ['launch', 1500, 60, 0],
      ['uplift', 2500, 120, 16.7],
      ['navigate', 4500, 240, 25],
      ['ascend', 9500, 600, 36.7],
    ])
  })

  it.each(['starter', 'enterprise', 'LAUNCH', '', undefined, ['launch']])('refuses tier %j (D35)', async (tier) => {
    const person = await subscriber(world)
    const reply = await person.client.request<ProblemBody>('POST', '/api/create-payment-intent', { tier })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_tier', 'tier'])
  })

  it('requires access: 403 subscription_required, and nothing is opened (D10 [S])', async () => {
    const person = await registered(world)
    const reply = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    expect([reply.status, reply.body.code]).toEqual([403, 'subscription_required'])
    expect(await world.sql('select from checkout where user_id = $1', [person.id])).toEqual([])
  })

  it('ignores an amount and another account that are sent along (D22 [S], D29 [S])', async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    const body = { tier: 'ascend', amount: 1, userId: other.id, accountId: other.id, customer: 'cus_other' }
    const reply = await person.client.request<{ clientSecret: string }>('POST', '/api/create-payment-intent', body)
    expect(await atProvider(world, `payment_intents/${idOf(reply.body.clientSecret)}`)).toMatchObject({
      amount: 9500,
      metadata: { userId: person.id },
    })
  })
})

describe('a bought package', () => {
  it('adds only its minutes, once, and creates no other subscription (S009, S140, S215)', async () => {
    const person = await subscriber(world)
    const before = await person.client.call(purchases.subscriptionStatus)
    const reply = await buy(person, 'launch')
    expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 60, monthlyCreditsAdded: 0 }])
    expect(await person.client.call(currentUser)).toMatchObject({
      creditBalance: 210,
      monthlyCredits: 30,
      purchasedCredits: 180,
    })
    expect(await person.client.call(purchases.subscriptionStatus)).toEqual(before)
    const me = await person.client.call(currentUser)
    const { data } = await atProvider<{ data: unknown[] }>(
      world,
      `subscriptions?customer=${me.stripeCustomerId}&status=all`,
    )
    expect(data).toHaveLength(1)
    const rows = await world.sql(
      'select amount_cents, credits_added_ms, bonus_agents, tier from credit_purchase where user_id = $1 order by created_at',
      [person.id],
    )
    expect(rows).toEqual([
      { amount_cents: 2500, credits_added_ms: 7_200_000, bonus_agents: 0, tier: 'uplift' },
      { amount_cents: 1500, credits_added_ms: 3_600_000, bonus_agents: 0, tier: 'launch' },
    ])
  })

  it('can be bought again: each payment is a separate purchase', async () => {
    const person = await subscriber(world)
    await buy(person, 'launch')
    await buy(person, 'launch')
    expect(await balanceOf(person)).toBe(270)
    const list = await person.client.call(purchases.purchases)
    expect(list.map((row) => row.tier)).toEqual(['launch', 'launch', 'uplift'])
  })

  it.each(['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds'])(
    'is not granted for %s (S216)',
    async (card) => {
      const person = await subscriber(world)
      const reply = await buy(person, 'ascend', card)
      expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_completed'])
      expect(await balanceOf(person)).toBe(150)
    },
  )

  it('is one ledger entry with the balance before and after', async () => {
    const person = await subscriber(world)
    await buy(person, 'navigate')
    const entries = await world.sql(
      `select seq, kind, amount_ms, balance_before_ms, balance_after_ms from entry
       join account on account.id = account_id where account.user_id = $1 order by seq`,
      [person.id],
    )
    const line = (seq: number, kind: string, amount: number, before: number) => ({
      seq,
      kind,
      amount_ms: amount * 60_000,
      balance_before_ms: before * 60_000,
      balance_after_ms: (before + amount) * 60_000,
    })
    expect(entries).toEqual([
      line(1, 'purchase', 120, 0),
      line(2, 'monthly_grant', 30, 120),
      line(3, 'purchase', 240, 150),
    ])
  })
})

describe("a person's lists (S201)", () => {
  it('show nothing of others, and paid purchases newest first (S101, S143, D43)', async () => {
    const [person, stranger] = [await subscriber(world), await registered(world)]
    await buy(person, 'launch')
    expect(await stranger.client.call(purchases.purchases)).toEqual([])
    expect(await stranger.client.call(account.transactions)).toEqual([])
    expect(await stranger.client.call(purchases.subscriptionStatus)).toEqual({
      status: null,
      tier: null,
      renewsAt: null,
      cancelAtPeriodEnd: false,
      graceEndsAt: null,
    })
    const rows = await person.client.call(account.transactions)
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['credits', 15],
      ['credits', 25],
      ['subscription', 2.97],
    ])
  })

  it('say whether the next purchase is the first (S219, D40)', async () => {
    const person = await registered(world)
    expect(await person.client.call(purchases.firstTimeEligible)).toEqual({ isFirstTime: true, bonusPercent: 0 })
    const payer = await subscriber(world)
    expect(await payer.client.call(purchases.firstTimeEligible)).toEqual({ isFirstTime: false, bonusPercent: 0 })
    expect(await person.client.call(purchases.firstTimeEligible)).toMatchObject({ isFirstTime: true })
  })
})

describe('a referral (D51)', () => {
  it('is completed by the first paid purchase and rewards nothing by default', async () => {
    const referrer = await subscriber(world)
    const { referralCode } = await referrer.client.call(currentUser)
    const client = world.visitor()
    const body = { email: 'referred@example.com', password: 'correct-horse-7', firstName: 'Re', lastName: 'Ferred' }
    const { id } = await client.call(auth.register, { body: { ...body, ref: referralCode } })
    const opened = await client.call(purchases.createCombinedPurchase, {
      body: { package: 'launch', subscriptionPrice: 2.97 },
    })
    const paymentIntentId = await payWithCard(world, opened.clientSecret)
    await client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    const rows = await world.sql('select status, reward_amount from referral where referred_user_id = $1', [id])
    expect(rows).toEqual([{ status: 'completed', reward_amount: 0 }])
    expect(await balanceOf(referrer)).toBe(150)
  })
})
