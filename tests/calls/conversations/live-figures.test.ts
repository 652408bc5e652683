import { currentUser } from '#contract/identity/current-user.ts'
import { organizationOverview, organizationConversations } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endTalk, expect, it, ownWorld, passMidnight, subscriber, tags } from '#tests/calls.ts'
import { moveTalkClock, passTalkTime, startHeardTalk, tickAt } from '../../kit/conversations/conversations.ts'
import { firmWithMember } from '../../kit/organizations/limited-members.ts'
import { addPastSession, talkIn } from '../../kit/conversations/past-conversations.ts'

// Seconds of a live conversation count in all figures or in none, and uncharged ones count nowhere (D30, D189).

const world = await ownWorld()
moveTalkClock(world, 0)
await passMidnight(world)

const week = { query: { days: '7', timeZone: 'UTC' } } as const

/** Returns the same sum of seconds as every figure of a person's dashboard shows it. */
async function figuresOf({ client }: Awaited<ReturnType<typeof subscriber>>) {
  const [stats, talked, rows, me] = await Promise.all([
    client.call(voice.userStats),
    client.call(talkTime, week),
    client.call(voice.myConversations),
    client.call(currentUser),
  ])
  const sum = (figures: readonly { seconds: number }[]) => figures.reduce((total, { seconds }) => total + seconds, 0)
  return {
    spent: 9000 - me.balanceSeconds,
    stats: stats.secondsUsed,
    deducted: Math.round(stats.creditsUsed * 60),
    days: sum(talked.days),
    agents: sum(talked.agents),
    rows: rows.reduce((total, { durationSeconds }) => total + durationSeconds, 0),
    minutes: Math.round(rows.reduce((total, { duration }) => total + duration, 0) * 60),
    sessions: stats.totalSessions,
    average: stats.averageSessionSeconds,
  }
}

it("a person's figures count live seconds alike", tags('S107 D30 D62 D189'), async () => {
  const [person, agentId] = [await subscriber(world), await addAgent(world)]
  await addPastSession(world, person, agentId, 61.7)
  await addPastSession(world, person, agentId, 9.9)
  const past = { spent: 61, stats: 61, deducted: 61, days: 61, agents: 61, rows: 61, minutes: 61 }
  expect(await figuresOf(person)).toEqual({ ...past, sessions: 1, average: 61 })

  const talk = await startHeardTalk(person, agentId)
  await passTalkTime(world, 30, talk.client)
  await tickAt(talk.client, 30)
  const live = await figuresOf(person)
  const both = { spent: 91, stats: 91, deducted: 91, days: 91, agents: 91, rows: 91, minutes: 91 }
  expect(live).toEqual({ ...both, sessions: 2, average: expect.any(Number) })
  await endTalk(person, talk.id)
  expect(await figuresOf(person)).toMatchObject(both)
})

it('used and left seconds add up at every tick', tags('D73'), async () => {
  const [person, agentId] = [await subscriber(world), await addAgent(world)]
  const { client } = await startHeardTalk(person, agentId)
  const sums = new Set<number>()
  for (let tick = 0; tick < 4; tick++) {
    // Fractions of seconds, as they occur in reality.
    await passTalkTime(world, 5.37, client)
    const { event } = await client.next('session_tick', 12_000)
    sums.add(Number(event.used_seconds) + Number(event.seconds_left))
  }
  expect([...sums]).toEqual([9000])
  client.close()
})

it("an organization's figures count live seconds alike", tags('D62 D131 D134 D189'), async () => {
  const { firm, person, agentId } = await firmWithMember(world, null)
  await talkIn(world, firm, person, agentId, 37.416)
  await talkIn(world, firm, person, agentId, 8)
  const look = async () => {
    const [overview, usage, rows, people] = await Promise.all([
      firm.owner.client.call(organizationOverview, { query: {} }),
      firm.owner.client.call(organizationUsage, week),
      firm.owner.client.call(organizationConversations, { query: {} }),
      firm.owner.client.call(members, { query: {} }),
    ])
    return {
      spent: 500 - overview.creditBalance,
      month: overview.monthlyUsage ?? 0,
      days: usage.days.reduce((total, { minutes }) => total + minutes, 0),
      rows: rows.reduce((total, { duration }) => total + duration, 0),
      seconds: rows.reduce((total, { durationSeconds }) => total + durationSeconds, 0) / 60,
      people: people.find(({ id }) => id === person.id)?.minutesThisMonth ?? 0,
      count: rows.length,
    }
  }
  const expectAll = ({ count: _count, ...figures }: Awaited<ReturnType<typeof look>>, seconds: number) => {
    for (const figure of Object.values(figures)) expect(figure).toBeCloseTo(seconds / 60, 3)
  }
  const past = await look()
  expect(past.count).toBe(1)
  expectAll(past, 37)
  const talk = await startHeardTalk(person, agentId)
  await passTalkTime(world, 30, talk.client)
  await tickAt(talk.client, 30)
  expectAll(await look(), 67)
  talk.client.close()
})
