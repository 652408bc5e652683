import { formatLongDay } from '#contract/dates.ts'
import * as documents from '#contract/agents/documents.ts'
import { updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as calls from '#contract/results/recap.ts'
import { lookAfterRecaps } from '#server/results/recap/recap-watch.flow.ts'
import { handbook } from '../../kit/documents/documents.ts'
import * as recaps from '../../kit/results/recaps.ts'
import { addAgent, assign, confirmAddress, endTalk, expect, expectRefused, it, member } from '#tests/calls.ts'
import { organization, platformAdmin, sharedWorld, subscriber, switchTo, tags, type TestPerson } from '#tests/calls.ts'
import { useStrictLimits, waitForMails } from '#tests/calls.ts'

const { readyRecap, recapOf, said } = recaps
const question = said.slice(-1)
const world = await sharedWorld()
await recaps.finishRecords(world)
const admin = await platformAdmin(world)
const agentId = await addAgent(world)
await recaps.addReadText(admin, agentId, 'Handbook', handbook)

const talk = (person: TestPerson, of = agentId, sentences = said) => recaps.typedTalk(person, of, sentences)
const keep = (person: TestPerson, id: string) => person.client.call(voice.keepTranscript, { params: { id } })
const edit = (person: TestPerson, id: string, body: { title?: string; summary?: string }) =>
  person.client.call(calls.editRecap, { params: { id }, body })
const storedOf = (id: string) => world.sql('select * from conversation_recap where session_id = $1', [id])
const sourcesOf = (id: string) => world.sql('select * from answer_source where session_id = $1', [id])
const awayWhile = async (work: () => Promise<unknown>) => {
  await world.control({ apiFault: { elevenlabs: 'error' } })
  await work()
  await world.control({ apiFault: { elevenlabs: null } })
}

it('a recap tells what came of a conversation, and stores no words', tags('D184'), async () => {
  const person = await subscriber(world)
  const { id } = await talk(person)
  await awayWhile(() => expectRefused(calls.readRecap, [person, { params: { id } }, 503, 'provider_away']))
  const recap = await readyRecap(person, id)
  expect(recap).toMatchObject({ state: 'ready', title: 'How long is parental leave?', isKept: false, isEdited: false })
  expect(recap.summary?.match(/[.!?]”?(\s|$)/g)?.length).toBeGreaterThanOrEqual(3)
  const secondOf = (text?: string) => recap.lines.find((line) => line.text === text)?.atSeconds
  const dueOn = expect.stringMatching(/^\d{4}-12-04$/) as string
  expect(recap.proposals).toMatchObject([
    // Its agent noted this one at once.
    { title: 'Call Anna', state: 'proposed', dueOn },
    { title: 'Write to Bo', dueOn: null, atSecond: secondOf(said[1]) },
  ])
  const answer = recap.lines.find(({ speaker, text }) => speaker === 'agent' && text.includes('fourteen weeks'))
  const excerpt = expect.stringContaining('fourteen weeks') as string
  expect(recap.sources).toEqual([{ atSecond: answer?.atSeconds, title: 'Handbook', excerpt }])
  expect(recap.sources[0]?.excerpt.length).toBeLessThanOrEqual(300)
  expect([await storedOf(id), await sourcesOf(id)]).toEqual([[], []])
  // Reading it again proposes nothing twice.
  expect((await recapOf(person, id)).proposals).toHaveLength(2)
})

it('a recap is neither mailed nor analyzed before it is ready, or once gone', tags('D184'), async () => {
  const person = await subscriber(world)
  await world.control({ voiceService: { processingSeconds: 86_400 } })
  const { id } = await talk(person, agentId, question)
  expect(await recapOf(person, id)).toMatchObject({ state: 'processing', title: null, summary: null, proposals: [] })
  const refused = async (status: number, code: string) => {
    for (const call of [calls.analyseAgain, calls.mailRecap])
      await expectRefused(call, [person, { params: { id } }, status, code])
  }
  await refused(409, 'recap_not_ready')
  await recaps.finishRecords(world)
  await world.sql("update voice_session set ended_at = now() - interval '11 minutes' where id = $1", [id])
  await refused(410, 'recap_gone')
  const none = { state: 'none', lines: [], proposals: [] }
  expect(await recapOf(person, id)).toMatchObject(none)
  // There is none of a conversation that never began.
  const early = await person.client.call(voice.startConversation, { body: { agentId } })
  expect(await recapOf(person, early.id)).toMatchObject({ state: 'processing' })
  await endTalk(person, early.id)
  expect(await recapOf(person, early.id)).toMatchObject(none)
})

it('a person gets their recap by mail, ten times an hour, and five analyses', tags('D193'), async () => {
  const [person, stranger] = [await subscriber(world), await subscriber(world)]
  const { id } = await talk(person)
  const params = { id }
  await readyRecap(person, id)
  useStrictLimits(world)
  // Where it is another day now than in UTC.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await world.sql('update users set time_zone = $2 where id = $1', [person.id, timeZone])
  const [talked] = await world.sql<{ at: Date }>('select connected_at as at from voice_session where id = $1', [id])
  await expectRefused(calls.mailRecap, [person, { params }, 409, 'email_unverified'])
  await confirmAddress(world, person)
  expect(await person.client.call(calls.mailRecap, { params })).toEqual({ sentTo: person.email })
  const [mail] = await waitForMails(world, person.email, 'How long is parental leave?')
  expect(mail?.text).toContain(` on ${formatLongDay(talked?.at ?? new Date(), timeZone)}.`)
  expect(mail?.text).toContain('Next steps:')
  expect(mail?.text).toMatch(/– Call Anna \(by Dec 4, \d{4}\)\n\n– Write to Bo\n\nRead for the answers: Handbook\n/)
  // Its page exists only with a kept text.
  expect(mail?.text).not.toContain('/dashboard/sessions')
  for (const [call, key, allowed] of [
    [calls.mailRecap, 'recap-mail', 10],
    [calls.analyseAgain, 'analysis', 5],
  ] as const) {
    await person.client.call(call, { params })
    await world.sql('update rate_limit set hits = $2 where key = $1', [`${key}:${person.id}`, allowed - 1])
    await person.client.call(call, { params })
    await expectRefused(call, [person, { params }, 429, {}])
  }
  // It belongs to its person.
  for (const who of [stranger, admin]) {
    await expectRefused(calls.editRecap, [who, { params, body: { title: 'Mine' } }, 404, {}])
    for (const call of [calls.readRecap, calls.analyseAgain, calls.mailRecap]) {
      const answer = await who.client.try(call, { params })
      expect(answer.status).toBe(404)
      expect(JSON.stringify(answer.body)).not.toMatch(/Handbook|anna|leave/i)
    }
  }
  const unknown = { params: { id: crypto.randomUUID() } }
  await expectRefused(calls.readRecap, [person, unknown, 404, 'session_not_found'])
})

it('a kept recap is stored with the text, by a look or by itself', tags('D184'), async () => {
  const [one, other] = [await subscriber(world), await subscriber(world)]
  const pressed = await talk(one)
  await keep(one, pressed.id)
  expect(await readyRecap(one, pressed.id)).toMatchObject({ isKept: true, title: 'How long is parental leave?' })
  await other.client.call(updateTranscriptSettings, { body: { save: true } })
  const automatic = await talk(other)
  await recaps.figuresFinal(world, automatic.id)
  await lookAfterRecaps(world.services)
  for (const { id } of [pressed, automatic]) {
    expect(await storedOf(id)).toMatchObject([{ title: 'How long is parental leave?', title_edited_at: null }])
    expect(await sourcesOf(id)).toHaveLength(1)
  }
  // It no longer depends on the provider.
  const kept = { state: 'ready', proposals: [{}, {}], sources: [{}] }
  await awayWhile(async () => expect(await recapOf(other, automatic.id)).toMatchObject(kept))
})

it('an analysis never overwrites what the person changed (B7)', tags('D184'), async () => {
  const person = await subscriber(world)
  const { id } = await talk(person)
  await readyRecap(person, id)
  const params = { id }
  const again = () => person.client.call(calls.analyseAgain, { params })
  await expectRefused(calls.editRecap, [person, { params, body: { title: 'Mine' } }, 409, 'not_kept'])
  await keep(person, id)
  const edited = await edit(person, id, { title: ' My leave ' })
  expect(edited).toMatchObject({ title: 'My leave', isEdited: true, isKept: true })
  expect(edited.summary).toContain('parental leave')
  for (const body of [{ title: '' }, { title: 'x'.repeat(121) }, { summary: 'x'.repeat(2001) }])
    await expectRefused(calls.editRecap, [person, { params, body }, 400, {}])
  // The person renames one proposal and dismisses the other.
  await world.sql(
    `update next_step set edited_at = now(), title = case when title = 'Call Anna' then 'Phone A.' else title end,
       state = case when title = 'Call Anna' then 'open' else 'dismissed' end where session_id = $1`,
    [id],
  )
  await world.sql("update conversation_recap set summary = 'Old' where session_id = $1", [id])
  const { summary, proposals, ...same } = await again()
  expect(same).toMatchObject({ title: 'My leave', isEdited: true, sources: [{}] })
  expect(summary).toContain('parental leave')
  const steps = proposals.map(({ state, title }) => `${title}: ${state}`).toSorted()
  expect(steps).toEqual(['Phone A.: open', 'Write to Bo: dismissed'])
  await edit(person, id, { summary: 'Leave is long.' })
  expect(await again()).toMatchObject({ title: 'My leave', summary: 'Leave is long.' })
})

it('a source has the present title, and goes with its document', tags('D184'), async () => {
  const [own, person] = [await addAgent(world), await subscriber(world)]
  const document = await recaps.addReadText(admin, own, 'Travel', handbook)
  const { id } = await talk(person, own, question)
  await keep(person, id)
  expect((await readyRecap(person, id)).sources).toMatchObject([{ title: 'Travel' }])
  const params = { agentId: own, id: document }
  await admin.client.call(documents.changeDocument, { params, body: { title: 'Leave' } })
  expect((await recapOf(person, id)).sources).toMatchObject([{ title: 'Leave' }])
  await admin.client.call(documents.removeDocument, { params })
  expect((await recapOf(person, id)).sources).toEqual([])
  await expect.poll(() => sourcesOf(id)).toEqual([])
})

it("an organization's documents are shown to its people only (B3)", tags('D184'), async () => {
  const [firm, hired] = [await organization(world), await addAgent(world, { isPrivate: true })]
  const staff = await member(world, firm.id)
  await assign(world, firm, hired)
  for (const person of [firm.owner, staff]) await switchTo(person, firm.id)
  await recaps.addReadText(firm.owner, hired, 'Secret plan', handbook)
  const { id } = await talk(staff, hired, question)
  await keep(staff, id)
  expect((await readyRecap(staff, id)).sources).toMatchObject([{ title: 'Secret plan' }])
  await world.sql('update organization_user set is_active = false where user_id = $1', [staff.id])
  expect((await recapOf(staff, id)).sources).toEqual([])
  // An admin of the organization sees nothing of a member's conversation.
  await expectRefused(calls.readRecap, [firm.owner, { params: { id } }, 404, {}])
})
