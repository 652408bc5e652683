import * as transcripts from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { keepIfWanted } from '#server/conversations/transcripts.ts'
import { addAgent, addPastSession, addText, endTalk, expect, expectRefused, expectWrong, it } from '#tests/calls.ts'
import { sharedWorld, startHeardTalk, subscriber, tags, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)
const other = await subscriber(world)

const settingsOf = ({ client }: TestPerson) => client.call(transcripts.transcriptSettings)
const change = ({ client }: TestPerson, body: { save?: boolean; keptDays?: number }) =>
  client.call(transcripts.updateTranscriptSettings, { body })

async function daysOf(sessionId: string): Promise<number | null> {
  const [row] = await world.sql<{ days: number }>(
    'select (extract(epoch from kept_until - kept_at) / 86400)::int as days from session_transcript where session_id = $1',
    [sessionId],
  )
  return row?.days ?? null
}

async function talk(person: TestPerson): Promise<string> {
  const { id, client } = await startHeardTalk(person, agentId)
  await endTalk(person, id)
  await client.closed
  return id
}

async function past(person: TestPerson, texts: string[]): Promise<string> {
  const id = await addPastSession(world, person, agentId, 20)
  await addText(world, person, id, texts)
  return id
}

it('no text is kept until a person wants it, for 1 to 365 days', tags('D90'), async () => {
  const person = await subscriber(world)
  const usual = { save: false, keptDays: 90, isAllowedHere: true }
  expect(await settingsOf(person)).toEqual(usual)
  const wrong = { keptDays: [0, 366, 1.5, '30', null] }
  await expectWrong(transcripts.updateTranscriptSettings, person, { body: {} }, wrong)
  expect(await world.sql('select * from transcript_setting where user_id = $1', [person.id])).toEqual([])
  expect(await change(person, { save: true })).toMatchObject({ save: true, keptDays: 90 })
  for (const body of [{ keptDays: 7 }, {}])
    expect(await change(person, body)).toMatchObject({ save: true, keptDays: 7 })
  expect(await settingsOf(other)).toEqual(usual)
  const texts = [await past(person, ['Hello']), await past(person, ['Hello']), await past(other, ['Hello'])]
  const older = "update session_transcript set kept_at = kept_at - interval '20 days' where session_id = $1"
  await world.sql(older, [texts[0]])
  // Other days move the end of kept texts, and delete those past it.
  await change(person, { keptDays: 10 })
  expect(await Promise.all(texts.map(daysOf))).toEqual([null, 10, 90])
  await change(person, { keptDays: 365 })
  expect(await daysOf(texts[1] ?? '')).toBe(365)
})

it('a text is kept on request, or by itself, until it is deleted', tags('D90'), async () => {
  const person = await subscriber(world)
  await change(person, { keptDays: 10 })
  const first = await talk(person)
  expect(await daysOf(first)).toBeNull()
  await person.client.call(voice.keepTranscript, { params: { id: first } })
  expect(await daysOf(first)).toBe(10)
  await change(person, { save: true, keptDays: 30 })
  const params = { id: await talk(person) }
  const { lines } = await person.client.call(voice.transcript, { params })
  expect(lines[0]).toMatchObject({ speaker: 'agent', text: 'Hello, how can I help?' })
  // At once, unless everything pauses just then.
  expect([0, 1, 2]).toContain(lines[0]?.atSeconds)
  expect(await daysOf(params.id)).toBe(30)
  expect(await person.client.call(voice.myConversation, { params })).toMatchObject({ hasTranscript: true })
  await person.client.call(voice.deleteTranscript, { params })
  // A process that has not stored the text yet is too late.
  const { clock, database } = world.services
  await keepIfWanted(database.step, { sessionId: params.id, userId: person.id, lines, at: clock.now() })
  expect(await daysOf(params.id)).toBeNull()
  await expectRefused(voice.transcript, [person, { params }, 404, {}])
})

it("a search finds the first line with all words, in a person's own texts", tags('D90'), async () => {
  const person = await subscriber(world)
  const lines = ['How much CASH is left?', 'About 100% of the plan.', 'Cash of the plan is left over.']
  const [first, second] = [await past(person, lines), await past(person, ['Nothing of that'])]
  const search = (q: string, who = person) => who.client.call(transcripts.searchTranscripts, { query: { q } })
  const line = { speaker: 'agent', text: 'How much CASH is left?', atSeconds: 0 }
  expect(await search(' cash  LEFT ')).toEqual([{ sessionId: first, line, lineCount: 2 }])
  expect((await search('that')).map(({ sessionId }) => sessionId)).toEqual([second])
  // Characters that the database reads as wildcards are letters here.
  expect((await search('100%')).map((found) => found.line.text)).toEqual(['About 100% of the plan.'])
  for (const q of ['c_sh', '\\\\']) expect(await search(q)).toEqual([])
  expect(await search('cash', other)).toEqual([])
  await person.client.call(voice.deleteTranscript, { params: { id: first } })
  expect(await search('cash')).toEqual([])
  for (const query of [{ q: '' }, { q: 'a' }, { q: ' a ' }, { q: 'a'.repeat(101) }, {}])
    await expectRefused(transcripts.searchTranscripts, [person, { query }, 400, {}])
})
