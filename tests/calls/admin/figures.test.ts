import {
  overview,
  overviewAgents,
  overviewHealth,
  overviewOrganizations,
  overviewSubscribers,
} from '#contract/admin/overview.ts'
import {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import type { Input } from '#contract/call.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { rollFigures } from '#server/admin/figures/rolling.flow.ts'
import { openConversation, settleConversation } from '#server/conversations/voice-sessions.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, subscriber } from '#tests/calls.ts'

const world = await ownWorld()
const owner = await platformAdmin(world)
const person = await subscriber(world)
const agentId = await addAgent(world)

/** Talks for some milliseconds and hangs up; without sound of the agent it costs nothing. */
async function talk(usedMs: number, agentSpoke = true): Promise<void> {
  const { database, clock } = world.services
  const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  const [at, conversationId] = [clock.now(), crypto.randomUUID()]
  const talker = { userId: person.id, accountId: account?.id ?? '', agentId, conversationId, gatewayId: 1 }
  const started = await openConversation(database.step, { ...talker, resumeOf: undefined, at, real: clock.real() })
  if (started.state !== 'started') throw new Error(started.state)
  const progress = { usedMs, freeMs: 0, soundMs: 0, agentSpoke, begun: { conversationId, at } }
  await settleConversation(database.step, { id: started.id, reason: 'user', progress, at })
}

describe("the owner's figures (D62, D189)", () => {
  it('strangers and people get none of them', async () => {
    expect((await world.visitor().try(overview, { query: {} })).status).toBe(401)
    expect((await person.client.try(overview, { query: {} })).status).toBe(403)
    expect((await person.client.try(overviewMoney, { query: {} })).status).toBe(403)
    expect((await world.visitor().try(overviewSubscriptions, { query: { what: 'new' } })).status).toBe(401)
    expect((await person.client.try(overviewSubscriptions, { query: { what: 'new' } })).status).toBe(403)
  })

  it('add up to the rows behind them, live and rolled up alike', async () => {
    await talk(40_000)
    await talk(20_000, false)
    const shown = await owner.client.call(overview, { query: { days: '7' } })
    const money = await owner.client.call(overviewMoney, { query: { days: '7' } })
    expect(money.length).toBeGreaterThan(0)
    expect(shown.now.net).toBeCloseTo(
      money.reduce((sum, { amount }) => sum + amount, 0),
      6,
    )
    expect(shown.isEmpty).toBe(false)
    expect(shown.days.at(-1)).toMatchObject({ net: shown.now.net, conversations: 1 })
    expect(shown.now).toMatchObject({ conversations: 1, failedCalls: 1, subscribers: 1, newSubscribers: 1 })
    expect(shown.uncharged).toEqual([{ outcome: 'silent', reason: 'user', calls: 1, voiceMinutes: 0.3333 }])
    const rows = await owner.client.call(overviewConversations, { query: { days: '7', outcome: 'counted' } })
    expect(rows).toMatchObject([{ agentId, chargedSeconds: 40, organizationId: null, endReason: 'user' }])
    expect(rows[0]?.earned).toBeGreaterThan(0)
    expect(rows[0]?.earned).toBeCloseTo(shown.now.earned, 2)
    // Two days later the upkeep has rolled everything up, and nothing has changed.
    await world.control({ advance: 'P2D' })
    await rollFigures(world.services)
    expect(await rollFigures(world.services)).toBe(0)
    expect(await world.sql('select * from broken_figure')).toEqual([])
    const later = await owner.client.call(overview, { query: { days: '7' } })
    expect(later.rolledThrough).not.toBeNull()
    expect(later.now).toEqual({ ...shown.now, gross: later.now.gross, net: later.now.net })
    expect(later.now.net).toBe(shown.now.net)
  })

  it('each agent and organization has its part of the whole', async () => {
    const { now } = await owner.client.call(overview, { query: { days: '7' } })
    const agents = await owner.client.call(overviewAgents, { query: { days: '7' } })
    const others = await owner.client.call(overviewOrganizations, { query: { days: '7' } })
    expect(agents).toMatchObject([
      { id: agentId, conversations: 1, failedCalls: 1, failedPercent: 50, margin: now.margin },
    ])
    expect(others).toMatchObject([{ id: null, conversations: 1, earned: now.earned, voiceCost: now.voiceCost }])
  })

  it('the price of the voice is an assumption until it is set', async () => {
    const before = await owner.client.call(overview, { query: {} })
    expect(before.voiceRate).toEqual({ cents: 8.5, isAssumed: true })
    await owner.client.call(changePlatformSettings, { body: { voiceCostCentsPerMinute: 30 } })
    const after = await owner.client.call(overview, { query: {} })
    expect(after.voiceRate).toEqual({ cents: 30, isAssumed: false })
    // 40 seconds at 30 cents a minute.
    expect(after.now.voiceCost).toBe(0.2)
  })

  it('months and cohorts count who paid, and the services say how they are', async () => {
    const { months, cohorts } = await owner.client.call(overviewSubscribers)
    expect(months).toHaveLength(12)
    expect(months.reduce((sum, month) => sum + month.new, 0)).toBe(1)
    expect(cohorts.reduce((sum, { paid }) => sum + (paid[0] ?? 0), 0)).toBe(1)
    const { services, events } = await owner.client.call(overviewHealth)
    expect(services.map(({ name }) => name)).toEqual(['app', 'voice', 'payments', 'mail'])
    expect(events.waiting).toBeGreaterThanOrEqual(0)
    await world.sql(
      "insert into pgboss.job (name, state, start_after) select name, 'failed', now() from (values ('agent-sounds')) as job (name)",
    )
    const { jobs } = await owner.client.call(overviewHealth)
    expect(jobs.find(({ work }) => work === 'agentSounds')).toMatchObject({ failed: 1 })
  })

  it('today’s income comes from stored prices, and is that of its rows, which read every lot', async () => {
    await talk(50_000)
    const { now } = await owner.client.call(overview, { query: { days: '7' } })
    const rows = await owner.client.call(overviewConversations, { query: { days: '7', outcome: 'counted' } })
    expect(rows).toHaveLength(2)
    expect(rows.reduce((sum, { earned }) => sum + earned, 0)).toBeCloseTo(now.earned, 2)
    const [stored] = await world.sql<{ cents: string }>(
      'select cents from figure_price join account on account.id = account_id where user_id = $1',
      [person.id],
    )
    expect(Number(stored?.cents)).toBeGreaterThan(0)
  })

  it('each filter of the rows shows exactly what its figure counts', async () => {
    const { now, revenue, uncharged } = await owner.client.call(overview, { query: { days: '7' } })
    const talk = (query: Input<typeof overviewConversations>['query']) =>
      owner.client.call(overviewConversations, { query: { days: '7', ...query } })
    expect(await talk({ outcome: 'failed' })).toHaveLength(now.failedCalls)
    expect(await talk({ outcome: 'counted', agentId, organization: 'people' })).toHaveLength(now.conversations)
    expect(await talk({ outcome: 'counted', endReason: 'fault' })).toEqual([])
    const [silent] = await talk({ outcome: 'silent', endReason: uncharged[0]?.reason })
    expect(silent).toMatchObject({ outcome: 'silent', userId: person.id, organizationName: null, earned: 0 })
    const hour = new Date(silent?.startedAt ?? '').getUTCHours()
    expect((await talk({ hour })).map(({ id }) => id)).toContain(silent?.id)
    expect(await talk({ hour: (hour + 12) % 24 })).toEqual([])
    const money = (kind: 'income' | 'back' | 'package') =>
      owner.client.call(overviewMoney, { query: { days: '7', kind } })
    const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
    expect(sum(await money('income'))).toBeCloseTo(now.gross, 6)
    expect(await money('back')).toEqual([])
    expect(await money('package')).toHaveLength(revenue.find(({ kind }) => kind === 'package')?.count ?? -1)
    // A row leads to its payment.
    const [paid] = await money('income')
    await owner.client.call(readAdminPayment, { params: { id: paid?.receiptId ?? '' } })
  })

  it('minutes are listed as they are counted: what was sold, lapsed or given, and every balance', async () => {
    const query = { days: '90' } as const
    const { now, minutes, owed } = await owner.client.call(overview, { query })
    const list = (kind: Input<typeof overviewMinutes>['query']['kind']) =>
      owner.client.call(overviewMinutes, { query: { ...query, kind } })
    const sum = (rows: { minutes: number }[]) => rows.reduce((total, row) => total + row.minutes, 0)
    const given = await world.sql<{ id: string }>("select id::text from entry where kind = 'adjustment'")
    const sold = await list('sold')
    expect(new Set(sold.map(({ entry }) => entry))).toEqual(new Set(['monthly_grant', 'purchase']))
    expect(sold.map(({ userId }) => userId)).toEqual([person.id, person.id])
    expect(sum(sold)).toBeCloseTo(now.minutesSold, 3)
    expect(sum(await list('lapsed'))).toBeCloseTo(-now.minutesLapsed, 3)
    const others = minutes.filter(({ kind }) => !['purchase', 'monthly_grant', 'monthly_lapse', 'usage'].includes(kind))
    expect(sum(await list('other'))).toBeCloseTo(sum(others), 3)
    expect((await list('other')).filter(({ entry }) => entry === 'adjustment')).toHaveLength(given.length)

    const balances = await owner.client.call(overviewOwed, { query })
    expect(sum(balances)).toBeCloseTo(now.minutesOwed, 3)
    expect(sum(balances)).toBeCloseTo(owed.monthly + owed.purchased, 3)
    const add = (key: 'paid' | 'purchasedMinutes') => balances.reduce((total, row) => total + (row[key] ?? NaN), 0)
    expect(add('purchasedMinutes')).toBeCloseTo(owed.purchased, 3)
    expect(add('paid')).toBeCloseTo(owed.monthlyDollars + owed.purchasedDollars, 6)
    // What was paid for an earlier balance is not known, and before the first payment there was none.
    const day = (days: number) => new Date(world.services.clock.now().getTime() + days * 86_400_000)
    const [yesterday, longAgo] = [-1, -60].map((days) => day(days).toISOString().slice(0, 10))
    const past = { from: yesterday, to: yesterday }
    expect(await owner.client.call(overviewOwed, { query: past })).toMatchObject([
      { userId: person.id, purchasedMinutes: null, paid: null },
    ])
    expect(await owner.client.call(overviewOwed, { query: { from: longAgo, to: longAgo } })).toEqual([])
    expect((await person.client.try(overviewMinutes, { query: { kind: 'sold' } })).status).toBe(403)
    expect((await person.client.try(overviewOwed, { query: {} })).status).toBe(403)
  })

  it('subscribers are listed as they are counted: those of today, and those who began or ended', async () => {
    const list = (what: Input<typeof overviewSubscriptions>['query']['what'], days: '7' | '90' = '7') =>
      owner.client.call(overviewSubscriptions, { query: { what, days } })
    expect(await list('current')).toMatchObject([{ userId: person.id, what: 'new', organizationId: null }])
    expect(await list('new')).toHaveLength(1)
    expect(await list('ended')).toEqual([])
    // The simulated card is charged no more, so that the subscription ends with its paid month.
    await world.sql("update subscription_payment set period_ends_at = $1 where tier <> 'seats'", [
      world.services.clock.now(),
    ])
    await world.control({ advance: 'P1D' })
    const { now } = await owner.client.call(overview, { query: { days: '7' } })
    expect([now.subscribers, now.endedSubscribers]).toEqual([0, 1])
    expect(await list('current')).toEqual([])
    expect(await list('ended')).toMatchObject([{ userId: person.id, what: 'ended' }])
    expect((await owner.client.try(overviewSubscriptions, { query: { what: 'lost' as 'new' } })).status).toBe(400)
  })

  it('refuses periods that are none, with the reason', async () => {
    const reply = await owner.client.try(overview, { query: { from: '2026-01-01', to: '2027-03-01' } })
    expect([reply.status, reply.body]).toMatchObject([400, { message: 'Please choose at most 400 days' }])
    expect((await owner.client.try(overview, { query: { days: '7', month: '2026-11' } })).status).toBe(400)
    expect((await owner.client.try(overview, { query: { from: '2026-01-01' } })).status).toBe(400)
  })
})
