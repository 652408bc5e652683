import { afterEach, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { ownWorld, payWithCard, registered, setBalance, waitForMails } from '#tests/calls.ts'
import {
  balanceOf,
  buy,
  clawbackSubjects,
  eventually,
  historyOf,
  refundAtProvider,
  moneyBackOf,
  subscriberWithPayment,
  waitForEvents,
} from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
afterEach(() => world.control({ webhooks: 'deliver' }))

/** Makes a payment without this product. Returns its id. */
async function payElsewhere(more: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${world.standins.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      amount: '500',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      ...more,
    }),
  })
  return ((await answer.json()) as { id: string }).id
}

describe('a refund made at the provider (D37, D44)', () => {
  it('of a first payment is divided by prices, to the cent, with a receipt for each (D43)', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await refundAtProvider(world, paymentIntentId, 1000)
    const [mail] = await waitForMails(world, person.email, 'Your refund of $10.00')
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([
      { kind: 'refund', type: 'credits', amount_cents: 894, status: 'succeeded' },
      { kind: 'refund', type: 'subscription', amount_cents: 106, status: 'succeeded' },
    ])
    // 120 x 894 / 2500 and 30 x 106 / 297 minutes, in whole milliseconds.
    const rows = await world.sql<{ taken_ms: string }>(
      'select taken_ms from lot where stripe_payment_intent_id = $1 order by bucket desc',
      [paymentIntentId],
    )
    expect(rows.map(({ taken_ms: ms }) => Number(ms))).toEqual([2_574_720, 642_424])
    expect(await balanceOf(person)).toBeCloseTo(150 - (2_574_720 + 642_424) / 60_000, 3)
    expect(mail?.text.match(/\/account\/receipts\//g)).toHaveLength(2)
    await refundAtProvider(world, paymentIntentId)
    await eventually(async () => expect(await balanceOf(person)).toBe(0))
  })

  it.each(['duplicate', 'reorder'])('is counted once when events arrive in mode %s', async (webhooks) => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await world.control({ webhooks })
    await refundAtProvider(world, paymentIntentId, 300)
    await refundAtProvider(world, paymentIntentId, 700)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(150 + 20)
    await Promise.all(
      [1, 2].map((dollars) => waitForMails(world, person.email, `Your refund of $${dollars === 1 ? 3 : 7}.00`)),
    )
    expect(await clawbackSubjects(world, person)).toHaveLength(2)
  })

  it('is found by the hourly upkeep when no event arrives', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await world.control({ webhooks: 'drop' })
    await refundAtProvider(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(210)
    for (let i = 0; i < 2; i++) await followUndecided(world.services)
    expect(await balanceOf(person)).toBe(150)
    await waitForMails(world, person.email, 'Your refund of $15.00')
    expect(await clawbackSubjects(world, person)).toHaveLength(1)
  })

  it('that arrives before its payment was credited credits it first', async () => {
    const { person } = await subscriberWithPayment(world)
    await world.control({ webhooks: 'drop' })
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    const paymentIntentId = await payWithCard(world, clientSecret)
    await refundAtProvider(world, paymentIntentId, 500)
    expect(await historyOf(person)).toHaveLength(2)
    await world.control({ webhooks: 'deliver' })
    await world.control({ replayEvent: 'latest' })
    await eventually(async () => expect(await balanceOf(person)).toBe(150 + 40))
    expect(await historyOf(person)).toContainEqual(['Launch package, 60 minutes', 15, 60])
    expect(await historyOf(person)).toContainEqual(['Refund: Launch package, 60 minutes', -5, -20])
  })

  it('of a first payment whose success call never came credits that first, too', async () => {
    const person = await registered(world)
    await world.control({ webhooks: 'drop' })
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'launch', subscriptionPrice: 2.97 },
    })
    const paymentIntentId = await payWithCard(world, clientSecret)
    await refundAtProvider(world, paymentIntentId)
    await Promise.all(Array.from({ length: 6 }, () => followMoneyBack(world.services, paymentIntentId)))
    expect(await balanceOf(person)).toBe(0)
    expect((await historyOf(person)).map(([, amount]) => amount).toSorted((a, b) => a - b)).toEqual([
      -15, -2.97, 2.97, 15,
    ])
    await waitForMails(world, person.email, 'Your refund of $17.97')
    expect(await clawbackSubjects(world, person)).toHaveLength(1)
  })

  it('that waits takes the minutes at once and is reported once', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch', 'pm_card_pendingRefund')
    await refundAtProvider(world, paymentIntentId)
    await eventually(async () => expect(await balanceOf(person)).toBe(150))
    expect((await moneyBackOf(world, paymentIntentId))[0]).toMatchObject({ status: 'pending' })
    await world.control({ refund: { payment: paymentIntentId, action: 'settle' } })
    await eventually(async () =>
      expect((await moneyBackOf(world, paymentIntentId))[0]).toMatchObject({ status: 'succeeded' }),
    )
    await waitForMails(world, person.email, 'Your refund of $15.00')
    expect(await clawbackSubjects(world, person)).toHaveLength(1)
  })

  it('that fails returns the minutes, leaves the history, and is reported', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch', 'pm_card_refundFail')
    await setBalance(world, person.id, 200 * 60)
    await refundAtProvider(world, paymentIntentId, 750)
    await eventually(async () => expect(await balanceOf(person)).toBe(170))
    await world.control({ refund: { payment: paymentIntentId, action: 'settle' } })
    await waitForMails(world, person.email, 'Your refund of $7.50 did not arrive')
    expect(await balanceOf(person)).toBe(200)
    expect((await historyOf(person)).filter(([, amount]) => amount < 0)).toEqual([])
  })

  it('of a payment that is not ours is ignored', async () => {
    const id = await payElsewhere()
    await refundAtProvider(world, id)
    await waitForEvents(world, id)
    expect(await moneyBackOf(world, id)).toEqual([])
  })

  it("waits for its payment when it is one of our customers', but not forever", async () => {
    const { person } = await subscriberWithPayment(world)
    const customer = (await person.client.call(currentUser)).stripeCustomerId ?? ''
    await world.control({ webhooks: 'drop' })
    const id = await payElsewhere({ customer })
    await refundAtProvider(world, id)
    await expect(followMoneyBack(world.services, id)).rejects.toThrow('not credited yet')
    const { clock } = world.services
    const now = clock.now
    clock.now = () => new Date(now().getTime() + 61 * 60_000)
    await followMoneyBack(world.services, id)
    clock.now = now
    expect(await moneyBackOf(world, id)).toEqual([])
  })

  it('early fraud warnings are only logged', async () => {
    const { person } = await subscriberWithPayment(world)
    await buy(world, person, 'launch', 'pm_card_createIssuerFraudRecord')
    await eventually(async () => expect(readFileSync(world.logFile, 'utf8')).toContain('looks stolen'))
    expect(await balanceOf(person)).toBe(210)
  })
})
