import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  overview,
  overviewAgents,
  overviewHealth,
  overviewOrganizations,
  overviewSubscribers,
} from '#contract/admin/overview.ts'
import { overviewConversations, overviewMoney } from '#contract/admin/overview-rows.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { rollFigures } from '#server/admin/figures/rolling.flow.ts'
import { platformAdmin } from '../../kit/world/admins.ts'
import { addAgent, subscriber, type TestPerson } from '../../kit/world/people.ts'
import { openWorld, type World } from '../../kit/world/world.ts'
import { openConversation, settleConversation } from '#server/conversations/voice-sessions.ts'

let world: World
let owner: TestPerson
let person: TestPerson
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  owner = await platformAdmin(world)
  person = await subscriber(world)
  agentId = await addAgent(world)
})
afterAll(() => world.close())

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
  })

  it('refuses periods that are none, with the reason', async () => {
    const reply = await owner.client.try(overview, { query: { from: '2026-01-01', to: '2027-03-01' } })
    expect([reply.status, reply.body]).toMatchObject([400, { message: 'Please choose at most 400 days' }])
    expect((await owner.client.try(overview, { query: { days: '7', month: '2026-11' } })).status).toBe(400)
    expect((await owner.client.try(overview, { query: { from: '2026-01-01' } })).status).toBe(400)
  })
})
