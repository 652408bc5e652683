import { describe, expect, it } from 'vitest'
import * as transcripts from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, sharedWorld, startHeardTalk, subscriber, type TestPerson } from '#tests/calls.ts'
import { addPastSession, addText } from '../../kit/conversations/past-conversations.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

function change(person: TestPerson, body: object) {
  return person.client.request('PATCH', '/api/account/transcript-settings', body)
}

async function daysOf(sessionId: string): Promise<number | null> {
  const [row] = await world.sql<{ days: number }>(
    'select (extract(epoch from kept_until - kept_at) / 86400)::int as days from session_transcript where session_id = $1',
    [sessionId],
  )
  return row?.days ?? null
}

/** Holds a short conversation in which the agent has said something. */
async function talk(person: TestPerson): Promise<string> {
  const { id, client } = await startHeardTalk(person, agentId)
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  await client.closed
  expect(ended.id).toBe(id)
  return id
}

describe('keeping texts (D90)', () => {
  it('is off, for 90 days, until a person changes it; nobody else may', async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    expect(await person.client.call(transcripts.transcriptSettings)).toEqual({
      save: false,
      keptDays: 90,
      isAllowedHere: true,
    })
    expect((await world.visitor().try(transcripts.transcriptSettings)).status).toBe(401)
    expect((await world.visitor().request('PATCH', '/api/account/transcript-settings', { save: true })).status).toBe(
      401,
    )
    expect(await change(person, { save: true })).toMatchObject({ status: 200, body: { save: true, keptDays: 90 } })
    expect(await change(person, { keptDays: 7 })).toMatchObject({ status: 200, body: { save: true, keptDays: 7 } })
    expect(await change(person, {})).toMatchObject({ body: { save: true, keptDays: 7 } })
    expect(await other.client.call(transcripts.transcriptSettings)).toEqual({
      save: false,
      keptDays: 90,
      isAllowedHere: true,
    })
  })

  it.each([0, 366, 1.5, '30', null])('accepts 1 to 365 days, not %s', async (keptDays) => {
    const person = await subscriber(world)
    expect(await change(person, { keptDays })).toMatchObject({ status: 400, body: { field: 'keptDays' } })
    expect(await world.sql('select * from transcript_setting where user_id = $1', [person.id])).toEqual([])
  })

  it('keeps nothing of a conversation by itself while it is off', async () => {
    const person = await subscriber(world)
    await change(person, { keptDays: 10 })
    const id = await talk(person)
    expect(await daysOf(id)).toBeNull()
    await person.client.call(voice.keepTranscript, { params: { id } })
    expect(await daysOf(id)).toBe(10)
  })

  it("keeps the text of each conversation while it is on, available with the end's answer, and deletes it on request", async () => {
    const person = await subscriber(world)
    await change(person, { save: true, keptDays: 30 })
    const id = await talk(person)
    const { lines } = await person.client.call(voice.transcript, { params: { id } })
    expect(lines[0]).toMatchObject({ speaker: 'agent', text: 'Hello, how can I help?' })
    // At once, unless everything pauses just then.
    expect([0, 1, 2]).toContain(lines[0]?.atSeconds)
    expect(await daysOf(id)).toBe(30)
    expect(await person.client.call(voice.myConversation, { params: { id } })).toMatchObject({ hasTranscript: true })
    await person.client.call(voice.deleteTranscript, { params: { id } })
    expect(await daysOf(id)).toBeNull()
    expect((await person.client.try(voice.transcript, { params: { id } })).status).toBe(404)
  })

  it('moves the end of texts that are already kept, and deletes those past it', async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    const ids: string[] = []
    for (const who of [person, person, other]) {
      const id = await addPastSession(world, who, agentId, 20)
      await addText(world, who, id, ['Hello'])
      ids.push(id)
    }
    await world.sql("update session_transcript set kept_at = kept_at - interval '20 days' where session_id = $1", [
      ids[0],
    ])
    await change(person, { keptDays: 10 })
    expect(await Promise.all(ids.map(daysOf))).toEqual([null, 10, 90])
    await change(person, { keptDays: 365 })
    expect(await daysOf(ids[1] ?? '')).toBe(365)
  })
})

describe('GET /api/user/transcripts', () => {
  it("finds the first line with all the words, ignoring case, only in a person's own kept texts", async () => {
    const [person, other] = [await subscriber(world), await subscriber(world)]
    const ids: string[] = []
    for (const texts of [
      ['How much CASH is left?', 'About 100% of the plan.', 'Cash of the plan is left over.'],
      ['Nothing of that'],
    ]) {
      const id = await addPastSession(world, person, agentId, 20)
      await addText(world, person, id, texts)
      ids.push(id)
    }
    const search = (q: string, who = person) => who.client.call(transcripts.searchTranscripts, { query: { q } })
    expect(await search(' cash  LEFT ')).toEqual([
      { sessionId: ids[0], line: { speaker: 'agent', text: 'How much CASH is left?', atSeconds: 0 }, lineCount: 2 },
    ])
    expect((await search('that')).map(({ sessionId }) => sessionId)).toEqual([ids[1]])
    // Characters that the database reads as wildcards are letters here.
    expect((await search('100%')).map(({ line }) => line.text)).toEqual(['About 100% of the plan.'])
    expect(await search('c_sh')).toEqual([])
    expect(await search('\\\\')).toEqual([])
    expect(await search('cash', other)).toEqual([])
    await person.client.call(voice.deleteTranscript, { params: { id: ids[0] ?? '' } })
    expect(await search('cash')).toEqual([])
  })

  it('requires 2 to 100 characters and a signed-in person', async () => {
    const person = await subscriber(world)
    for (const q of ['', 'a', ' a ', 'a'.repeat(101)]) {
      expect((await person.client.try(transcripts.searchTranscripts, { query: { q } })).status).toBe(400)
    }
    expect((await person.client.request('GET', '/api/user/transcripts')).status).toBe(400)
    expect((await world.visitor().try(transcripts.searchTranscripts, { query: { q: 'cash' } })).status).toBe(401)
  })
})
