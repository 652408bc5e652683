import * as account from '#contract/billing/account.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, registered, sharedWorld, subscriber } from '#tests/calls.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'

const sessions: string[] = []

const world = await sharedWorld()
const person = await subscriber(world)
const agentId = await addAgent(world, { name: 'Talking One' })
for (const seconds of [90, 7, 61]) sessions.push(await addPastSession(world, person, agentId, seconds))

function statement(query: { limit?: number; offset?: number } = {}, of = person) {
  return of.client.try(minutes.minutes, { query })
}

describe('GET /api/account/minutes', () => {
  it('says of every change what it was, when, and the balance before and after, newest first (D31, D43, D71)', async () => {
    const { body: rows } = await statement()
    expect(rows.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
    const seconds = rows.map(({ changeSeconds }) => changeSeconds)
    expect(seconds).toEqual([-61, 0, -90, expect.any(Number), expect.any(Number)])
    expect(seconds.slice(3).toSorted((a, b) => a - b)).toEqual([1800, 7200])
    for (const [place, row] of rows.entries()) {
      expect(row.balanceAfter).toBeCloseTo(row.balanceBefore + row.change, 3)
      expect(row.balanceBefore).toBe(rows[place + 1]?.balanceAfter ?? 0)
      expect(row.at).toMatch(/Z$/)
    }
    expect(rows[0]).toMatchObject({ what: 'Conversation with Talking One', sessionId: sessions[2], note: null })
    expect(rows[1]).toMatchObject({ change: 0, note: 'Not charged: under 10 seconds', sessionId: sessions[1] })
  })

  it('links paid minutes to their receipt', async () => {
    const { body: rows } = await statement()
    const paid = rows.filter(({ change }) => change > 0)
    const history = await person.client.call(account.transactions)
    expect(paid.map(({ what }) => what).toSorted()).toEqual(['Starter Monthly', 'Uplift package'])
    for (const { receiptId, receiptNumber, change } of paid) {
      expect(history.find(({ id }) => id === receiptId)).toMatchObject({ receiptNumber, creditsAdded: change })
    }
  })

  it('comes in pages with the number of all entries (D166)', async () => {
    const first = await statement({ limit: 2 })
    expect(first.headers.get('x-total-count')).toBe('5')
    expect(first.body.map(({ number }) => number)).toEqual([5, 4])
    expect((await statement({ limit: 2, offset: 4 })).body.map(({ number }) => number)).toEqual([1])
    expect((await statement({ offset: 9 })).body).toEqual([])
    expect((await statement({ limit: 501 })).status).toBe(400)
    expect((await statement({ offset: -1 })).status).toBe(400)
  })

  it("shows only a person's own entries", async () => {
    expect((await world.visitor().try(minutes.minutes, { query: {} })).status).toBe(401)
    const other = await registered(world)
    const reply = await statement({}, other)
    expect([reply.status, reply.body]).toEqual([200, []])
    expect(reply.headers.get('x-total-count')).toBe('0')
  })
})

describe('GET /api/user/sessions/{id}', () => {
  it('returns the conversation with its balance before and after, and why nothing was charged (S226, S307, D71)', async () => {
    const [long = '', short = ''] = sessions
    const found = await person.client.call(voice.myConversation, { params: { id: long } })
    expect(found).toMatchObject({
      agentName: 'Talking One',
      durationSeconds: 90,
      secondsCharged: 90,
      balanceBefore: 150,
      balanceAfter: 148.5,
      note: null,
      hasTranscript: false,
    })
    const free = await person.client.call(voice.myConversation, { params: { id: short } })
    expect(free).toMatchObject({ secondsCharged: 0, balanceBefore: 148.5, balanceAfter: 148.5 })
    expect(free.note).toBe('Not charged: under 10 seconds')
  })

  it("is 404 for another person's, unknown and impossible ids, and 401 for strangers", async () => {
    const [id = ''] = sessions
    const other = await subscriber(world)
    expect((await other.client.try(voice.myConversation, { params: { id } })).status).toBe(404)
    for (const unknown of [crypto.randomUUID(), 'no-id']) {
      expect((await person.client.try(voice.myConversation, { params: { id: unknown } })).status).toBe(404)
    }
    expect((await world.visitor().try(voice.myConversation, { params: { id } })).status).toBe(401)
  })
})
