import type { Input } from '#contract/call.ts'
import * as organizationDashboard from '#contract/organizations/dashboard.ts'
import * as organizationUsage from '#contract/organizations/usage.ts'
import { grantMinutes } from '#server/ledger/ledger.ts'
import { addAgent, describe, expect, it, ownWorld, passMidnight, platformAdmin, type TestClient } from '#tests/calls.ts'
import { assign, member, organization, type TestOrganization } from '../../kit/organizations/organizations.ts'
import { paidFirm } from '../../kit/organizations/paid-organizations.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const firm = await organization(world, { minutes: 100 })
await passMidnight(world)

function ask(client: TestClient, query: Record<string, unknown> = { days: '7' }) {
  const input = { query: { timeZone: 'UTC', ...query } } as Input<typeof organizationUsage.organizationUsage>
  return client.try(organizationUsage.organizationUsage, input)
}

/** Returns noon of the day this many days ago, in UTC. */
function noon(daysAgo: number): Date {
  const today = world.services.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * 24 * 60 * 60_000)
}
const dateOf = (at: Date) => at.toISOString().slice(0, 10)

it('usage adds up per day, member and agent, including former members (D128, D131)', async () => {
  const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
  const [mentor, coach] = [await addAgent(world, { name: 'Mentor' }), await addAgent(world, { name: 'Coach' })]
  for (const id of [mentor, coach]) await assign(world, firm, id)
  const conversations = [
    { person: ada, agent: mentor, seconds: 90, at: noon(2) },
    { person: ada, agent: coach, seconds: 60, at: noon(2) },
    { person: ben, agent: mentor, seconds: 45, at: noon(6) },
    // Half past eleven at night in Greenwich is the next day in India.
    { person: ben, agent: coach, seconds: 30, at: new Date(noon(3).getTime() + 11.5 * 60 * 60_000) },
    { person: ben, agent: coach, seconds: 5, at: noon(1) },
    { person: ada, agent: coach, seconds: 20, at: noon(200) },
  ]
  for (const { person, agent, seconds, at } of conversations) {
    const id = await talkIn(world, firm, person, agent, seconds)
    await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, at])
  }
  await world.sql('delete from organization_user where user_id = $1', [ben.id])

  const { status, body } = await ask(firm.owner.client)
  expect(status).toBe(200)
  expect(body.days.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map((ago) => dateOf(noon(ago))))
  expect(body.days.map(({ seconds }) => seconds)).toEqual([45, 0, 0, 30, 150, 0, 0])
  expect(body.members.map(({ userId, seconds, sessions }) => [userId, seconds, sessions])).toEqual([
    [ada.id, 150, 2],
    [ben.id, 75, 2],
  ])
  expect(body.agents.map(({ agentName, minutes }) => [agentName, minutes])).toEqual([
    ['Mentor', 2.25],
    ['Coach', 1.5],
  ])
  const inIndia = (await ask(firm.owner.client, { days: '7', timeZone: 'Asia/Kolkata' })).body
  expect(inIndia.days.find(({ date }) => date === dateOf(noon(2)))?.seconds).toBe(180)
  const year = (await ask(firm.owner.client, { days: '366' })).body
  expect(year.days).toHaveLength(366)
  expect(year.days.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(245)
  const range = async (from: string, to: string) => (await ask(firm.owner.client, { from, to })).body
  const two = await range(dateOf(noon(3)), dateOf(noon(2)))
  expect(two.days.map(({ date, seconds }) => [date, seconds])).toEqual([
    [dateOf(noon(3)), 30],
    [dateOf(noon(2)), 150],
  ])
  expect(two.agents.map(({ agentName, seconds }) => [agentName, seconds])).toEqual([
    ['Coach', 90],
    ['Mentor', 90],
  ])
  expect((await range(dateOf(noon(6)), dateOf(noon(6)))).members.map(({ userId }) => userId)).toEqual([ben.id])
  const sessions = await firm.owner.client.call(organizationDashboard.organizationConversations, { query: {} })
  // An uncharged conversation does not count (D189).
  expect(sessions).toHaveLength(conversations.length - 1)
})

describe('costs', () => {
  const talked = { days: '7', timeZone: 'UTC' } as const
  const costs = async ({ owner }: TestOrganization) => {
    const { members, agents, minuteRate } = await owner.client.call(organizationUsage.organizationUsage, {
      query: talked,
    })
    return { members: members.map(({ cost }) => cost), agents: agents.map(({ cost }) => cost), minuteRate }
  }

  it('are known per member and agent while every minute of the pool had one price', async () => {
    const own = await organization(world, { minutes: 500 })
    const agent = await addAgent(world)
    await assign(world, own, agent)
    await talkIn(world, own, own.owner, agent, 90)
    // 500 minutes for $70.00.
    expect(await costs(own)).toEqual({ members: [0.21], agents: [0.21], minuteRate: 0.14 })
    const buy = (minutes: number, priceCents: number) =>
      world.services.database.write((tx) =>
        grantMinutes(tx, {
          accountId: own.accountId,
          bucket: 'purchased',
          kind: 'purchase',
          sourceRef: `test:${minutes}:${priceCents}`,
          ms: minutes * 60_000,
          priceCents,
          expiresAt: null,
          paymentIntentId: null,
          userId: own.owner.id,
          notes: 'More minutes',
          at: world.services.clock.now(),
        }),
      )
    await buy(100, 1400)
    expect((await costs(own)).minuteRate).toBe(0.14)
    await buy(100, 1399)
    expect(await costs(own)).toEqual({ members: [null], agents: [null], minuteRate: null })
  })

  it('count the minutes of a paid month at their own price in the order, not with its seats (D181)', async () => {
    const paid = await paidFirm(world)
    const { minuteRate } = await paid.owner.client.call(organizationUsage.organizationUsage, {
      query: { ...talked, organizationId: paid.id },
    })
    const [order] = await world.sql<{ rate: string }>(
      'select voice_minutes_cents / package_minutes::numeric / 100 as rate from business_registration where organization_id = $1',
      [paid.id],
    )
    expect(minuteRate).toBe(Number(order?.rate))
    expect(minuteRate).toBeGreaterThan(0)
  })
})

it.each([
  [{ days: '367' }, 'days'],
  [{}, 'days'],
  [{ days: '7', from: '2026-11-01', to: '2026-11-02' }, 'days'],
  [{ from: '2026-11-01' }, 'to'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [{ from: '2025-01-01', to: '2026-01-02' }, 'from'],
  [{ days: '7', timeZone: 'Mars/Olympus' }, 'timeZone'],
])('refuses %j', async (query, field) => {
  const reply = await ask(firm.owner.client, query)
  expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_query', field])
})

it("others' usage is only for admins (D123)", async () => {
  const named = { organizationId: firm.id, days: '7' }
  expect((await ask(world.visitor(), named)).status).toBe(401)
  expect((await ask((await organization(world)).owner.client, named)).status).toBe(404)
  expect((await ask((await member(world, firm.id)).client, named)).status).toBe(403)
  const admin = await platformAdmin(world)
  expect((await ask(admin.client, named)).status).toBe(200)
})
