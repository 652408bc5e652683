import type { Input } from '#contract/call.ts'
import { organizationConversations } from '#contract/organizations/dashboard.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { grantMinutes } from '#server/ledger/ledger.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, assign, describe, expect, expectRefused, it, member, organization, tags } from '#tests/calls.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await kit.ownWorld()
const firm = await organization(world, { minutes: 100 })
await kit.passMidnight(world)

async function usageOf({ owner }: kit.TestOrganization, query: object = { days: '7' }) {
  const input = { query: { timeZone: 'UTC', ...query } } as Input<typeof organizationUsage>
  return owner.client.call(organizationUsage, input)
}

/** Returns noon of the day this many days ago, in UTC. */
function noon(daysAgo: number): Date {
  const today = world.services.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * kit.dayMs)
}
const dateOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 10)

it('usage adds up per day, member and agent, including former members', tags('D128 D131'), async () => {
  const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
  const [mentor, coach] = [await addAgent(world, { name: 'Mentor' }), await addAgent(world, { name: 'Coach' })]
  for (const id of [mentor, coach]) await assign(world, firm, id)
  const conversations = [
    [ada, mentor, 90, noon(2)],
    [ada, coach, 60, noon(2)],
    [ben, mentor, 45, noon(6)],
    // Half past eleven at night in Greenwich is the next day in India.
    [ben, coach, 30, new Date(noon(3).getTime() + 11.5 * 60 * 60_000)],
    [ben, coach, 5, noon(1)],
    [ada, coach, 20, noon(200)],
  ] as const
  for (const [person, agent, seconds, at] of conversations) {
    const id = await talkIn(world, firm, person, agent, seconds)
    await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, at])
  }
  await world.sql('delete from organization_user where user_id = $1', [ben.id])

  const week = await usageOf(firm)
  const days = [6, 5, 4, 3, 2, 1, 0].map(dateOf)
  expect(week.days.map(({ date }) => date)).toEqual(days)
  expect(week.days.map(({ seconds }) => seconds)).toEqual([45, 0, 0, 30, 150, 0, 0])
  expect(week.members.map(({ userId, seconds, sessions }) => [userId, seconds, sessions])).toEqual([
    [ada.id, 150, 2],
    [ben.id, 75, 2],
  ])
  const minutes = week.agents.map(({ agentName, minutes }) => `${agentName} ${minutes}`)
  expect(minutes).toEqual(['Mentor 2.25', 'Coach 1.5'])
  const inIndia = await usageOf(firm, { days: '7', timeZone: 'Asia/Kolkata' })
  expect(inIndia.days.find(({ date }) => date === dateOf(2))?.seconds).toBe(180)
  const year = await usageOf(firm, { days: '366' })
  expect([year.days.length, year.days.reduce((sum, { seconds }) => sum + seconds, 0)]).toEqual([366, 245])
  const two = await usageOf(firm, { from: dateOf(3), to: dateOf(2) })
  expect(two.days.map(({ date, seconds }) => [date, seconds])).toEqual([
    [dateOf(3), 30],
    [dateOf(2), 150],
  ])
  expect(two.agents.map(({ agentName, seconds }) => `${agentName} ${seconds}`)).toEqual(['Coach 90', 'Mentor 90'])
  const one = await usageOf(firm, { from: dateOf(6), to: dateOf(6) })
  expect(one.members.map(({ userId }) => userId)).toEqual([ben.id])
  // An uncharged conversation does not count (D189).
  const sessions = await firm.owner.client.call(organizationConversations, { query: {} })
  expect(sessions).toHaveLength(conversations.length - 1)
})

describe('costs', () => {
  it('are known per member and agent while every minute of the pool had one price', async () => {
    const own = await organization(world, { minutes: 500 })
    const agent = await addAgent(world)
    await assign(world, own, agent)
    await talkIn(world, own, own.owner, agent, 90)
    const costs = async () => {
      const { members, agents, minuteRate } = await usageOf(own)
      return [members.map(({ cost }) => cost), agents.map(({ cost }) => cost), minuteRate]
    }
    // 500 minutes for $70.00.
    expect(await costs()).toEqual([[0.21], [0.21], 0.14])
    const { accountId, owner } = own
    const bought = { accountId, bucket: 'purchased', kind: 'purchase', ms: 100 * 60_000, userId: owner.id } as const
    const rest = { expiresAt: null, paymentIntentId: null, notes: 'More minutes', at: world.services.clock.now() }
    const buy = (priceCents: number) =>
      world.services.database.write((tx) =>
        grantMinutes(tx, { ...bought, ...rest, priceCents, sourceRef: `test:${accountId}:${priceCents}` }),
      )
    await buy(1400)
    expect((await costs())[2]).toBe(0.14)
    await buy(1399)
    expect(await costs()).toEqual([[null], [null], null])
  })

  it('count the minutes of a paid month at their own price, not with its seats', tags('D181'), async () => {
    // Growth: 1,000 minutes for $135.00.
    expect((await usageOf(await kit.ownedOrganization(world))).minuteRate).toBe(0.135)
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
])('refuses %j', async (given, field) => {
  const query = { timeZone: 'UTC', ...given }
  await expectRefused(organizationUsage, [firm.owner, { query }, 400, { code: 'invalid_query', field }])
})
