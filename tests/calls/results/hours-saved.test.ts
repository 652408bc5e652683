import { describe, expect, it } from 'vitest'
import * as hours from '#contract/results/hours-saved.ts'
import { mostSavedMinutes, savedChoices } from '#contract/results/hours-saved-rules.ts'
import { openConversation } from '#server/conversations/voice-sessions.ts'
import {
  addAgent,
  ownWorld,
  passMidnight,
  platformAdmin,
  registered,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'
import { addPastSession, talkIn } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const agentId = await addAgent(world, { name: 'Coach' })
const person = await subscriber(world, 'ascend')
await passMidnight(world)

function answer(id: string, savedMinutes: number, by = person) {
  return by.client.try(hours.answerSavedTime, { params: { id }, body: { savedMinutes } })
}

function rowsOf(sessionId: string) {
  return world.sql<{ user_id: string; saved_minutes: number }>(
    'select user_id, saved_minutes from saved_time where session_id = $1',
    [sessionId],
  )
}

const dayMs = 24 * 60 * 60_000

/** Lets a conversation end this many days ago. */
async function endedAgo(sessionId: string, days: number): Promise<void> {
  const at = new Date(world.services.clock.now().getTime() - days * dayMs)
  await world.sql('update voice_session set created_at = $2, connected_at = $2, ended_at = $2 where id = $1', [
    sessionId,
    at,
  ])
}

describe('one answer per conversation', () => {
  it("is its own person's alone: strangers get a 401, everybody else a 404 and nothing changes", async () => {
    const firm = await organization(world, { minutes: 100 })
    const colleague = await member(world, firm.id)
    const shared = await talkIn(world, firm, colleague, agentId, 60)
    expect((await answer(shared, 15, colleague)).status).toBe(200)
    const others = [firm.owner.client, person.client, (await platformAdmin(world)).client]
    const params = { id: shared }
    for (const client of others) {
      const refused = [
        await client.try(hours.savedTimeOf, { params }),
        await client.try(hours.answerSavedTime, { params, body: { savedMinutes: 60 } }),
        await client.try(hours.removeSavedTime, { params }),
      ]
      for (const { status, body } of refused) expect([status, body.code]).toEqual([404, 'session_not_found'])
    }
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { savedMinutes: 60 }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await world.visitor().request(method, `/api/user/sessions/${shared}/hours-saved`, body)
      expect(reply.status).toBe(401)
    }
    expect(await rowsOf(shared)).toEqual([{ user_id: colleague.id, saved_minutes: 15 }])
  })

  it('can be given, changed and removed', async () => {
    const id = await addPastSession(world, person, agentId, 60)
    const params = { id }
    const before = await person.client.call(hours.savedTimeOf, { params })
    expect(before).toEqual({ savedMinutes: null, answerableUntil: expect.stringMatching(/Z$/) })
    for (const savedMinutes of [...savedChoices, mostSavedMinutes, 90]) {
      expect(await answer(id, savedMinutes)).toMatchObject({ status: 200, body: { ...before, savedMinutes } })
      expect(await rowsOf(id)).toEqual([{ user_id: person.id, saved_minutes: savedMinutes }])
    }
    expect(await person.client.call(hours.removeSavedTime, { params })).toEqual(before)
    expect(await person.client.call(hours.removeSavedTime, { params })).toEqual(before)
    expect(await rowsOf(id)).toEqual([{ user_id: person.id, saved_minutes: null }])
  })

  it.each([-1, 481, 7.5, '15', null])('refuses %s minutes and changes nothing', async (savedMinutes) => {
    const id = await addPastSession(world, person, agentId, 30)
    await answer(id, 15)
    const reply = await person.client.request('PUT', `/api/user/sessions/${id}/hours-saved`, { savedMinutes })
    expect(reply).toMatchObject({ status: 400, body: { field: 'savedMinutes' } })
    expect(await rowsOf(id)).toMatchObject([{ saved_minutes: 15 }])
  })

  it('is not asked of a conversation that runs, was a test or cost nothing (D56, D189)', async () => {
    const talker = await subscriber(world, 'ascend')
    const free = await addPastSession(world, talker, agentId, 9)
    const { database, clock, gatewayId } = world.services
    const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [talker.id])
    const started = await openConversation(database.step, {
      userId: talker.id,
      accountId: account?.id ?? '',
      agentId,
      conversationId: 'conv_running',
      gatewayId: gatewayId(),
      resumeOf: undefined,
      at: clock.now(),
      real: clock.real(),
    })
    if (started.state !== 'started') throw new Error(started.state)
    for (const id of [free, started.id]) {
      expect(await talker.client.call(hours.savedTimeOf, { params: { id } })).toEqual({
        savedMinutes: null,
        answerableUntil: null,
      })
      const refused = await answer(id, 15, talker)
      expect([refused.status, refused.body.code]).toEqual([409, 'answer_not_asked'])
      expect(await rowsOf(id)).toEqual([])
    }
    await world.sql("select voice_session_settle($1, 'user', 61500, true, now(), 10000, now())", [started.id])
    await world.sql('update voice_session set is_test = true where id = $1', [started.id])
    expect((await answer(started.id, 15, talker)).body.code).toBe('answer_not_asked')
    await world.sql('update voice_session set is_test = false where id = $1', [started.id])
  })

  it('is final after seven days, but can still be removed', async () => {
    const id = await addPastSession(world, person, agentId, 45)
    await answer(id, 30)
    await endedAgo(id, 7.1)
    const late = await answer(id, 60)
    expect([late.status, late.body.code]).toEqual([409, 'answer_too_late'])
    expect(await rowsOf(id)).toMatchObject([{ saved_minutes: 30 }])
    await person.client.call(hours.removeSavedTime, { params: { id } })
    expect(await rowsOf(id)).toEqual([{ user_id: person.id, saved_minutes: null }])
  })
})

describe('GET /api/user/hours-saved', () => {
  const monthOf = (by: TestPerson, month: string, timeZone = 'UTC') =>
    by.client.call(hours.ownHoursSaved, { query: { month, timeZone } })

  async function talkAt(by: TestPerson, at: string, seconds = 60): Promise<string> {
    const id = await addPastSession(world, by, agentId, seconds)
    await world.sql('update voice_session set created_at = $2, connected_at = $2 where id = $1', [id, at])
    return id
  }

  it("adds up the person's own answers of a month in their time zone, and has no figure without one", async () => {
    const talker = await subscriber(world, 'ascend')
    const [first, second] = [await talkAt(talker, '2026-09-03T10:00:00Z'), await talkAt(talker, '2026-09-20T10:00:00Z')]
    await talkAt(talker, '2026-09-21T10:00:00Z')
    // Too short to be charged, so there is no question.
    await talkAt(talker, '2026-09-22T10:00:00Z', 5)
    // Half past eleven at night in Greenwich is October in India.
    const late = await talkAt(talker, '2026-09-30T23:30:00Z')
    expect(await monthOf(talker, '2026-09')).toEqual({
      month: '2026-09',
      conversations: 4,
      answers: 0,
      savedMinutes: null,
      rows: [],
    })
    for (const [id, minutes] of [
      [first, 0],
      [second, 75],
      [late, 60],
    ] as const) {
      expect((await answer(id, minutes, talker)).status).toBe(200)
    }
    const found = await monthOf(talker, '2026-09')
    expect(found).toMatchObject({ conversations: 4, answers: 3, savedMinutes: 135 })
    expect(found.rows.map(({ sessionId, savedMinutes }) => [sessionId, savedMinutes])).toEqual([
      [late, 60],
      [second, 75],
      [first, 0],
    ])
    expect(found.rows[0]).toMatchObject({ agentId, agentName: 'Coach', startedAt: '2026-09-30T23:30:00.000Z' })
    expect(await monthOf(talker, '2026-09', 'Asia/Kolkata')).toMatchObject({ answers: 2, savedMinutes: 75 })
    expect(await monthOf(talker, '2026-10', 'Asia/Kolkata')).toMatchObject({ conversations: 1, savedMinutes: 60 })
    expect(await monthOf(await registered(world), '2026-09')).toMatchObject({ conversations: 0, savedMinutes: null })
  })

  it.each(['2026-13', '2026', '1999-01', 'November'])('refuses %s as a month', async (month) => {
    const reply = await person.client.request('GET', `/api/user/hours-saved?month=${month}&timeZone=UTC`)
    expect(reply).toMatchObject({ status: 400, body: { field: 'month' } })
  })

  it('is for signed-in people', async () => {
    const reply = await world.visitor().request('GET', '/api/user/hours-saved?month=2026-09&timeZone=UTC')
    expect(reply.status).toBe(401)
  })
})
