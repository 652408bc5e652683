import type { Input } from '#contract/call.ts'
import { allConversations } from '#contract/organizations/usage.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, assign, describe, expect, it, member, organization, tags } from '#tests/calls.ts'
import { addText, talkIn } from '../../kit/conversations/past-conversations.ts'

const started = ['2026-03-01T12:00:00Z', '2026-03-31T23:30:00Z', '2026-04-01T12:00:00Z', '2026-04-02T12:00:00Z']

const world = await kit.sharedWorld()
const firm = await organization(world, { minutes: 100 })
const [ada, ben] = [await member(world, firm.id), await member(world, firm.id)]
await world.sql("update users set first_name = 'Ada', last_name = 'Reed' where id = $1", [ada.id])
await world.sql("update users set first_name = 'Ben', last_name = 'Cole' where id = $1", [ben.id])
const mentor = await addAgent(world, { name: 'Mentor' })
const coach = await addAgent(world, { name: 'Coach' })
for (const id of [mentor, coach]) await assign(world, firm, id)
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
const own = await addAgent(world)
await assign(world, other, own)
await talkIn(world, other, other.owner, own, 40)

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

  it.each([
    [{ timeZone: '' }, 'timeZone'],
    [{ days: '7', from: '2026-01-01', to: '2026-01-02' }, 'days'],
    [{ from: 'yesterday', to: '2026-01-02' }, 'from'],
    [{ personId: 'ada' }, 'personId'],
    [{ sort: 'words' }, 'sort'],
    [{ charged: 'maybe' }, 'charged'],
  ])('refuses %j', async (query, field) => {
    expect(await ask(query as Query)).toMatchObject({ status: 400, body: { code: 'invalid_query', field } })
  })
})
