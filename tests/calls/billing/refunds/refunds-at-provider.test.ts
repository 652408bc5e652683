import { readFileSync } from 'node:fs'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import {
  afterEach,
  eventually,
  expect,
  it,
  ownWorld,
  registered,
  setBalance,
  tags,
  waitForMails,
} from '#tests/calls.ts'
import { balanceOf, customerOf, openFirst, openPackage, pay, payElsewhere } from '../../../kit/billing/payments.ts'
import * as kit from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const { buy, clawbackSubjects, historyOf, moneyBackOf, refundAtProvider, subscriberWithPayment } = kit
afterEach(() => world.control({ webhooks: 'deliver' }))

it('a refund of a first payment is divided by prices, to the cent', tags('D37 D43 D44'), async () => {
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
  const { person } = await subscriberWithPayment(world)
  await world.control({ webhooks: 'drop' })
  const paymentIntentId = await pay(world, openPackage(person))
  await refundAtProvider(world, paymentIntentId, 500)
  expect(await historyOf(person)).toHaveLength(2)
  await world.control({ webhooks: 'deliver' })
  await world.control({ replayEvent: 'latest' })
  await eventually(async () => expect(await balanceOf(person)).toBe(150 + 40))
  expect(await historyOf(person)).toContainEqual(['Launch package, 60 minutes', 15, 60])
  expect(await historyOf(person)).toContainEqual(['Refund: Launch package, 60 minutes', -5, -20])
})

it('a refund of an unreported first payment credits that first, too', tags('D37'), async () => {
  const person = await registered(world)
  await world.control({ webhooks: 'drop' })
  const paymentIntentId = await pay(world, openFirst(person, 'launch'))
  await refundAtProvider(world, paymentIntentId)
  await Promise.all(Array.from({ length: 6 }, () => followMoneyBack(world.services, paymentIntentId)))
  expect(await balanceOf(person)).toBe(0)
  const amounts = (await historyOf(person)).map(([, amount]) => amount).toSorted((a, b) => a - b)
  expect(amounts).toEqual([-15, -2.97, 2.97, 15])
  await waitForMails(world, person.email, 'Your refund of $17.97')
  expect(await clawbackSubjects(world, person)).toHaveLength(1)
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

it('early fraud warnings are only logged', async () => {
  const { person } = await subscriberWithPayment(world)
  await buy(world, person, 'launch', 'pm_card_createIssuerFraudRecord')
  await eventually(async () => expect(readFileSync(world.logFile, 'utf8')).toContain('looks stolen'))
  expect(await balanceOf(person)).toBe(210)
})
