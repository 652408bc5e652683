import { currentUser } from '#contract/identity/current-user.ts'
import { organizationConversations, organizationOverview } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import * as voice from '#contract/conversations/voice.ts'
import { firmWithMember } from '../../kit/organizations/limited-members.ts'
import { findUnpaidTalk } from '#server/conversations/provider-records.flow.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { sweepOrphans } from '#server/conversations/gateway/sweeper.ts'
import { addAgent, addPastSession, endedRow, endTalk, expect, expectRefused, it, moveTalkClock } from '#tests/calls.ts'
import { ownWorld, passMidnight, passTalkTime, registered, startHeardTalk, subscriber, tags } from '#tests/calls.ts'
import { talkIn, tickAt, VoiceClient } from '#tests/calls.ts'

// Seconds of a live conversation count in all figures or in none, and uncharged ones count nowhere (D30, D189).

const world = await ownWorld()
moveTalkClock(world, 0)
await passMidnight(world)
const agentId = await addAgent(world)

// What a person hears is charged, however they come and go.
it('silent listening with reconnects is charged in full', tags('D176'), async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  let line = client
  for (let turn = 0; turn < 4; turn++) {
    // One typed turn, then not a byte, not even answers to the provider's pings, while the agent speaks.
    line.answersPings = false
    line.send({ type: 'user_message', text: 'A plan, please' })
    await line.next('agent_response')
    await line.next('audio')
    moveTalkClock(world, 3.3)
    const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
    line = new VoiceClient(signedUrl, false)
    await line.next('conversation_initiation_metadata')
  }
  await endTalk(person, id)
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 13_200, charged_ms: 13_000, free_ms: 0 })
})

it('conversations that ended without the database are settled later', tags('D75 D77'), async () => {
  const [ana, ben] = [await subscriber(world), await subscriber(world)]
  const [first, second] = [await startHeardTalk(ana, agentId), await startHeardTalk(ben, agentId)]
  const { database, live } = world.services
  const { step } = database
  // More than the ten free seconds, and less than up to the next tick.
  await Promise.all([first, second].map(({ client }) => passTalkTime(world, 6, client)))
  await Promise.all([first, second].map(({ client }) => tickAt(client, 6)))
  moveTalkClock(world, 0.5)
  database.step = Object.assign(() => Promise.reject(new Error('The database is away')), { mayWrite: true as const })
  const ends = [first, second].map(async ({ id }) => live.find(id)?.end('idle'))
  for (const { client } of [first, second]) {
    // Every attempt but the last is followed by a wait: a fifth of a second, doubled each time.
    for (const ended = () => client.kinds().includes('session_ended'); !ended(); await client.delivered()) {
      moveTalkClock(world, 12.8)
    }
    const told = await client.next('session_ended')
    expect(told.event).toEqual({ reason: 'idle', used_seconds: null })
    expect((await client.closed).code).toBe(1000)
  }
  await Promise.all(ends)
  database.step = step
  expect(await endTalk(ana, first.id)).toMatchObject({ status: 'completed', endReason: 'idle' })
  await sweepOrphans(world.services)
  for (const { id } of [first, second]) {
    // To the end, not to the last tick before it.
    const figures = { used_ms: 12_500, charged_ms: 12_000 }
    expect(await endedRow(world, id, 100)).toMatchObject({ status: 'completed', end_reason: 'idle', ...figures })
    expect(live.find(id)).toBeUndefined()
  }
})

it('more than was charged is a finding until it is accepted', tags('D91 D176 D191'), async () => {
  const conversations = await world.sql<{ id: string; account_id: string }>(
    'select id, account_id from voice_session order by id limit 3',
  )
  // Free, as sound beyond the charge, and as the provider measured, in ms.
  const figures = [
    [63_000, 0, null],
    [0, 10_001, null],
    [0, 10_000, 90_000],
  ] as const
  const given = 'update voice_session set free_ms = $2, sound_ms = charged_ms + $3, provider_ms = $4 where id = $1'
  for (const [index, { id }] of conversations.entries()) await world.sql(given, [id, ...figures[index]!])
  const metrics = async () => (await world.visitor().request<string>('GET', '/metrics')).body
  const open = () =>
    world.sql<{ kind: string; object_id: string; details: string }>(
      'select kind, object_id, details from finding where closed_at is null and accepted is null order by object_id, kind',
    )
  await findUnpaidTalk(world.services)
  // The comparison of payments leaves them alone.
  await reconcilePayments(world.services)
  const found = await open()
  const kinds = ['talk_free_time', 'talk_unpaid_sound', 'talk_provider_time']
  const wanted = kinds.map((kind, index) => [conversations[index]?.id, kind])
  expect(found.map(({ kind, object_id: id }) => [id, kind])).toEqual(wanted)
  expect(found[0]?.details).toMatch(/^1:03 were free beside the \d+:\d\d charged$/)
  expect(await metrics()).toContain('luna_talk_findings{kind="talk_free_time"} 1')
  // They must not make a backup count as broken.
  expect(await world.sql('select from broken_finding')).toEqual([])
  // It is still there days later.
  await world.sql("update voice_session set ended_at = ended_at - interval '10 days'")
  await findUnpaidTalk(world.services)
  expect(await open()).toEqual(found)
  await world.sql("update finding set accepted = 'A test'")
  await findUnpaidTalk(world.services)
  expect(await open()).toEqual([])
  expect(await metrics()).toContain('luna_talk_findings{kind="talk_free_time"} 0')
})

const week = { query: { days: '7', timeZone: 'UTC' } } as const

/** Returns the same sum of seconds as every figure of a person's dashboard shows it. */
async function figuresOf({ client }: Awaited<ReturnType<typeof subscriber>>) {
  const [stats, talked, rows, me] = await Promise.all([
    client.call(voice.userStats),
    client.call(talkTime, week),
    client.call(voice.myConversations),
    client.call(currentUser),
  ])
  expect(me.monthlyCredits + me.purchasedCredits).toBeCloseTo(me.creditBalance, 3)
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

it("a person's figures count live seconds alike, at every tick", tags('S107 D30 D62 D73 D189'), async () => {
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
  const sums = new Set<number>()
  for (let tick = 0; tick < 4; tick++) {
    // Fractions of seconds, as they occur in reality.
    await passTalkTime(world, 5.37, talk.client)
    const { event } = await talk.client.next('session_tick', 12_000)
    sums.add(Number(event.used_seconds) + Number(event.seconds_left))
  }
  expect([...sums]).toEqual([9000 - 61])
  const { secondsCharged } = await endTalk(person, talk.id)
  expect([secondsCharged, (await figuresOf(person)).spent]).toEqual([51, 61 + 51])
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

const talker = await subscriber(world, 'ascend')
const [mentor, coach] = [await addAgent(world, { name: 'Mentor' }), await addAgent(world, { name: 'Coach' })]
const ask = (query: { days?: '7' | '30' | '90'; timeZone?: string } = {}, of = talker) =>
  of.client.call(talkTime, { query: { ...week.query, ...query } })

async function talk(agentId: string, seconds: number, startedAt: Date): Promise<void> {
  const id = await addPastSession(world, talker, agentId, seconds)
  await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, startedAt])
}

function noon(daysAgo: number): Date {
  const today = world.services.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * 24 * 60 * 60_000)
}
const dateOf = (at: Date) => at.toISOString().slice(0, 10)

it('talk adds up per day and per agent', tags('S107 D62'), async () => {
  await talk(mentor, 90, noon(2))
  await talk(coach, 200, noon(2))
  await talk(mentor, 61, noon(6))
  await talk(mentor, 7, noon(1))
  await talk(coach, 30, noon(7))
  await talk(coach, 45, noon(29))
  await talk(coach, 20, noon(89))

  const body = await ask()
  expect(body.days.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map((ago) => dateOf(noon(ago))))
  expect(body.days.filter(({ sessions }) => sessions > 0)).toEqual([
    { date: dateOf(noon(6)), minutes: 1.0167, seconds: 61, sessions: 1 },
    { date: dateOf(noon(2)), minutes: 4.8333, seconds: 290, sessions: 2 },
  ])
  expect(body.agents).toEqual([
    { agentId: coach, agentName: 'Coach', minutes: 3.3333, seconds: 200, sessions: 1 },
    { agentId: mentor, agentName: 'Mentor', minutes: 2.5167, seconds: 151, sessions: 2 },
  ])

  const month = await ask({ days: '30' })
  expect(month.days).toHaveLength(30)
  expect(month.days[0]).toMatchObject({ date: dateOf(noon(29)), seconds: 45 })
  const quarter = await ask({ days: '90' })
  expect(quarter.days).toHaveLength(90)
  const seconds = quarter.days.reduce((sum, day) => sum + day.seconds, 0)
  expect(seconds).toBe(quarter.agents.reduce((sum, agent) => sum + agent.seconds, 0))
  const stats = await talker.client.call(voice.userStats)
  expect(seconds).toBe(stats.secondsUsed)
  const figures = { minutesUsed: 7.4333, averageSessionSeconds: 74, creditsUsed: 7.4333 }
  expect(stats).toMatchObject({ totalSessions: 6, ...figures })
})

it('counts a conversation on the day on which it began where the person is', async () => {
  // Half past eleven at night in Greenwich, the next morning in India, the same afternoon in California.
  await talk(mentor, 3600, new Date(noon(3).getTime() + 11.5 * 60 * 60_000))
  const longest = async (timeZone: string) =>
    (await ask({ days: '30', timeZone })).days.find(({ seconds }) => seconds >= 3600)?.date
  expect(await longest('UTC')).toBe(dateOf(noon(3)))
  expect(await longest('Asia/Kolkata')).toBe(dateOf(noon(2)))
  expect(await longest('America/Los_Angeles')).toBe(dateOf(noon(3)))
  await talk(coach, 3700, new Date(noon(5).getTime() - 11.5 * 60 * 60_000))
  expect(await longest('UTC')).toBe(dateOf(noon(5)))
  expect(await longest('America/Los_Angeles')).toBe(dateOf(noon(6)))
})

it("only a person's own talk is shown, of known days and zones", async () => {
  const { agents, days } = await ask({}, await registered(world))
  expect([agents, days.filter(({ seconds, sessions }) => seconds > 0 || sessions > 0)]).toEqual([[], []])
  const refused = async (query: object, field: string) => {
    const given = { query: { days: '7', timeZone: 'UTC', ...query } }
    await expectRefused(talkTime, [talker, given, 400, { code: 'invalid_query', field }])
  }
  for (const days of ['8', '0']) await refused({ days }, 'days')
  for (const timeZone of ['Mars/Olympus', '', `Etc/${'G'.repeat(100)}`]) await refused({ timeZone }, 'timeZone')
})
