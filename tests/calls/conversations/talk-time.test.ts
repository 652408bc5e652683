import * as talkTime from '#contract/conversations/talk-time.ts'
import * as voice from '#contract/conversations/voice.ts'
import { expect, expectRefused, it, ownWorld, passMidnight, tags } from '#tests/calls.ts'
import { addAgent, registered, subscriber } from '../../kit/world/people.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const person = await subscriber(world, 'ascend')
const mentor = await addAgent(world, { name: 'Mentor' })
const coach = await addAgent(world, { name: 'Coach' })
await passMidnight(world)

const ask = (query: { days?: '7' | '30' | '90'; timeZone?: string } = {}, of = person) =>
  of.client.call(talkTime.talkTime, { query: { days: '7', timeZone: 'UTC', ...query } })

/** Adds a conversation that began at that moment. */
async function talk(agentId: string, seconds: number, startedAt: Date): Promise<string> {
  const id = await addPastSession(world, person, agentId, seconds)
  await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, startedAt])
  return id
}

/** Returns noon of the day this many days ago, in UTC. */
function noon(daysAgo: number): Date {
  const today = world.services.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * 24 * 60 * 60_000)
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

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
  const stats = await person.client.call(voice.userStats)
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
    await expectRefused(talkTime.talkTime, [person, given, 400, { code: 'invalid_query', field }])
  }
  for (const days of ['8', '0']) await refused({ days }, 'days')
  for (const timeZone of ['Mars/Olympus', '', `Etc/${'G'.repeat(100)}`]) await refused({ timeZone }, 'timeZone')
})
