import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { describe, expect, it, ownWorld, subscriber, type TestPerson, waitForMails } from '#tests/calls.ts'
import {
  accountOf,
  attemptsOf,
  balanceMinutes,
  lowSubscriber,
  spendTo,
  stateOf,
  storedState,
  told,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'
import { eventsWorkedOff, passTime } from '../../../kit/billing/subscriptions.ts'

const capSubject = 'Monthly limit for automatic purchases reached'

const world = await ownWorld()

/** Checks the balance again, as every settlement, credit and hourly upkeep does. */
async function lookAgain(person: TestPerson): Promise<void> {
  await watchBalance(world.services, await accountOf(world, person))
}

describe('while the person may not talk', () => {
  async function setStatus(person: TestPerson, status: string): Promise<void> {
    const accountId = await accountOf(world, person)
    // An event of the first payment that is still under way would restore the truth.
    await eventsWorkedOff(world)
    await world.sql('update subscription set status = $1 where account_id = $2', [status, accountId])
  }

  it('nothing is charged, and the crossing counts when access is back', async () => {
    const person = await subscriber(world)
    await setAutoPurchase(person, { enabled: true })
    await setStatus(person, 'unpaid')
    await spendTo(world, person, 5)
    await lookAgain(person)
    expect(await attemptsOf(world, person)).toEqual([])
    expect(await stateOf(person)).toMatchObject({ chargesNow: false, problem: null })
    await setStatus(person, 'active')
    await lookAgain(person)
    await lookAgain(person)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  })

  it('nothing is charged for a person who was deactivated', async () => {
    const person = await lowSubscriber(world, 5)
    await setAutoPurchase(person, { threshold: 3 })
    await setAutoPurchase(person, { enabled: true })
    await world.sql('update users set is_active = false where id = $1', [person.id])
    await spendTo(world, person, 2)
    expect(await attemptsOf(world, person)).toEqual([])
  })
})

describe('while a payment is disputed or a debt is open (D44)', () => {
  it('nothing is charged and the state says so; the crossing counts when it is over', async () => {
    const person = await subscriber(world)
    const accountId = await accountOf(world, person)
    await setAutoPurchase(person, { enabled: true })
    await world.sql("update lot set dispute = 'open' where account_id = $1 and bucket = 'purchased'", [accountId])
    await spendTo(world, person, 5)
    await lookAgain(person)
    expect(await attemptsOf(world, person)).toEqual([])
    expect(await stateOf(person)).toMatchObject({ chargesNow: false, problem: { code: 'on_hold', retryAt: null } })
    await world.sql('update lot set dispute = null where account_id = $1', [accountId])
    const [debt] = await world.sql<{ id: string }>(
      `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
       values ($1, $2, 'dp_of_this_test', 500, now()) returning id`,
      [accountId, person.id],
    )
    await lookAgain(person)
    expect(await attemptsOf(world, person)).toEqual([])
    expect((await stateOf(person)).problem?.code).toBe('on_hold')
    await world.sql("update debt set status = 'forgiven', closed_at = now(), reason = 'test' where id = $1", [debt?.id])
    await lookAgain(person)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect((await stateOf(person)).problem).toBeNull()
  })
})

describe('the monthly limit (D46)', () => {
  it('is never exceeded, is reported once a month, and ends when it is raised', async () => {
    const person = await lowSubscriber(world, 5)
    await setAutoPurchase(person, { enabled: true, monthlyCap: 49.99 })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    await spendTo(world, person, 5)
    expect(await attemptsOf(world, person)).toHaveLength(1)
    const [mail] = await waitForMails(world, person.email, capSubject)
    expect(mail?.text).toMatch(/limit of \$49\.99 a month\. Automatic purchases have already cost \$25\.00 this month/)
    const state = await stateOf(person)
    expect(state).toMatchObject({ spentThisMonth: 25, chargesNow: false, problem: { code: 'cap_reached' } })
    expect(state.problem?.retryAt).toBe(nextMonth().toISOString())
    await spendTo(world, person, 4)
    await setAutoPurchase(person, { monthlyCap: 45 })
    expect(await attemptsOf(world, person)).toHaveLength(1)
    expect(await told(world, person, capSubject)).toBe(1)
    await setAutoPurchase(person, { monthlyCap: 50 })
    expect(await attemptsOf(world, person)).toHaveLength(2)
    expect(await stateOf(person)).toMatchObject({ spentThisMonth: 50, problem: null })
    expect(await balanceMinutes(person)).toBe(124)
  })

  it('starts over in the next calendar month, if the balance is still low', async () => {
    const [person, other] = [await lowSubscriber(world, 5), await lowSubscriber(world, 5)]
    for (const one of [person, other]) {
      await setAutoPurchase(one, { enabled: true, monthlyCap: 25 })
      await attemptsOf(world, one)
      await spendTo(world, one, 5)
    }
    await setAutoPurchase(other, { threshold: 3 })
    expect(await storedState(world, other)).toMatchObject({ armed: true, problem: null })
    const seconds = Math.ceil((nextMonth().getTime() - world.services.clock.now().getTime()) / 1000)
    await passTime(world, `PT${seconds + 60}S`)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await stateOf(person)).toMatchObject({ spentThisMonth: 25, problem: null })
    expect(await attemptsOf(world, other)).toHaveLength(1)
    expect(await stateOf(other)).toMatchObject({ spentThisMonth: 0 })
  })
})

function nextMonth(): Date {
  const at = world.services.clock.now()
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
}
