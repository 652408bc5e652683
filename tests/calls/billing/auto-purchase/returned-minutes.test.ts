import { watchBalances } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { describe, expect, it, setBalance, sharedWorld, type TestPerson } from '#tests/calls.ts'
import {
  attemptsOf,
  automaticPayments,
  balanceMinutes,
  buyByHand,
  spendTo,
  stateOf,
  storedState,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'
import { buy, decide, refundAtProvider, subscriberWithPayment, waitForEvents } from '../../../kit/billing/refunds.ts'

const world = await sharedWorld()

/** Returns a person with automatic purchases, whose 65 minutes are 5 and a launch package. */
async function wealthy(): Promise<{ person: TestPerson; paymentIntentId: string }> {
  const { person } = await subscriberWithPayment(world)
  await setBalance(world, person.id, 5 * 60)
  const paymentIntentId = await buy(world, person, 'launch')
  await setAutoPurchase(person, { enabled: true })
  return { person, paymentIntentId }
}

async function expectNoCharge(person: TestPerson, minutes: number): Promise<void> {
  await watchBalances(world.services)
  expect(await attemptsOf(world, person)).toEqual([])
  expect(await automaticPayments(world, person)).toEqual([])
  expect(await balanceMinutes(person)).toBe(minutes)
}

describe('minutes that go back are no crossing (D45): no charge when', () => {
  it('a payment was refunded', async () => {
    const { person, paymentIntentId } = await wealthy()
    await refundAtProvider(world, paymentIntentId)
    await waitForEvents(world, paymentIntentId)
    await expectNoCharge(person, 5)
    expect(await storedState(world, person)).toMatchObject({ enabled: true, armed: false, retry_at: null })
    expect(await stateOf(person)).toMatchObject({
      enabled: true,
      problem: {
        code: 'paused',
        message:
          'Auto-purchase is paused because a payment was refunded or disputed. It continues once your balance has been above 9 minutes.',
        retryAt: null,
        checkoutId: null,
      },
    })
  })

  it('a dispute froze a payment, or was lost', async () => {
    const { person, paymentIntentId } = await wealthy()
    await decide(world, paymentIntentId, 'open')
    await expectNoCharge(person, 5)
    await decide(world, paymentIntentId, 'lose')
    await expectNoCharge(person, 5)
  })

  it('a refund takes the rest when a conversation releases its time', async () => {
    const { person } = await subscriberWithPayment(world)
    await setBalance(world, person.id, 0)
    const paymentIntentId = await buy(world, person, 'launch')
    await setAutoPurchase(person, { enabled: true })
    const hold = crypto.randomUUID()
    await world.sql('select ledger_hold_open($1, id, 60000, 0, now()) from account where user_id = $2', [
      hold,
      person.id,
    ])
    await refundAtProvider(world, paymentIntentId)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceMinutes(person)).toBe(1)
    await world.sql('select ledger_hold_settle($1, 0, $2, null, now())', [hold, person.id])
    await expectNoCharge(person, 0)
  })
})

describe('after minutes went back', () => {
  it('a crossing counts again once the balance has been above the threshold', async () => {
    const { person, paymentIntentId } = await wealthy()
    await refundAtProvider(world, paymentIntentId)
    await waitForEvents(world, paymentIntentId)
    await buyByHand(world, person)
    expect(await storedState(world, person)).toMatchObject({ armed: true })
    expect(await stateOf(person)).toMatchObject({ enabled: true, problem: null })
    await spendTo(world, person, 9)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  })

  it('a won dispute arms it again, and use counts as a crossing as before', async () => {
    const { person, paymentIntentId } = await wealthy()
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'win')
    expect(await storedState(world, person)).toMatchObject({ armed: true })
    await spendTo(world, person, 9)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  })

  it('a crossing by use during a dispute is charged once the dispute is over', async () => {
    const { person, paymentIntentId } = await wealthy()
    const other = await buy(world, person, 'launch')
    await decide(world, other, 'open')
    await spendTo(world, person, 8)
    expect(await attemptsOf(world, person)).toEqual([])
    await decide(world, other, 'lose')
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect(paymentIntentId).not.toBe(other)
  })
})
