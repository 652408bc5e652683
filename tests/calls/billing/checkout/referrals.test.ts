import { beforeEach, describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as referrals from '#contract/billing/referrals.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { ownWorld, password, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { balanceOf, buy, refundAtProvider, waitForEvents } from '../../../kit/billing/refunds.ts'

const world = await ownWorld()

async function offer(rewardMinutes: unknown): Promise<void> {
  await world.sql("delete from platform_setting where setting_key = 'referralRewardMinutes'")
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('referralRewardMinutes', $1, $2)`,
    [JSON.stringify(rewardMinutes), world.services.clock.now()],
  )
}

async function codeOf(person: TestPerson): Promise<string> {
  return (await person.client.call(currentUser)).referralCode
}

let count = 0

/** Registers a person with the given person's code. */
async function invite(by: TestPerson, firstName = 'Zoe'): Promise<TestPerson> {
  const client = world.visitor()
  const email = `invited${++count}@example.com`
  const body = { email, password, firstName, lastName: 'Secretname', ref: await codeOf(by) }
  return { client, email, id: (await client.call(auth.register, { body })).id }
}

/** Makes the first payment without reporting it to the server. */
async function payFirst(person: TestPerson): Promise<string> {
  const body = { package: 'launch', subscriptionPrice: 2.97 } as const
  const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, { body })
  return payWithCard(world, clientSecret)
}

async function listOf(person: TestPerson) {
  return (await person.client.call(referrals.referrals)).referrals
}

function rewards(person: TestPerson) {
  return world.sql(
    `select entry.kind, entry.ref, entry.amount_ms::int, lot.bucket, lot.expires_at
     from entry join account on account.id = entry.account_id
     join lot on lot.account_id = account.id and lot.source_ref = entry.ref
     where account.user_id = $1 and entry.ref like 'referral:%'`,
    [person.id],
  )
}

describe('GET /api/user/referrals', () => {
  it.each([0, -5, 1.5, 'many', null])('shows and grants nothing while the reward is %j (D51)', async (setting) => {
    await offer(setting)
    const referrer = await registered(world)
    const invited = await invite(referrer)
    const paid = await payFirst(invited)
    await invited.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId: paid } })
    const reply = await referrer.client.try(referrals.referrals)
    expect([reply.status, reply.body]).toEqual([200, { offer: null, referrals: [] }])
    const rows = await world.sql('select status, reward_amount from referral where referrer_id = $1', [referrer.id])
    expect(rows).toEqual([{ status: 'completed', reward_amount: 0 }])
    expect(await balanceOf(referrer)).toBe(0)
  })

  describe('while 30 minutes are offered', () => {
    beforeEach(() => offer(30))

    it("returns the person's code and link, and only the first letter of invited people (D51, S121, S135, S136)", async () => {
      const referrer = await registered(world)
      const code = await codeOf(referrer)
      expect(await referrer.client.call(referrals.referrals)).toEqual({
        offer: { rewardMinutes: 30, code, link: `${world.url}/register?ref=${code}` },
        referrals: [],
      })
      await invite(referrer, 'élodie')
      const reply = await referrer.client.try(referrals.referrals)
      expect(reply.body.referrals).toEqual([
        {
          id: expect.any(String),
          initial: 'É',
          status: 'pending',
          createdAt: expect.stringMatching(/Z$/),
          completedAt: null,
          rewardMinutes: 0,
        },
      ])
      expect(JSON.stringify(reply.body)).not.toMatch(/lodie|Secretname|example\.com/)
    })

    it("shows only a person's own referrals", async () => {
      expect((await world.visitor().try(referrals.referrals)).status).toBe(401)
      const [referrer, other] = [await registered(world), await registered(world)]
      await invite(referrer)
      expect(await listOf(other)).toEqual([])
      expect(await listOf(referrer)).toHaveLength(1)
    })
  })
})

describe('a reward', () => {
  beforeEach(() => offer(30))

  it('comes once with the first payment, whatever reports it and how often (D51, D36)', async () => {
    const referrer = await subscriber(world)
    const invited = await invite(referrer)
    const paymentIntentId = await payFirst(invited)
    expect(await balanceOf(referrer)).toBe(150)
    await Promise.all([
      ...Array.from({ length: 5 }, () => bookPayment(world.services, paymentIntentId)),
      invited.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } }),
    ])
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(referrer)).toBe(180)
    expect(await listOf(referrer)).toMatchObject([{ initial: 'Z', status: 'completed', rewardMinutes: 30 }])
    const [row] = await world.sql<{ id: string }>('select id from referral where referred_user_id = $1', [invited.id])
    const once = [
      { kind: 'referral', ref: `referral:${row?.id}`, amount_ms: 1_800_000, bucket: 'purchased', expires_at: null },
    ]
    expect(await rewards(referrer)).toEqual(once)
    expect(await referrer.client.call(minutes.minutes, { query: { limit: 1 } })).toMatchObject([
      { what: 'Invitation reward', change: 30, balanceBefore: 150, balanceAfter: 180, receiptId: null },
    ])

    await buy(world, invited, 'uplift')
    expect(await rewards(referrer)).toEqual(once)
    expect(await balanceOf(invited)).toBe(60 + 30 + 120)
  })

  it('also comes with a payment of platform access alone', async () => {
    const referrer = await registered(world)
    const invited = await invite(referrer)
    const { clientSecret } = await invited.client.call(purchases.createSubscriptionPayment, {
      body: { tier: 'starter', amount: 2.97 },
    })
    const paymentIntentId = await payWithCard(world, clientSecret ?? '')
    await invited.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect(await balanceOf(referrer)).toBe(30)
  })

  it('stays when that payment is refunded in full (D51)', async () => {
    const referrer = await registered(world)
    const invited = await invite(referrer)
    const paymentIntentId = await payFirst(invited)
    await invited.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    await refundAtProvider(world, paymentIntentId)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(invited)).toBe(0)
    expect(await balanceOf(referrer)).toBe(30)
    expect(await listOf(referrer)).toMatchObject([{ status: 'completed', rewardMinutes: 30 }])
  })

  it('is what was offered when the payment came, and nothing for an inviter who was deactivated', async () => {
    const referrer = await registered(world)
    const [first, second] = [await invite(referrer), await invite(referrer)]
    await offer(45)
    const paid = await payFirst(first)
    await first.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId: paid } })
    expect(await balanceOf(referrer)).toBe(45)
    await world.sql('update users set is_active = false where id = $1', [referrer.id])
    const late = await payFirst(second)
    await second.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId: late } })
    const rows = await world.sql(
      'select status, reward_amount from referral where referrer_id = $1 order by completed_at',
      [referrer.id],
    )
    expect(rows).toEqual([
      { status: 'completed', reward_amount: 45 },
      { status: 'completed', reward_amount: 0 },
    ])
    expect(await rewards(referrer)).toHaveLength(1)
  })
})
