import { watchBalances } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { expect, it, setBalance, sharedWorld, tags, type TestPerson } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'
import { balanceOf } from '../../../kit/billing/payments.ts'
import { buy, decide, refundAtProvider, subscriberWithPayment, waitForEvents } from '../../../kit/billing/refunds.ts'

/** Minutes that go back are no crossing of the threshold (D45). */

const world = await sharedWorld()

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

it('a dispute that freezes a payment, or is lost, charges nothing', tags('D45'), async () => {
  const { person, paymentIntentId } = await wealthy()
  for (const action of ['open', 'lose'] as const) {
    await decide(world, paymentIntentId, action)
    await expectNoCharge(person, 5)
  }
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

it('a won dispute makes use count as a crossing again', tags('D45'), async () => {
  const { person, paymentIntentId } = await wealthy()
  await decide(world, paymentIntentId, 'open')
  await decide(world, paymentIntentId, 'win')
  await expectChargeAtThreshold(person)
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
