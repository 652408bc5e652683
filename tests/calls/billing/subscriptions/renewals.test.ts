import { describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { followSubscription } from '#server/billing/subscriptions/subscription-state.flow.ts'
import { addAgent, ownWorld, payWithCard, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { changeAtProvider } from '../../../kit/billing/provider.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../../kit/conversations/conversations.ts'
import {
  entriesOf,
  eventsWorkedOff,
  lifeSubjects,
  losingEvents,
  passRenewal,
  passTime,
  renewWith,
  subscriptionOf,
} from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const me = (person: TestPerson) => person.client.call(currentUser)

const monthsOf = (person: TestPerson) =>
  world.sql<{ amount_cents: number; period_ends_at: Date }>(
    'select amount_cents, period_ends_at from subscription_payment where user_id = $1 order by period_ends_at',
    [person.id],
  )

/** Reserves minutes as a conversation does. Returns a function that ends it after the given minutes. */
async function hold(person: TestPerson, minutes: number): Promise<(usedMinutes: number) => Promise<unknown>> {
  const [row] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  const id = crypto.randomUUID()
  const at = () => world.services.clock.now()
  await world.sql('select ledger_hold_open($1, $2, $3, 0, $4)', [id, row?.id, minutes * 60_000, at()])
  return (used) =>
    world.sql('select ledger_hold_settle($1, $2, $3, $4, $5)', [id, used * 60_000, person.id, 'test', at()])
}

describe('renewals (D32)', () => {
  it('give each month its 30 minutes, and the rest of the last month lapses with them', async () => {
    const person = await subscriber(world)
    for (const minutes of [10, 0, 32]) {
      if (minutes > 0) await (await hold(person, minutes))(minutes)
      await passRenewal(world, person)
    }
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 120],
      ['monthly_grant', 30],
      ['usage', -10],
      ['monthly_lapse', -20],
      ['monthly_grant', 30],
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
      // More than the month had: the rest came from the package, and nothing was left to lapse.
      ['usage', -32],
      ['monthly_grant', 30],
    ])
    const { renews_at: renewsAt, status } = await subscriptionOf(world, person)
    expect(status).toBe('active')
    expect(await me(person)).toMatchObject({
      monthlyCredits: 30,
      purchasedCredits: 118,
      hasAccess: true,
      subscriptionRenewsAt: renewsAt.toISOString(),
    })
    const months = await monthsOf(person)
    expect(months.map((month) => month.amount_cents)).toEqual([297, 297, 297, 297])
    expect(months.at(-1)?.period_ends_at).toEqual(renewsAt)
    const rows = await person.client.call(account.transactions)
    expect(rows.filter(({ type }) => type === 'subscription').map(({ amount }) => amount)).toEqual([
      2.97, 2.97, 2.97, 2.97,
    ])
    expect(await lifeSubjects(world, person)).toEqual([])
  })

  it('of several months that pass at once are all credited, and the last one stays', async () => {
    const person = await subscriber(world)
    await passTime(world, 'P3M')
    await passTime(world, 'PT2H')
    expect(await monthsOf(person)).toHaveLength(4)
    expect(await me(person)).toMatchObject({ monthlyCredits: 30, purchasedCredits: 120, hasAccess: true })
  })

  it('wait for a conversation: it uses the old month first, and the rest lapses when it is settled', async () => {
    const agentId = await addAgent(world)
    const person = await subscriber(world)
    moveTalkClock(world, 0)
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 30, client)
    await passRenewal(world, person)
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 120],
      ['monthly_grant', 30],
      ['monthly_grant', 30],
    ])
    await passTalkTime(world, 20, client)
    await person.client.call(voice.endConversation, { params: { id }, body: { duration: 0, cost: 0 } })
    const charged = (await endedRow(world, id)).charged_ms / 60_000
    expect(charged).toBeGreaterThanOrEqual(50 / 60)
    expect((await entriesOf(world, person)).slice(3)).toEqual([
      ['usage', -charged],
      ['monthly_lapse', charged - 30],
    ])
    expect(await me(person)).toMatchObject({ monthlyCredits: 30, purchasedCredits: 120 })
  }, 30_000)

  it('during a long conversation continue with the new month when the old one is used up', async () => {
    const person = await subscriber(world)
    const settle = await hold(person, 40)
    await passRenewal(world, person)
    await settle(35)
    expect((await entriesOf(world, person)).slice(2)).toEqual([
      ['monthly_grant', 30],
      ['usage', -35],
    ])
    expect(await me(person)).toMatchObject({ monthlyCredits: 25, purchasedCredits: 120 })
  })

  it('that are not paid let the month lapse 3 hours after its end, not before', async () => {
    const person = await subscriber(world)
    await renewWith(world, person, 'pm_card_chargeCustomerFail')
    await passRenewal(world, person, 2)
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'past_due', monthlyCredits: 30 })
    await passTime(world, 'PT61M')
    expect(await me(person)).toMatchObject({ hasAccess: true, monthlyCredits: 0, purchasedCredits: 120 })
    expect((await entriesOf(world, person)).slice(2)).toEqual([['monthly_lapse', -30]])
  })
})

describe('events of a renewal (D37)', () => {
  it.each(['duplicate', 'reorder', 'delay'])('credit it once in mode %s', async (webhooks) => {
    const person = await subscriber(world)
    await eventsWorkedOff(world)
    await world.control({ webhooks })
    await passRenewal(world, person)
    await world.control({ webhooks: 'deliver' })
    expect(await monthsOf(person)).toHaveLength(2)
    expect((await entriesOf(world, person)).slice(2)).toEqual([
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
    expect(await subscriptionOf(world, person)).toMatchObject({ status: 'active' })
  })

  it('that are all lost are replaced by the hourly upkeep', async () => {
    const person = await subscriber(world)
    const { renews_at: renewsAt } = await subscriptionOf(world, person)
    await losingEvents(world, async () => {
      const seconds = Math.ceil((renewsAt.getTime() - world.services.clock.now().getTime()) / 1000) + 2 * 3600
      await world.control({ advance: `PT${seconds}S` })
    })
    expect(await monthsOf(person)).toHaveLength(2)
    const { status, renews_at: next } = await subscriptionOf(world, person)
    expect([status, next.getTime()]).toEqual(['active', (await monthsOf(person)).at(-1)?.period_ends_at.getTime()])
    expect(await me(person)).toMatchObject({ monthlyCredits: 30, hasAccess: true })
  })

  it('bring the payment that began the subscription with them when that one was never reported', async () => {
    const person = await registered(world)
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'launch', subscriptionPrice: 2.97 },
    })
    await losingEvents(world, async () => {
      await payWithCard(world, clientSecret)
      await world.control({ advance: 'P1MT2H' })
    })
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 60],
      ['monthly_grant', 30],
      ['monthly_lapse', -30],
      ['monthly_grant', 30],
    ])
    expect(await person.client.call(currentUser)).toMatchObject({
      subscriptionStatus: 'active',
      monthlyCredits: 30,
    })
  })

  it('do not restore an older state when an answer comes late', async () => {
    const person = await subscriber(world)
    await eventsWorkedOff(world)
    const { id, read_at: readAt } = await subscriptionOf(world, person)
    const { payments } = world.services
    const { readSubscription } = payments
    const gate = Promise.withResolvers<void>()
    const hasRead = Promise.withResolvers<void>()
    let reads = 0
    payments.readSubscription = async (subscriptionId) => {
      const isFirst = reads++ === 0
      const state = await readSubscription(subscriptionId)
      if (isFirst) {
        hasRead.resolve()
        await gate.promise
      }
      return state
    }
    try {
      const late = followSubscription(world.services, id)
      await hasRead.promise
      await losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, { cancel_at_period_end: 'true' }))
      await followSubscription(world.services, id)
      const newer = await subscriptionOf(world, person)
      expect(newer).toMatchObject({ cancel_at_period_end: true })
      expect(newer.read_at.getTime()).toBeGreaterThan(readAt.getTime())
      gate.resolve()
      await late
    } finally {
      payments.readSubscription = readSubscription
    }
    // The late one read again instead.
    expect(reads).toBe(3)
    expect(await subscriptionOf(world, person)).toMatchObject({ cancel_at_period_end: true })
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled'])
  })

  it('handled forty at once end in the one true state, reported once', async () => {
    const person = await subscriber(world)
    const { id } = await subscriptionOf(world, person)
    await losingEvents(world, () => changeAtProvider(world, `subscriptions/${id}`, { cancel_at_period_end: 'true' }))
    const { payments } = world.services
    const { readSubscription } = payments
    // Slow enough that every read overlaps with others.
    payments.readSubscription = async (subscriptionId) => {
      const state = await readSubscription(subscriptionId)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return state
    }
    try {
      await Promise.all(Array.from({ length: 40 }, () => followSubscription(world.services, id)))
    } finally {
      payments.readSubscription = readSubscription
    }
    expect(await subscriptionOf(world, person)).toMatchObject({ cancel_at_period_end: true })
    expect(await lifeSubjects(world, person)).toEqual(['Your subscription is canceled'])
  })
})
