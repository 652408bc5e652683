import { readFileSync } from 'node:fs'
import { refundTransaction } from '#contract/billing/refunds.ts'
import * as account from '#contract/billing/account.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { actsOn, afterEach, atProvider, balanceOf, customerOf, eventually, expect } from '#tests/calls.ts'
import { expectRefused, expectUnavailable, it, me, openFirst, openPackage, ownWorld, pay } from '#tests/calls.ts'
import { payElsewhere, platformAdmin, type Refusal, registered, setBalance, tags, waitForMails } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)
const { buy, clawbackSubjects, historyOf, moneyBackOf, refundAtProvider, subscriberWithPayment, transactionsOf } = kit
afterEach(() => world.control({ webhooks: 'deliver' }))

const inputOf = (id: string, change: object = {}) => {
  return { params: { id }, body: { reason: 'Asked for by mail', key: crypto.randomUUID(), ...change } }
}

const refund = (id: string, change: { amount?: number; reason?: string; key?: string } = {}) =>
  ada.client.try(refundTransaction, inputOf(id, change))

async function refundsAtProvider(paymentIntentId: string) {
  const path = `refunds?payment_intent=${paymentIntentId}`
  return (await atProvider<{ data: { amount: number; metadata: object }[] }>(world, path)).data
}

it('a refund of a package takes its minutes and is mailed once', tags('D43 D44'), async () => {
  const { person, paymentIntentId, packageId } = await subscriberWithPayment(world)
  const { status, body } = await refund(packageId)
  const made = { id: expect.any(String) as string, amount: 25, status: 'succeeded', state: 'made' }
  expect([status, body]).toEqual([200, made])
  expect(await balanceOf(person)).toBe(30)
  const metadata = { moneyBackId: body.id, type: 'credits' }
  expect(await refundsAtProvider(paymentIntentId)).toEqual([expect.objectContaining({ amount: 2500, metadata })])
  expect(await historyOf(person)).toContainEqual(['Refund: Uplift package, 120 minutes', -25, -120])
  const rows = await world.sql('select reason, requested_by, type, status from money_back where id = $1', [body.id])
  expect(rows).toEqual([{ reason: 'Asked for by mail', requested_by: ada.id, type: 'credits', status: 'succeeded' }])
  await kit.waitForEvents(world, paymentIntentId)
  const [mail] = await waitForMails(world, person.email, 'Your refund of $25.00')
  const shown = (await person.client.call(account.transactions)).find(({ amount }) => amount < 0)
  expect(mail?.text).toContain(shown?.receiptNumber)
  expect(mail?.text).toContain(`/account/receipts/${body.id}`)
  const bought = await person.client.call(receipt, { params: { id: packageId } })
  const refundOf = { id: packageId, receiptNumber: bought.receiptNumber }
  const receiptOfRefund = { type: 'credits', amount: -25, paidWith: 'Visa ending in 4242', refundOf }
  expect(await person.client.call(receipt, { params: { id: body.id } })).toMatchObject(receiptOfRefund)
  expect(await clawbackSubjects(world, person)).toHaveLength(1)
})

it('a refunded month ends no subscription, a package gives back what is left', async () => {
  const { person, monthId, packageId } = await subscriberWithPayment(world)
  expect((await refund(monthId)).body).toMatchObject({ amount: 2.97 })
  const state = { hasAccess: true, subscriptionStatus: 'active', cancelAtPeriodEnd: false }
  expect(await me(person)).toMatchObject({ ...state, creditBalance: 120, monthlyCredits: 0 })
  await setBalance(world, person.id, 3600)
  expect((await refund(packageId)).status).toBe(200)
  expect(await balanceOf(person)).toBe(0)
  expect(await historyOf(person)).toContainEqual(['Refund: Uplift package, 120 minutes', -25, -60])
})

it('refunds in parts take minutes in proportion, and never more than was paid', tags('D44'), async () => {
  const { person, paymentIntentId, packageId } = await subscriberWithPayment(world)
  const wrong = (change: object, field: string): Refusal => [ada, inputOf(packageId, change), 400, { field }]
  await expectRefused(
    refundTransaction,
    ...[undefined, ' '].map((reason) => wrong({ reason }, 'reason')),
    ...[0, -1, 1.005].map((amount) => wrong({ amount }, 'amount')),
    ...[undefined, 'now'].map((key) => wrong({ key }, 'key')),
    [ada, inputOf(crypto.randomUUID()), 404, 'transaction_not_found'],
    [ada, inputOf('42'), 404, 'not_found'],
  )
  expect(await moneyBackOf(world, paymentIntentId)).toEqual([])
  expect((await refund(packageId, { amount: 10 })).body).toMatchObject({ amount: 10 })
  expect(await balanceOf(person)).toBe(102)
  await expectRefused(refundTransaction, [ada, inputOf(packageId, { amount: 15.01 }), 409, 'refund_too_large'])
  expect((await refund(packageId, { reason: 'The rest' })).body).toMatchObject({ amount: 15 })
  expect(await balanceOf(person)).toBe(30)
  await expectRefused(refundTransaction, [ada, inputOf(packageId), 409, 'refund_too_large'])
  expect((await refundsAtProvider(paymentIntentId)).map(({ amount }) => amount)).toEqual([1500, 1000])
})

it('a refund is made once under its key at any time, and not for anything else', tags('D44'), async () => {
  const { person, paymentIntentId, packageId, monthId } = await subscriberWithPayment(world)
  const first = { amount: 5, key: crypto.randomUUID() }
  const clicks = await Promise.all([1, 2, 3].map(() => refund(packageId, first)))
  const stranger = await subscriberWithPayment(world)
  await expectRefused(
    refundTransaction,
    [ada, inputOf(packageId, { ...first, amount: 6 }), 409, 'key_used'],
    [ada, inputOf(monthId, { key: first.key }), 409, 'key_used'],
    [ada, inputOf(stranger.packageId, first), 409, 'key_used'],
  )
  expect(await moneyBackOf(world, paymentIntentId)).toHaveLength(1)
  expect(await moneyBackOf(world, stranger.paymentIntentId)).toEqual([])
  // Within the same minute and for the same reason: another key is another refund.
  const second = { amount: 5, key: crypto.randomUUID() }
  const other = await refund(packageId, second)
  const rest = { key: crypto.randomUUID() }
  const whole = await refund(packageId, rest)
  await world.control({ advance: 'P2D' })
  const late = await Promise.all([first, second, rest].map((input) => refund(packageId, input)))
  expect(late.map(({ body }) => body)).toEqual([clicks[0]?.body, other.body, whole.body])
  expect(new Set(clicks.map(({ body }) => body.id)).size).toBe(1)
  expect((await refundsAtProvider(paymentIntentId)).map(({ amount }) => amount)).toEqual([1500, 500, 500])
  expect(await balanceOf(person)).toBe(30)
  expect(await actsOn(ada, 'payment', packageId)).toHaveLength(3)
})

it('a refund is made once the provider can be reached again', tags('D164'), async () => {
  const { person, paymentIntentId, packageId } = await subscriberWithPayment(world)
  const key = crypto.randomUUID()
  const away = await expectUnavailable(world, () => refund(packageId, { key }))
  expect(away.body.message).toContain('will be sent automatically within the hour')
  const requested = { kind: 'refund', type: 'credits', amount_cents: 2500, status: 'requested' }
  expect([await balanceOf(person), await moneyBackOf(world, paymentIntentId)]).toEqual([150, [requested]])
  await Promise.all([followUndecided(world.services), followUndecided(world.services)])
  expect((await refund(packageId, { key })).body).toMatchObject({ amount: 25, status: 'succeeded' })
  expect(await refundsAtProvider(paymentIntentId)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(30)
  await kit.waitForEvents(world, paymentIntentId)
  await waitForMails(world, person.email, 'Your refund of $25.00')
  expect(await clawbackSubjects(world, person)).toHaveLength(1)
})

it('a disputed payment is not refunded, and an early warning of fraud only logged', async () => {
  const { person } = await subscriberWithPayment(world)
  const paymentIntentId = await buy(world, person, 'launch', 'pm_card_createIssuerFraudRecord')
  await eventually(async () => expect(readFileSync(world.logFile, 'utf8')).toContain('looks stolen'))
  expect(await balanceOf(person)).toBe(210)
  await kit.decide(world, paymentIntentId, 'open')
  const { packageId } = await transactionsOf(person)
  await expectRefused(refundTransaction, [ada, inputOf(packageId), 409, 'refund_refused'])
  expect(await refundsAtProvider(paymentIntentId)).toEqual([])
  const states = (await moneyBackOf(world, paymentIntentId)).map(({ kind, status }) => `${kind} ${status}`)
  expect(states).toEqual(['dispute open', 'refund failed'])
  await waitForMails(world, person.email, 'One of your payments is disputed')
  expect(await clawbackSubjects(world, person)).toEqual(['One of your payments is disputed'])
})

it('a refund of a first payment is divided by prices, to the cent', tags('D37 D43 D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  await refundAtProvider(world, paymentIntentId, 1000)
  const [mail] = await waitForMails(world, person.email, 'Your refund of $10.00')
  expect(await moneyBackOf(world, paymentIntentId)).toEqual([
    { kind: 'refund', type: 'credits', amount_cents: 894, status: 'succeeded' },
    { kind: 'refund', type: 'subscription', amount_cents: 106, status: 'succeeded' },
  ])
  // 120 x 894 / 2500 and 30 x 106 / 297 minutes, in whole milliseconds.
  const taken = 'select taken_ms from lot where stripe_payment_intent_id = $1 order by bucket desc'
  const rows = await world.sql<{ taken_ms: string }>(taken, [paymentIntentId])
  expect(rows.map(({ taken_ms: ms }) => Number(ms))).toEqual([2_574_720, 642_424])
  expect(await balanceOf(person)).toBeCloseTo(150 - (2_574_720 + 642_424) / 60_000, 3)
  expect(mail?.text.match(/\/account\/receipts\//g)).toHaveLength(2)
  await refundAtProvider(world, paymentIntentId)
  await eventually(async () => expect(await balanceOf(person)).toBe(0))
})

it('refunds are counted once in every mode of events, and without any', tags('D37'), async () => {
  const { person } = await subscriberWithPayment(world)
  for (const webhooks of ['duplicate', 'reorder']) {
    const paymentIntentId = await buy(world, person, 'launch')
    const before = await balanceOf(person)
    await world.control({ webhooks })
    await refundAtProvider(world, paymentIntentId, 300)
    await refundAtProvider(world, paymentIntentId, 700)
    await kit.waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(before - 40)
  }
  for (const dollars of [3, 7]) await waitForMails(world, person.email, `Your refund of $${dollars}.00`, 2)
  const paymentIntentId = await buy(world, person, 'launch')
  const before = await balanceOf(person)
  await world.control({ webhooks: 'drop' })
  await refundAtProvider(world, paymentIntentId)
  expect(await balanceOf(person)).toBe(before)
  for (let count = 0; count < 2; count++) await followUndecided(world.services)
  expect(await balanceOf(person)).toBe(before - 60)
  await waitForMails(world, person.email, 'Your refund of $15.00')
  expect(await clawbackSubjects(world, person)).toHaveLength(5)
})

it('a refund that arrives before its payment was credited credits it first', tags('D37'), async () => {
  const person = await registered(world)
  await world.control({ webhooks: 'drop' })
  const first = await pay(world, openFirst(person, 'launch'))
  await refundAtProvider(world, first)
  await Promise.all(Array.from({ length: 6 }, () => followMoneyBack(world.services, first)))
  expect(await balanceOf(person)).toBe(0)
  const amounts = (await historyOf(person)).map(([, amount]) => amount).toSorted((a, b) => a - b)
  expect(amounts).toEqual([-15, -2.97, 2.97, 15])
  await waitForMails(world, person.email, 'Your refund of $17.97')
  expect(await clawbackSubjects(world, person)).toHaveLength(1)
  // By its event, too.
  await refundAtProvider(world, await pay(world, openPackage(person, 'uplift')), 500)
  expect(await historyOf(person)).toHaveLength(4)
  await world.control({ webhooks: 'deliver' })
  await world.control({ replayEvent: 'latest' })
  await eventually(async () => expect(await balanceOf(person)).toBe(96))
  expect(await historyOf(person)).toContainEqual(['Uplift package, 120 minutes', 25, 120])
  expect(await historyOf(person)).toContainEqual(['Refund: Uplift package, 120 minutes', -5, -24])
})

it('a refund that waits takes the minutes at once; one that fails returns them', async () => {
  const { person } = await subscriberWithPayment(world)
  const paymentIntentId = await buy(world, person, 'launch', 'pm_card_pendingRefund')
  const expectStatus = async (status: string) =>
    expect(await moneyBackOf(world, paymentIntentId)).toMatchObject([{ status }])
  await refundAtProvider(world, paymentIntentId)
  await eventually(async () => expect(await balanceOf(person)).toBe(150))
  await expectStatus('pending')
  await world.control({ refund: { payment: paymentIntentId, action: 'settle' } })
  await eventually(() => expectStatus('succeeded'))
  await waitForMails(world, person.email, 'Your refund of $15.00')
  expect(await clawbackSubjects(world, person)).toHaveLength(1)
  // One that fails returns the minutes, and leaves no row.
  const failing = await buy(world, person, 'launch', 'pm_card_refundFail')
  await setBalance(world, person.id, 200 * 60)
  await refundAtProvider(world, failing, 750)
  await eventually(async () => expect(await balanceOf(person)).toBe(170))
  await world.control({ refund: { payment: failing, action: 'settle' } })
  await waitForMails(world, person.email, 'Your refund of $7.50 did not arrive')
  expect(await balanceOf(person)).toBe(200)
  expect((await historyOf(person)).filter(([, amount]) => amount < 0)).toMatchObject([{ 1: -15 }])
})

it('a refund of a foreign payment is ignored, or waits an hour for its payment', async () => {
  const foreign = await payElsewhere(world, 500)
  await refundAtProvider(world, foreign)
  await kit.waitForEvents(world, foreign)
  expect(await moneyBackOf(world, foreign)).toEqual([])
  const { person } = await subscriberWithPayment(world)
  await world.control({ webhooks: 'drop' })
  const id = await payElsewhere(world, 500, await customerOf(world, person))
  await refundAtProvider(world, id)
  await expect(followMoneyBack(world.services, id)).rejects.toThrow('not credited yet')
  const { clock } = world.services
  const now = clock.now
  clock.now = () => new Date(now().getTime() + 61 * 60_000)
  await followMoneyBack(world.services, id)
  clock.now = now
  expect(await moneyBackOf(world, id)).toEqual([])
})
