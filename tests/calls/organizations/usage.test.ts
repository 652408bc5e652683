import { type Input } from '#contract/call.ts'
import { organizationConversations } from '#contract/organizations/dashboard.ts'
import { allConversations, organizationUsage } from '#contract/organizations/usage.ts'
import { grantMinutes } from '#server/ledger/ledger.ts'
import * as kit from '#tests/calls.ts'
import { assign, describe, expect, expectRefused, it, member, organization, tags } from '#tests/calls.ts'
import { addText, talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await kit.ownWorld()
await kit.passMidnight(world)

async function usageOf({ owner }: kit.TestOrganization, query: object = { days: '7' }) {
  const input = { query: { timeZone: 'UTC', ...query } } as Input<typeof organizationUsage>
  return owner.client.call(organizationUsage, input)
}

function noon(daysAgo: number): Date {
  const today = world.services.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * kit.dayMs)
}
const dateOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 10)

it('usage adds up per day, member and agent, including former members', tags('D128 D131'), async () => {
  const firm = await organization(world, { minutes: 100 })
  const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
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
  const members = week.members.map(({ userId, seconds, sessions }) => `${userId} ${seconds} ${sessions}`)
  expect(members).toEqual([`${ada.id} 150 2`, `${ben.id} 75 2`])
  const minutes = week.agents.map(({ agentName, minutes }) => `${agentName} ${minutes}`)
  expect(minutes).toEqual(['Mentor 2.25', 'Coach 1.5'])
  const inIndia = await usageOf(firm, { days: '7', timeZone: 'Asia/Kolkata' })
  expect(inIndia.days.find(({ date }) => date === dateOf(2))?.seconds).toBe(180)
  const year = await usageOf(firm, { days: '366' })
  expect([year.days.length, year.days.reduce((sum, { seconds }) => sum + seconds, 0)]).toEqual([366, 245])
  const two = await usageOf(firm, { from: dateOf(3), to: dateOf(2) })
  expect(two.days.map(({ date, seconds }) => `${date} ${seconds}`)).toEqual([`${dateOf(3)} 30`, `${dateOf(2)} 150`])
  expect(two.agents.map(({ agentName, seconds }) => `${agentName} ${seconds}`)).toEqual(['Coach 90', 'Mentor 90'])
  const one = await usageOf(firm, { from: dateOf(6), to: dateOf(6) })
  expect(one.members.map(({ userId }) => userId)).toEqual([ben.id])
})

it('costs are known while every minute of the pool had one price', async () => {
  const own = await organization(world, { minutes: 500 })
  await talkIn(world, own, own.owner, mentor, 90)
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

const started = ['2026-03-01T12:00:00Z', '2026-03-31T23:30:00Z', '2026-04-01T12:00:00Z', '2026-04-02T12:00:00Z']

const firm = await organization(world, { minutes: 100 })
const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
await world.sql("update users set first_name = 'Ada', last_name = 'Reed' where id = $1", [ada.id])
await world.sql("update users set first_name = 'Ben', last_name = 'Cole' where id = $1", [ben.id])
const mentor = await kit.assignedAgent(world, firm, { name: 'Mentor' })
const coach = await kit.assignedAgent(world, firm, { name: 'Coach' })
/** The ids of the conversations, oldest first; the last one cost nothing. */
const ids: string[] = [
  await talkIn(world, firm, ada, mentor, 90),
  await talkIn(world, firm, ben, mentor, 30),
  await talkIn(world, firm, ada, coach, 60),
  await talkIn(world, firm, ada, coach, 5),
]
for (const [place, id] of ids.entries()) {
  await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, started[place]])
}
await addText(world, ada, ids[0] ?? '', ['My secret wish'])
const other = await organization(world)
await talkIn(world, other, other.owner, await kit.assignedAgent(world, other), 40)

type Query = Partial<Input<typeof allConversations>['query']>

const ask = (query: Query = {}, { client } = firm.owner) =>
  client.try(allConversations, { query: { timeZone: 'UTC', ...query } })
/** Returns the places of the listed conversations among all, oldest first. */
const places = async (query: Query) => (await ask(query)).body.map(({ id }) => ids.indexOf(id))

describe('GET /api/organization/conversations', () => {
  it('lists person, agent, start and charged time, and never a word', tags('D90 D135 D184'), async () => {
    const { status, body, headers } = await ask()
    expect([status, headers.get('x-total-count')]).toEqual([200, '3'])
    expect(body).toMatchObject([
      { id: ids[2], userId: ada.id, userName: 'Ada Reed', agentName: 'Coach', durationSeconds: 60, duration: 1 },
      { id: ids[1], userId: ben.id, userName: 'Ben Cole', agentName: 'Mentor', durationSeconds: 30 },
      { id: ids[0], startedAt: '2026-03-01T12:00:00.000Z', durationSeconds: 90, status: 'completed' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/secret|title|transcript/i)
    expect((await ask({ organizationId: firm.id }, await kit.platformAdmin(world))).body).toEqual(body)
  })

  it('lists calls that cost nothing apart; an empty page has the total', tags('D166 D189'), async () => {
    const free = await ask({ charged: 'no' })
    expect(free.headers.get('x-total-count')).toBe('1')
    expect(free.body).toMatchObject([{ id: ids[3], durationSeconds: 0 }])
    const { body, headers } = await ask({ limit: 25, offset: 50 })
    expect([body, headers.get('x-total-count')]).toEqual([[], '3'])
  })

  it.each<[string, () => Query, number[]]>([
    ['by person', () => ({ personId: ada.id }), [2, 0]],
    ['by agent', () => ({ agentId: mentor }), [1, 0]],
    ['by both', () => ({ personId: ada.id, agentId: coach }), [2]],
    ['by somebody of another organization', () => ({ personId: other.owner.id }), []],
    ['by calendar days', () => ({ from: '2026-03-01', to: '2026-03-31' }), [1, 0]],
    ['by days elsewhere', () => ({ from: '2026-04-01', to: '2026-04-30', timeZone: 'Europe/Berlin' }), [2, 1]],
    ['by words in a name', () => ({ search: 'ben' }), [1]],
    ['by words in the name of an agent', () => ({ search: 'OACH' }), [2]],
    ['by signs that mean nothing', () => ({ search: '%' }), []],
  ])('finds %s', async (_name, query, found) => {
    expect(await places(query())).toEqual(found)
  })

  it.each([
    ['started', [0, 1, 2]],
    ['-started', [2, 1, 0]],
    ['person', [2, 0, 1]],
    ['-person', [1, 2, 0]],
    ['agent', [2, 1, 0]],
    ['-agent', [1, 0, 2]],
    ['duration', [1, 2, 0]],
    ['-duration', [0, 2, 1]],
  ] as const)('sorts by %s, and by the newest among equals', async (sort, sorted) => {
    expect(await places({ sort })).toEqual(sorted)
    expect(await places({ sort, limit: 1, offset: 1 })).toEqual([sorted[1]])
  })
})

it('conversations are listed to admins, and to members their own', tags('S464 S572 D123 D135 D189'), async () => {
  const list = ({ client }: kit.TestPerson, more: object = {}) =>
    client.call(organizationConversations, { query: { organizationId: firm.id, ...more } })
  const all = await list(firm.owner)
  expect(all.map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
  const about = { userId: ada.id, agentName: 'Mentor', durationSeconds: 90, duration: 1.5, userName: 'Ada Reed' }
  expect(all[2]).toMatchObject({ ...about, startedAt: '2026-03-01T12:00:00.000Z' })
  expect(JSON.stringify(all)).not.toContain('secret wish')
  expect(await list(firm.owner, { limit: 1 })).toEqual(all.slice(0, 1))
  expect((await list(ada)).map(({ id }) => ids.indexOf(id))).toEqual([2, 0])
  expect(await list(await kit.platformAdmin(world))).toEqual(all)
})

it.each<[typeof organizationUsage | typeof allConversations, object, string]>([
  [organizationUsage, { days: '367' }, 'days'],
  [organizationUsage, {}, 'days'],
  [organizationUsage, { days: '7', from: '2026-11-01', to: '2026-11-02' }, 'days'],
  [organizationUsage, { from: '2026-11-01' }, 'to'],
  [organizationUsage, { from: '2026-11-02', to: '2026-11-01' }, 'to'],
  [organizationUsage, { from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [organizationUsage, { from: '2025-01-01', to: '2026-01-02' }, 'from'],
  [organizationUsage, { days: '7', timeZone: 'Mars/Olympus' }, 'timeZone'],
  [allConversations, { timeZone: '' }, 'timeZone'],
  [allConversations, { days: '7', from: '2026-01-01', to: '2026-01-02' }, 'days'],
  [allConversations, { from: 'yesterday', to: '2026-01-02' }, 'from'],
  [allConversations, { personId: 'ada' }, 'personId'],
  [allConversations, { sort: 'words' }, 'sort'],
  [allConversations, { charged: 'maybe' }, 'charged'],
])('$0.path refuses %j', async (call, given, field) => {
  const query = { timeZone: 'UTC', ...given }
  await expectRefused(call, [firm.owner, { query }, 400, { code: 'invalid_query', field }])
})
