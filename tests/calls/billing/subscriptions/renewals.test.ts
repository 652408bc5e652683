import * as account from '#contract/billing/account.ts'
import * as voice from '#contract/conversations/voice.ts'
import { followSubscription } from '#server/billing/subscriptions/subscription-state.flow.ts'
import { accountOf, addAgent, answerWith, changeAtProvider, endedRow, expect, it, me } from '#tests/calls.ts'
import { monthsPaid, moveTalkClock, openFirst, ownWorld, passTalkTime, pay, registered } from '#tests/calls.ts'
import { startHeardTalk, subscriber, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

/** Reserves minutes as a conversation does. Returns a function that ends it after the given minutes. */
async function hold(person: TestPerson, minutes: number): Promise<(usedMinutes: number) => Promise<unknown>> {
  const accountId = await accountOf(world, person)
  const id = crypto.randomUUID()
  const at = () => world.services.clock.now()
  await world.sql('select ledger_hold_open($1, $2, $3, 0, $4)', [id, accountId, minutes * 60_000, at()])
  return (used) =>
    world.sql('select ledger_hold_settle($1, $2, $3, $4, $5)', [id, used * 60_000, person.id, 'test', at()])
}

it('renewals are credited once in every mode of events, and several at once', tags('D37'), async () => {
  const person = await subscriber(world)
  for (const [round, webhooks] of ['duplicate', 'reorder', 'delay'].entries()) {
    await kit.eventsWorkedOff(world)
    await world.control({ webhooks })
    await kit.passRenewal(world, person)
    await world.control({ webhooks: 'deliver' })
    expect(await monthsPaid(world, person)).toBe(2 + round)
    expect((await kit.entriesOf(world, person)).slice(2 + 2 * round)).toEqual(kit.renewal)
    expect(await kit.subscriptionOf(world, person)).toMatchObject({ status: 'active' })
  }
  // A subscription that began on the 29th renews on February 28 and on March 29.
  await kit.passTime(world, 'P3M4D')
  await kit.passTime(world, 'PT2H')
  expect(await monthsPaid(world, person)).toBe(7)
  expect(await me(person)).toMatchObject({ monthlyCredits: 30, purchasedCredits: 120, hasAccess: true })
})

it('each renewal gives 30 minutes, and the rest of the last month lapses', tags('D32'), async () => {
  const person = await subscriber(world)
  for (const minutes of [10, 0, 32]) {
    if (minutes > 0) await (await hold(person, minutes))(minutes)
    await kit.passRenewal(world, person)
  }
  const first = 'purchase 120, monthly_grant 30, usage -10, monthly_lapse -20, monthly_grant 30'
  // In the end more than the month had: the rest came from the package, and nothing was left to lapse.
  const rest = [...kit.renewal, 'usage -32', 'monthly_grant 30']
  expect((await kit.entriesOf(world, person)).join(', ')).toBe([first, ...rest].join(', '))
  const { renews_at: renewsAt, status } = await kit.subscriptionOf(world, person)
  expect(status).toBe('active')
  const subscriptionRenewsAt = renewsAt.toISOString()
  const balances = { monthlyCredits: 30, purchasedCredits: 118, fullMinutes: 148 }
  expect(await me(person)).toMatchObject({ ...balances, hasAccess: true, subscriptionRenewsAt })
  const paidMonths = 'select * from subscription_payment where user_id = $1 order by period_ends_at'
  const months = await world.sql(paidMonths, [person.id])
  expect(months.map((month) => month['amount_cents'])).toEqual([297, 297, 297, 297])
  expect(months.at(-1)?.['period_ends_at']).toEqual(renewsAt)
  const rows = await person.client.call(account.transactions)
  const paid = rows.filter(({ type }) => type === 'subscription').map(({ amount }) => amount)
  expect(paid).toEqual([2.97, 2.97, 2.97, 2.97])
  expect(await kit.lifeSubjects(world, person)).toEqual([])
})

it('the hourly upkeep replaces lost events, even of the first payment', tags('D37'), async () => {
  const [person, unreported] = [await subscriber(world), await registered(world)]
  const { renews_at: renewsAt } = await kit.subscriptionOf(world, person)
  await kit.losingEvents(world, async () => {
    await pay(world, openFirst(unreported, 'launch'))
    await world.control({ advance: 'P1MT2H' })
  })
  const active = { subscriptionStatus: 'active', monthlyCredits: 30, hasAccess: true }
  for (const one of [person, unreported]) {
    expect(await me(one)).toMatchObject(active)
    expect((await kit.entriesOf(world, one)).slice(1)).toEqual(['monthly_grant 30', ...kit.renewal])
    expect(await monthsPaid(world, one)).toBe(2)
  }
  const { renews_at: next } = await kit.subscriptionOf(world, person)
  const ends = 'select max(period_ends_at) as at from subscription_payment where user_id = $1'
  expect(await world.sql(ends, [person.id])).toEqual([{ at: next }])
  expect(next.getTime()).toBeGreaterThan(renewsAt.getTime())
})

it('a renewal waits for a conversation', { ...tags('D32'), timeout: 30_000 }, async () => {
  const agentId = await addAgent(world)
  const person = await subscriber(world)
  moveTalkClock(world, 0)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 30, client)
  await kit.passRenewal(world, person)
  const entries = async () => (await kit.entriesOf(world, person)).slice(2)
  expect(await entries()).toEqual(['monthly_grant 30'])
  await passTalkTime(world, 20, client)
  await person.client.call(voice.endConversation, { params: { id }, body: { duration: 0, cost: 0 } })
  const { charged_ms: chargedMs } = await endedRow(world, id)
  expect(chargedMs).toBeGreaterThanOrEqual(50_000)
  const lapsed = (chargedMs - 1_800_000) / 60_000
  expect((await entries()).slice(1)).toEqual([`usage ${-chargedMs / 60_000}`, `monthly_lapse ${lapsed}`])
  expect(await me(person)).toMatchObject({ monthlyCredits: 30, purchasedCredits: 120 })
})

it('a long talk uses the new month next; an unpaid one lapses after 3 hours', tags('D32'), async () => {
  const [person, unpaid] = [await subscriber(world), await subscriber(world)]
  await kit.renewWith(world, unpaid, 'pm_card_chargeCustomerFail')
  const settle = await hold(person, 40)
  await kit.passRenewal(world, unpaid, 2)
  expect(await me(unpaid)).toMatchObject({ subscriptionStatus: 'past_due', monthlyCredits: 30 })
  await settle(35)
  expect((await kit.entriesOf(world, person)).slice(2)).toEqual(['monthly_grant 30', 'usage -35'])
  expect(await me(person)).toMatchObject({ monthlyCredits: 25, purchasedCredits: 120 })
  await kit.passTime(world, 'PT61M')
  expect(await me(unpaid)).toMatchObject({ hasAccess: true, monthlyCredits: 0, purchasedCredits: 120 })
  expect((await kit.entriesOf(world, unpaid)).slice(2)).toEqual(['monthly_lapse -30'])
})

it('late and simultaneous answers end in the one true state, reported once', tags('D37'), async () => {
  const person = await subscriber(world)
  await kit.eventsWorkedOff(world)
  const { id, read_at: readAt } = await kit.subscriptionOf(world, person)
  const setCanceled = (isCanceled: boolean) =>
    kit.losingEvents(world, () => {
      return changeAtProvider(world, `subscriptions/${id}`, { cancel_at_period_end: String(isCanceled) })
    })
  const [gate, hasRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const restore = answerWith(world, 'readSubscription', (read) => async (subscriptionId) => {
    const isFirst = reads++ === 0
    const state = await read(subscriptionId)
    hasRead.resolve()
    if (isFirst) await gate.promise
    return state
  })
  const late = followSubscription(world.services, id)
  await hasRead.promise
  await setCanceled(true)
  await followSubscription(world.services, id)
  const newer = await kit.subscriptionOf(world, person)
  expect(newer).toMatchObject({ cancel_at_period_end: true })
  expect(newer.read_at.getTime()).toBeGreaterThan(readAt.getTime())
  gate.resolve()
  await late
  // The late one read again instead.
  expect([reads, await kit.subscriptionOf(world, person)]).toMatchObject([3, { cancel_at_period_end: true }])
  restore()
  expect(await kit.lifeSubjects(world, person)).toEqual(['Your subscription is canceled'])
  await setCanceled(false)
  // Slow enough that every read overlaps with others.
  answerWith(world, 'readSubscription', (read) => async (subscriptionId) => {
    const state = await read(subscriptionId)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return state
  })
  await Promise.all(Array.from({ length: 40 }, () => followSubscription(world.services, id)))
  expect(await kit.subscriptionOf(world, person)).toMatchObject({ cancel_at_period_end: false })
  const subjects = ['Your subscription is canceled', 'Your subscription continues']
  expect(await kit.lifeSubjects(world, person)).toEqual(subjects)
})
