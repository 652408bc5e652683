import * as rows from '#contract/admin/overview-rows.ts'
import * as figures from '#contract/admin/overview.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import type { Input } from '#contract/call.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { rollFigures } from '#server/admin/figures/rolling.flow.ts'
import { settleConversation } from '#server/conversations/voice-sessions.ts'
import * as kit from '#tests/calls.ts'
import { addPastSession, openTalk } from '#tests/calls.ts'

const { expect, expectRefused, it } = kit
const world = await kit.ownWorld()
const owner = await kit.platformAdmin(world)
const person = await kit.subscriber(world)
const agentId = await kit.addAgent(world)
const week = { days: '7' } as const
const overview = (query: Input<typeof figures.overview>['query'] = week) =>
  owner.client.call(figures.overview, { query })
const talk = (query: Input<typeof rows.overviewConversations>['query']) =>
  owner.client.call(rows.overviewConversations, { query: { ...week, ...query } })
const money = (query: Input<typeof rows.overviewMoney>['query'] = {}) =>
  owner.client.call(rows.overviewMoney, { query: { ...week, ...query } })
const sum = <Key extends string>(list: Record<Key, number | null>[], key: Key) =>
  list.reduce((total, row) => total + (row[key] ?? NaN), 0)

it("the owner's figures add up to the rows behind them, live and rolled up (D62, D189)", async () => {
  await addPastSession(world, person, agentId, 40)
  // Without sound of the agent it costs nothing.
  const { id, progress, at } = await openTalk(world, person, agentId, 20)
  const silent = { ...progress, agentSpoke: false }
  await settleConversation(world.services.database.step, { id, reason: 'user', progress: silent, at })
  const shown = await overview()
  expect((await money()).length).toBeGreaterThan(0)
  expect(shown.now.net).toBeCloseTo(sum(await money(), 'amount'), 6)
  expect(shown.days.at(-1)).toMatchObject({ net: shown.now.net, conversations: 1 })
  const now = { conversations: 1, failedCalls: 1, subscribers: 1, newSubscribers: 1 }
  const uncharged = [{ outcome: 'silent', reason: 'user', calls: 1, voiceMinutes: 0.3333 }]
  expect(shown).toMatchObject({ isEmpty: false, now, uncharged })
  const counted = await talk({ outcome: 'counted' })
  expect(counted).toMatchObject([{ agentId, chargedSeconds: 40, organizationId: null, endReason: 'user' }])
  expect(counted[0]?.earned).toBeGreaterThan(0)
  expect(counted[0]?.earned).toBeCloseTo(shown.now.earned, 2)
  // Two days later the upkeep has rolled everything up, and nothing has changed.
  await world.control({ advance: 'P2D' })
  await rollFigures(world.services)
  expect(await rollFigures(world.services)).toBe(0)
  expect(await world.sql('select * from broken_figure')).toEqual([])
  const later = await overview()
  expect(later.rolledThrough).not.toBeNull()
  expect(later.now).toEqual({ ...shown.now, gross: later.now.gross })
})

it('each agent and organization has its part; the voice has a price (D62, D189)', async () => {
  const { now, voiceRate } = await overview()
  const { margin, earned, voiceCost } = now
  const agents = await owner.client.call(figures.overviewAgents, { query: week })
  const others = await owner.client.call(figures.overviewOrganizations, { query: week })
  expect(agents).toMatchObject([{ id: agentId, conversations: 1, failedCalls: 1, failedPercent: 50, margin }])
  expect(others).toMatchObject([{ id: null, conversations: 1, earned, voiceCost }])
  expect(voiceRate).toEqual({ cents: 8.5, isAssumed: true })
  await owner.client.call(changePlatformSettings, { body: { voiceCostCentsPerMinute: 30 } })
  // 40 seconds at 30 cents a minute.
  expect(await overview({})).toMatchObject({ voiceRate: { cents: 30, isAssumed: false }, now: { voiceCost: 0.2 } })
})

it('months and cohorts count who paid, and the services say how they are (D62, D189)', async () => {
  const { months, cohorts } = await owner.client.call(figures.overviewSubscribers)
  const first = cohorts.map(({ paid }) => ({ paid: paid[0] ?? 0 }))
  expect([months.length, sum(months, 'new'), sum(first, 'paid')]).toEqual([12, 1, 1])
  const { services, events, lastBackupAt } = await owner.client.call(figures.overviewHealth)
  expect(lastBackupAt).toBeNull()
  expect(services.map(({ name }) => name)).toEqual(['app', 'voice', 'payments', 'mail'])
  expect(events.waiting).toBeGreaterThanOrEqual(0)
  await world.sql("insert into pgboss.job (name, state, start_after) values ('agent-sounds', 'failed', now())")
  const { jobs } = await owner.client.call(figures.overviewHealth)
  expect(jobs.find(({ work }) => work === 'agentSounds')).toMatchObject({ failed: 1 })
})

it('today’s income comes from stored prices; each filter fits its figure (D62, D189)', async () => {
  await addPastSession(world, person, agentId, 50)
  const { now, revenue, uncharged } = await overview()
  const counted = await talk({ outcome: 'counted', agentId, organization: 'people' })
  expect([counted.length, now.conversations]).toEqual([2, 2])
  expect(sum(counted, 'earned')).toBeCloseTo(now.earned, 2)
  const [stored] = await world.sql<{ cents: string }>(
    'select cents from figure_price join account on account.id = account_id where user_id = $1',
    [person.id],
  )
  expect(Number(stored?.cents)).toBeGreaterThan(0)
  expect(await talk({ outcome: 'failed' })).toHaveLength(now.failedCalls)
  expect(await talk({ outcome: 'counted', endReason: 'fault' })).toEqual([])
  const [silent] = await talk({ outcome: 'silent', endReason: uncharged[0]?.reason })
  expect(silent).toMatchObject({ outcome: 'silent', userId: person.id, organizationName: null, earned: 0 })
  const hour = new Date(silent?.startedAt ?? '').getUTCHours()
  expect((await talk({ hour })).map(({ id }) => id)).toContain(silent?.id)
  expect(await talk({ hour: (hour + 12) % 24 })).toEqual([])
  const income = await money({ kind: 'income' })
  expect(sum(income, 'amount')).toBeCloseTo(now.gross, 6)
  expect(await money({ kind: 'back' })).toEqual([])
  const packages = revenue.find(({ kind }) => kind === 'package')
  expect(await money({ kind: 'package' })).toHaveLength(packages?.count ?? -1)
  // A row leads to its payment.
  await owner.client.call(readAdminPayment, { params: { id: income[0]?.receiptId ?? '' } })
})

it('minutes are listed as they are counted, and so is every balance (D62, D189)', async () => {
  const query = { days: '90' } as const
  const { now, minutes, owed } = await overview(query)
  const list = (kind: Input<typeof rows.overviewMinutes>['query']['kind']) =>
    owner.client.call(rows.overviewMinutes, { query: { ...query, kind } })
  const given = await world.sql("select from entry where kind = 'adjustment'")
  const sold = await list('sold')
  expect(sold.map(({ entry }) => entry).toSorted()).toEqual(['monthly_grant', 'purchase'])
  expect(sold.map(({ userId }) => userId)).toEqual([person.id, person.id])
  expect(sum(sold, 'minutes')).toBeCloseTo(now.minutesSold, 3)
  expect(sum(await list('lapsed'), 'minutes')).toBeCloseTo(-now.minutesLapsed, 3)
  const others = minutes.filter(({ kind }) => !['purchase', 'monthly_grant', 'monthly_lapse', 'usage'].includes(kind))
  expect(sum(await list('other'), 'minutes')).toBeCloseTo(sum(others, 'minutes'), 3)
  expect((await list('other')).filter(({ entry }) => entry === 'adjustment')).toHaveLength(given.length)

  const balances = await owner.client.call(rows.overviewOwed, { query })
  for (const total of [now.minutesOwed, owed.monthly + owed.purchased])
    expect(sum(balances, 'minutes')).toBeCloseTo(total, 3)
  expect(sum(balances, 'purchasedMinutes')).toBeCloseTo(owed.purchased, 3)
  expect(sum(balances, 'paid')).toBeCloseTo(owed.monthlyDollars + owed.purchasedDollars, 6)
  // What was paid for an earlier balance is not known, and before the first payment there was none.
  const owedOn = (daysAgo: number) => {
    const day = new Date(world.services.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    return owner.client.call(rows.overviewOwed, { query: { from: day, to: day } })
  }
  expect(await owedOn(1)).toMatchObject([{ userId: person.id, purchasedMinutes: null, paid: null }])
  expect(await owedOn(60)).toEqual([])
})

it('subscribers are listed as they are counted: today, begun and ended (D62, D189)', async () => {
  const list = (what: Input<typeof rows.overviewSubscriptions>['query']['what']) =>
    owner.client.call(rows.overviewSubscriptions, { query: { what, ...week } })
  expect(await list('current')).toMatchObject([{ userId: person.id, what: 'new', organizationId: null }])
  expect([(await list('new')).length, await list('ended')]).toEqual([1, []])
  // The simulated card is charged no more, so that the subscription ends with its paid month.
  const end = "update subscription_payment set period_ends_at = $1 where tier <> 'seats'"
  await world.sql(end, [world.services.clock.now()])
  await world.control({ advance: 'P1D' })
  expect((await overview()).now).toMatchObject({ subscribers: 0, endedSubscribers: 1 })
  expect(await list('current')).toEqual([])
  expect(await list('ended')).toMatchObject([{ userId: person.id, what: 'ended' }])
  // Periods that are none are refused with the reason.
  const long = { from: '2026-01-01', to: '2027-03-01' }
  await expectRefused(
    figures.overview,
    [owner, { query: long }, 400, { message: 'Please choose at most 400 days' }],
    [owner, { query: { days: '7', month: '2026-11' } }, 400, {}],
    [owner, { query: { from: '2026-01-01' } }, 400, {}],
  )
  await expectRefused(rows.overviewSubscriptions, [owner, { query: { what: 'lost' } }, 400, {}])
})
