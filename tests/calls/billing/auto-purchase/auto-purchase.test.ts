import * as account from '#contract/billing/account.ts'
import { changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { packages, packageTiers } from '#contract/billing/prices.ts'
import { openHold, settleHold } from '#server/ledger/ledger.ts'
import { listNeedingLook } from '#server/billing/auto-purchase/auto-purchase.ts'
import { watchBalances } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { accountOf, balanceOf, expect, expectRefused, it, type Refusal, registered, setBalance } from '#tests/calls.ts'
import { sharedWorld, subscriber, tags, type TestPerson, waitForMails } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'
import { buy, decide, refundAtProvider, subscriberWithPayment, waitForEvents } from '../../../kit/billing/refunds.ts'

const world = await sharedWorld()

const untouched = { enabled: false, tier: 'uplift', threshold: 9, monthlyCap: 100, spentThisMonth: 0, problem: null }

it('automatic purchases are off until changed', tags('S120 S173 S174 S238 S294 D45 D46'), async () => {
  const [person, other] = [await subscriber(world), await subscriber(world)]
  expect(await auto.stateOf(person)).toMatchObject({ ...untouched, chargesNow: false, card: { last4: '4242' } })
  const user = () => person.client.call(account.accountUser)
  expect(await user()).toMatchObject({ autoPurchaseEnabled: false, autoPurchaseThreshold: 9 })
  expect(await auto.storedOf(world, person)).toBeUndefined()
  // Each change is saved separately, and only for the person.
  expect(await auto.change(person, { enabled: true })).toMatchObject({ ...untouched, enabled: true })
  for (const tier of packageTiers) expect(await auto.change(person, { tier })).toMatchObject({ enabled: true, tier })
  for (const threshold of [1, 50]) expect(await auto.change(person, { threshold })).toMatchObject({ threshold })
  const last = { monthlyCap: 500, tier: 'ascend', threshold: 50 }
  expect(await auto.change(person, { monthlyCap: 500 })).toMatchObject(last)
  const shown = { autoPurchaseEnabled: true, autoPurchaseTier: 'ascend', autoPurchaseThreshold: 50 }
  expect(await user()).toMatchObject(shown)
  expect(await auto.change(person, { enabled: false })).toMatchObject({ enabled: false, threshold: 50 })
  expect(await auto.attemptsOf(world, person)).toEqual([])
  // The state says in advance whether switching them on would charge at once.
  await setBalance(world, other.id, 9 * 60)
  expect(await auto.stateOf(other)).toMatchObject({ ...untouched, chargesNow: true })
})

it('automatic purchases refuse a wrong change with its valid fields', tags('S192 S238 D46'), async () => {
  const person = await subscriber(world)
  await auto.change(person, { threshold: 7 })
  const wrong = (change: object, code: string, field: string): Refusal => {
    return [person, { body: { enabled: true, ...change } }, 400, { code, field }]
  }
  await expectRefused(
    changeAutoPurchase,
    ...[0, 51, 9.5, '9', null].map((threshold) => wrong({ threshold }, 'invalid_input', 'threshold')),
    ...['starter', 'scale'].map((tier) => wrong({ tier }, 'invalid_tier', 'tier')),
    wrong({ enabled: 'yes' }, 'invalid_input', 'enabled'),
    ...[500.01, -25].map((monthlyCap) => wrong({ monthlyCap }, 'invalid_input', 'monthlyCap')),
    ...[24.99, 0].map((monthlyCap) => wrong({ monthlyCap }, 'invalid_cap', 'monthlyCap')),
    wrong({ monthlyCap: 90, tier: 'ascend' }, 'invalid_cap', 'monthlyCap'),
  )
  expect(await auto.stateOf(person)).toMatchObject({ ...untouched, threshold: 7 })
  // Without a saved card they can only be prepared.
  const cardless = await registered(world)
  await expectRefused(changeAutoPurchase, [cardless, { body: { enabled: true, threshold: 5 } }, 409, 'no_saved_card'])
  expect(await auto.stateOf(cardless)).toMatchObject({ ...untouched, chargesNow: false, card: null })
  expect(await auto.change(cardless, { tier: 'launch' })).toMatchObject({ enabled: false, tier: 'launch' })
})

it('automatic purchases charge once when switched on at a low balance', tags('D45'), async () => {
  const person = await auto.lowSubscriber(world, 5)
  await Promise.all(Array.from({ length: 8 }, () => auto.change(person, { enabled: true })))
  const [attempt, ...others] = await auto.attemptsOf(world, person)
  expect([attempt, others]).toMatchObject([{ status: 'paid', tier: 'uplift', amount_cents: 2500 }, []])
  const metadata = { checkoutId: attempt?.id }
  const payment = { id: attempt?.stripe_payment_intent_id, status: 'succeeded', amount: 2500, metadata }
  expect(await auto.paymentsOf(world, person)).toMatchObject([payment])
  expect(await balanceOf(person)).toBe(125)
  expect(await auto.stateOf(person)).toMatchObject({ spentThisMonth: 25, chargesNow: false, problem: null })
  const [newest] = await person.client.call(account.transactions)
  const description = expect.stringMatching(/^Auto-purchase/) as unknown
  expect(newest).toMatchObject({ amount: 25, creditsAdded: 120, description })
  const [mail] = await waitForMails(world, person.email, `Your receipt ${newest?.receiptNumber}`)
  expect(mail?.text).toContain('we bought a package automatically')
  expect(mail?.text).toContain(`${world.url}/account/receipts/${newest?.id}`)
})

it('automatic purchases charge at each crossing of the threshold', tags('D45'), async () => {
  const person = await subscriber(world, 'launch')
  await auto.change(person, { enabled: true, tier: 'launch' })
  await auto.spendTo(world, person, 9.05)
  expect(await auto.attemptsOf(world, person)).toEqual([])
  await auto.spendTo(world, person, 9)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid', amount_cents: 1500 }])
  expect(await balanceOf(person)).toBe(69)
  expect(await auto.storedOf(world, person)).toMatchObject({ armed: true })
  await auto.spendTo(world, person, 2)
  expect(await auto.attemptsOf(world, person)).toHaveLength(2)
  expect(await balanceOf(person)).toBe(62)
  expect(await auto.stateOf(person)).toMatchObject({ spentThisMonth: 30 })
  // So does a threshold that is raised to the balance or above it.
  await auto.spendTo(world, person, 30)
  await auto.change(person, { threshold: 40, tier: 'navigate' })
  expect((await auto.attemptsOf(world, person)).at(-1)).toMatchObject({ status: 'paid', tier: 'navigate' })
  expect(await balanceOf(person)).toBe(30 + packages.navigate.minutes)
  await auto.change(person, { enabled: false })
  await auto.spendTo(world, person, 1)
  expect(await auto.attemptsOf(world, person)).toHaveLength(3)
  expect(await auto.paymentsOf(world, person)).toHaveLength(3)
})

it('automatic purchases charge once for 64 settlements at once', tags('D45'), async () => {
  const person = await subscriber(world)
  await auto.change(person, { enabled: true })
  await setBalance(world, person.id, 9 * 60 + 32)
  const accountId = await accountOf(world, person)
  const settle = async () => {
    const hold = crypto.randomUUID()
    const { database, clock } = world.services
    const at = clock.now()
    await openHold(database.step, { id: hold, accountId, wantMs: 1000, minMs: 1000, at })
    await settleHold(database.step, { id: hold, chargeMs: 1000, userId: person.id, notes: null, at })
    await auto.lookAgain(world, person)
  }
  await Promise.all(Array.from({ length: 64 }, settle))
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  expect(await auto.paymentsOf(world, person)).toHaveLength(1)
  expect(await balanceOf(person)).toBeCloseTo(120 + 9 - 32 / 60, 3)
})

it('the hourly look goes on behind accounts that stay due', tags('D45'), async () => {
  const people = [await subscriber(world), await subscriber(world)]
  for (const person of people) await auto.change(person, { enabled: true })
  const ids = await Promise.all(people.map((person) => accountOf(world, person)))
  const [first = '', last = ''] = ids.toSorted()
  // A crossing that nothing has reported.
  await world.sql('update auto_purchase set armed = false where account_id = any($1)', [ids])
  const { readLong } = world.services.database
  const behind = await listNeedingLook(readLong, world.services.clock.now(), first)
  expect(behind.filter(({ accountId }) => ids.includes(accountId))).toEqual([{ accountId: last }])
  await watchBalances(world.services)
  for (const person of people) expect(await auto.storedOf(world, person)).toMatchObject({ armed: true })
})

/** Returns a person with automatic purchases, whose minutes are these and a launch package. */
async function wealthy(minutes = 5): Promise<{ person: TestPerson; paymentIntentId: string }> {
  const { person } = await subscriberWithPayment(world)
  await setBalance(world, person.id, minutes * 60)
  const paymentIntentId = await buy(world, person, 'launch')
  await auto.change(person, { enabled: true })
  return { person, paymentIntentId }
}

async function expectNoCharge(person: TestPerson, minutes: number): Promise<void> {
  await watchBalances(world.services)
  expect(await auto.attemptsOf(world, person)).toEqual([])
  expect(await auto.paymentsOf(world, person)).toEqual([])
  expect(await balanceOf(person)).toBe(minutes)
}

async function expectChargeAtThreshold(person: TestPerson): Promise<void> {
  expect(await auto.storedOf(world, person)).toMatchObject({ armed: true })
  await auto.spendTo(world, person, 9)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
}

it('a refund pauses purchases until the balance was above the threshold', tags('D45'), async () => {
  const { person, paymentIntentId } = await wealthy()
  await refundAtProvider(world, paymentIntentId)
  await waitForEvents(world, paymentIntentId)
  await expectNoCharge(person, 5)
  expect(await auto.storedOf(world, person)).toMatchObject({ enabled: true, armed: false, retry_at: null })
  const message =
    'Auto-purchase is paused because a payment was refunded or disputed. It continues once your balance has been above 9 minutes.'
  const problem = { code: 'paused', message, retryAt: null, checkoutId: null }
  expect(await auto.stateOf(person)).toMatchObject({ enabled: true, problem })
  await buy(world, person, 'launch')
  expect(await auto.stateOf(person)).toMatchObject({ enabled: true, problem: null })
  await expectChargeAtThreshold(person)
})

it('a dispute that freezes a payment, or is lost, charges nothing; a won one arms again', tags('D45'), async () => {
  const { person, paymentIntentId } = await wealthy()
  for (const action of ['open', 'lose'] as const) {
    await decide(world, paymentIntentId, action)
    await expectNoCharge(person, 5)
  }
  await decide(world, paymentIntentId, 'win')
  // So use counts as a crossing again.
  await expectChargeAtThreshold(person)
})

it('a refund takes the rest when a conversation releases its time', tags('D45'), async () => {
  const { person, paymentIntentId } = await wealthy(0)
  const hold = crypto.randomUUID()
  const values = [hold, person.id]
  await world.sql('select ledger_hold_open($1, id, 60000, 0, now()) from account where user_id = $2', values)
  await refundAtProvider(world, paymentIntentId)
  await waitForEvents(world, paymentIntentId)
  expect(await balanceOf(person)).toBe(1)
  await world.sql('select ledger_hold_settle($1, 0, $2, null, now())', values)
  await expectNoCharge(person, 0)
})

it('a crossing by use during a dispute is charged once the dispute is over', tags('D45'), async () => {
  const { person } = await wealthy()
  const other = await buy(world, person, 'launch')
  await decide(world, other, 'open')
  await auto.spendTo(world, person, 8)
  expect(await auto.attemptsOf(world, person)).toEqual([])
  await decide(world, other, 'lose')
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
})
