import * as account from '#contract/billing/account.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, expectRefused, it, registered, sharedWorld, subscriber, tags } from '#tests/calls.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'

const world = await sharedWorld()
const person = await subscriber(world)
const agentId = await addAgent(world, { name: 'Talking One' })
const sessions: string[] = []
for (const seconds of [90, 7, 61]) sessions.push(await addPastSession(world, person, agentId, seconds))

const statement = (query: { limit?: number; offset?: number } = {}, of = person) =>
  of.client.try(minutes.minutes, { query })

it('the statement has every change with balances and receipts', tags('D31 D43 D71'), async () => {
  const { body: rows } = await statement()
  expect(rows.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
  const seconds = rows.map(({ changeSeconds }) => changeSeconds)
  expect([...seconds.slice(0, 3), ...seconds.slice(3).toSorted((a, b) => a - b)]).toEqual([-61, 0, -90, 1800, 7200])
  for (const [place, row] of rows.entries()) {
    expect(row.balanceAfter).toBeCloseTo(row.balanceBefore + row.change, 3)
    expect(row.balanceBefore).toBe(rows[place + 1]?.balanceAfter ?? 0)
    expect(row.at).toMatch(/Z$/)
  }
  const [, short = '', last = ''] = sessions
  expect(rows[0]).toMatchObject({ what: 'Session with Talking One', sessionId: last, note: null })
  expect(rows[1]).toMatchObject({ change: 0, note: 'Not charged: under 10 seconds', sessionId: short })
  const paid = rows.filter(({ change }) => change > 0)
  const history = await person.client.call(account.transactions)
  expect(paid.map(({ what }) => what).toSorted()).toEqual(['Platform access', 'Uplift package'])
  for (const { receiptId, receiptNumber, change } of paid)
    expect(history.find(({ id }) => id === receiptId)).toMatchObject({ receiptNumber, creditsAdded: change })
})

it('the statement comes in pages, with only the own entries', tags('D166'), async () => {
  const numbersOf = async (query: { limit?: number; offset?: number }) =>
    (await statement(query)).body.map(({ number }) => number)
  expect((await statement({ limit: 2 })).headers.get('x-total-count')).toBe('5')
  expect(await numbersOf({ limit: 2 })).toEqual([5, 4])
  expect(await numbersOf({ limit: 2, offset: 4 })).toEqual([1])
  expect(await numbersOf({ offset: 9 })).toEqual([])
  for (const query of [{ limit: 501 }, { offset: -1 }])
    await expectRefused(minutes.minutes, [person, { query }, 400, {}])
  const other = await statement({}, await registered(world))
  expect([other.status, other.body, other.headers.get('x-total-count')]).toEqual([200, [], '0'])
})

it('a conversation has its balances, and the reason of no charge', tags('S226 S307 D71'), async () => {
  const [long = '', short = ''] = sessions
  const find = (id: string) => person.client.call(voice.myConversation, { params: { id } })
  const figures = { durationSeconds: 90, secondsCharged: 90, balanceBefore: 150, balanceAfter: 148.5 }
  expect(await find(long)).toMatchObject({ agentName: 'Talking One', ...figures, note: null, hasTranscript: false })
  const note = 'Not charged: under 10 seconds'
  expect(await find(short)).toMatchObject({ secondsCharged: 0, balanceBefore: 148.5, balanceAfter: 148.5, note })
  await expectRefused(
    voice.myConversation,
    [await subscriber(world), { params: { id: long } }, 404, {}],
    [person, { params: { id: crypto.randomUUID() } }, 404, {}],
    [person, { params: { id: 'no-id' } }, 404, {}],
  )
})
