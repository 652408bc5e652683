import * as voice from '#contract/conversations/voice.ts'
import { accountOf, addAgent, balanceOf, endedRow, expect, it, moveTalkClock, ownWorld } from '#tests/calls.ts'
import { passTalkTime, startHeardTalk, subscriber, tags, tickAt, waitForMails } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'
import { eventsWorkedOff, passTime } from '../../../kit/billing/subscriptions.ts'

const capSubject = 'Monthly limit for automatic purchases reached'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

it('a person without access is charged nothing until access is back', async () => {
  const person = await subscriber(world)
  await auto.change(person, { enabled: true })
  const accountId = await accountOf(world, person)
  const setStatus = (status: string) =>
    world.sql('update subscription set status = $1 where account_id = $2', [status, accountId])
  // An event of the first payment that is still under way would restore the truth.
  await eventsWorkedOff(world)
  await setStatus('unpaid')
  await auto.spendTo(world, person, 5)
  await auto.lookAgain(world, person)
  expect(await auto.attemptsOf(world, person)).toEqual([])
  expect(await auto.stateOf(person)).toMatchObject({ chargesNow: false, problem: null })
  await setStatus('active')
  for (let count = 0; count < 2; count++) await auto.lookAgain(world, person)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  await world.sql('update users set is_active = false where id = $1', [person.id])
  await auto.spendTo(world, person, 2)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
})

it('nothing is charged while a payment is disputed or a debt is open', tags('D44'), async () => {
  const person = await subscriber(world)
  const accountId = await accountOf(world, person)
  await auto.change(person, { enabled: true })
  await world.sql("update lot set dispute = 'open' where account_id = $1 and bucket = 'purchased'", [accountId])
  await auto.spendTo(world, person, 5)
  const onHold = { chargesNow: false, problem: { code: 'on_hold', retryAt: null } }
  const expectNoCharge = async () => {
    await auto.lookAgain(world, person)
    expect(await auto.attemptsOf(world, person)).toEqual([])
    expect(await auto.stateOf(person)).toMatchObject(onHold)
  }
  await expectNoCharge()
  await world.sql('update lot set dispute = null where account_id = $1', [accountId])
  const [debt] = await world.sql<{ id: string }>(
    `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
     values ($1, $2, 'dp_of_this_test', 500, now()) returning id`,
    [accountId, person.id],
  )
  await expectNoCharge()
  await world.sql("update debt set status = 'forgiven', closed_at = now(), reason = 'test' where id = $1", [debt?.id])
  await auto.lookAgain(world, person)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  expect((await auto.stateOf(person)).problem).toBeNull()
})

it('the monthly limit is never exceeded, is reported once, and can be raised', tags('D46'), async () => {
  const person = await auto.lowSubscriber(world, 5)
  await auto.change(person, { enabled: true, monthlyCap: 49.99 })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  await auto.spendTo(world, person, 5)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  const [mail] = await waitForMails(world, person.email, capSubject)
  expect(mail?.text).toMatch(/limit of \$49\.99 a month\. Automatic purchases have already cost \$25\.00 this month/)
  const problem = { code: 'cap_reached', retryAt: nextMonth().toISOString() }
  expect(await auto.stateOf(person)).toMatchObject({ spentThisMonth: 25, chargesNow: false, problem })
  await auto.spendTo(world, person, 4)
  await auto.change(person, { monthlyCap: 45 })
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  expect(await auto.told(world, person, capSubject)).toBe(1)
  await auto.change(person, { monthlyCap: 50 })
  expect(await auto.attemptsOf(world, person)).toHaveLength(2)
  expect(await auto.stateOf(person)).toMatchObject({ spentThisMonth: 50, problem: null })
  expect(await balanceOf(person)).toBe(124)
})

it('the monthly limit starts over next month, if the balance is still low', tags('D46'), async () => {
  const [person, other] = [await auto.lowSubscriber(world, 5), await auto.lowSubscriber(world, 5)]
  for (const one of [person, other]) {
    await auto.change(one, { enabled: true, monthlyCap: 25 })
    await auto.attemptsOf(world, one)
    await auto.spendTo(world, one, 5)
  }
  await auto.change(other, { threshold: 3 })
  expect(await auto.storedOf(world, other)).toMatchObject({ armed: true, problem: null })
  const seconds = Math.ceil((nextMonth().getTime() - world.services.clock.now().getTime()) / 1000)
  await passTime(world, `PT${seconds + 60}S`)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  expect(await auto.stateOf(person)).toMatchObject({ spentThisMonth: 25, problem: null })
  expect(await auto.attemptsOf(world, other)).toHaveLength(1)
  expect(await auto.stateOf(other)).toMatchObject({ spentThisMonth: 0 })
})

function nextMonth(): Date {
  const at = world.services.clock.now()
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
}

it('a crossing in a call buys once, and the call continues past its former end', tags('D45'), async () => {
  const person = await auto.lowSubscriber(world, 75 / 60)
  await auto.change(person, { enabled: true, threshold: 1 })
  expect(await auto.attemptsOf(world, person)).toEqual([])
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 20, client)
  const lastTick = () => client.frames.findLast(({ type }) => type === 'session_tick')?.event
  await expect.poll(() => Number(lastTick()?.seconds_left ?? 0)).toBeGreaterThan(7000)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid', amount_cents: 2500 }])
  await passTalkTime(world, 70, client)
  await tickAt(client, 90)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  const { charged_ms: chargedMs } = await endedRow(world, id)
  expect(chargedMs).toBe(90_000)
  expect(await balanceOf(person)).toBeCloseTo((75 + 7200 - chargedMs / 1000) / 60, 3)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  expect(await auto.storedOf(world, person)).toMatchObject({ armed: true })
})

it('the settlement of a call sees a crossing that no tick has seen', tags('D45'), async () => {
  const person = await subscriber(world)
  await auto.change(person, { enabled: true })
  await auto.spendTo(world, person, 9 + 20 / 60)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 30, client)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
  expect((await auto.stateOf(person)).spentThisMonth).toBe(25)
})
