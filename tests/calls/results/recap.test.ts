import * as voice from '#contract/conversations/voice.ts'
import * as documents from '#contract/agents/documents.ts'
import * as calls from '#contract/results/recap.ts'
import { updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import { lookAfterRecaps } from '#server/results/recap/recap-watch.flow.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, subscriber, type TestPerson } from '#tests/calls.ts'
import { assign, member, organization, switchTo } from '../../kit/organizations/organizations.ts'
import { addReadText, figuresFinal, finishRecords, readyRecap, recapOf, typedTalk } from '../../kit/results/recaps.ts'
import { handbook } from '../../kit/documents/documents.ts'

const world = await ownWorld()
await finishRecords(world)
const admin = await platformAdmin(world)
const agentId = await addAgent(world)
await addReadText(admin, agentId, 'Handbook', handbook)

// The question comes last, because each typed turn cuts the answer before it.
const question = 'How long is parental leave?'
const said = ['I will call Anna on 4 December.', 'I will write to Bo.', question]
const talk = (person: TestPerson, sentences = said) => typedTalk(person, agentId, sentences)
const keep = (person: TestPerson, id: string) => person.client.call(voice.keepTranscript, { params: { id } })
const storedOf = (id: string) => world.sql('select * from conversation_recap where session_id = $1', [id])
const sourcesOf = (id: string) => world.sql('select * from answer_source where session_id = $1', [id])

describe('GET /api/user/sessions/:id/recap (D184)', () => {
  it('tells what came of a conversation, with its moments and what was read, and stores none of its words', async () => {
    const person = await subscriber(world)
    const { id } = await talk(person)
    const recap = await readyRecap(person, id)
    expect(recap).toMatchObject({ state: 'ready', title: 'Call anna 4 december', isKept: false, isEdited: false })
    expect(recap.summary?.match(/[.!?](\s|$)/g)?.length).toBeGreaterThanOrEqual(3)
    const secondOf = (text: string) => recap.lines.find((line) => line.text === text)?.atSeconds
    expect(recap.proposals).toEqual([
      expect.objectContaining({
        title: 'Call Anna',
        state: 'proposed',
        atSecond: secondOf('I will call Anna on 4 December.'),
      }),
      expect.objectContaining({ title: 'Write to Bo', dueOn: null, atSecond: secondOf('I will write to Bo.') }),
    ])
    expect(recap.proposals[0]?.dueOn).toMatch(/^\d{4}-12-04$/)
    const answer = recap.lines.find(({ speaker, text }) => speaker === 'agent' && text.includes('fourteen weeks'))
    expect(recap.sources).toEqual([
      { atSecond: answer?.atSeconds, title: 'Handbook', excerpt: expect.stringContaining('fourteen weeks') as string },
    ])
    expect(recap.sources[0]?.excerpt.length).toBeLessThanOrEqual(300)
    expect(await storedOf(id)).toEqual([])
    expect(await sourcesOf(id)).toEqual([])
    // Reading it again proposes nothing twice.
    expect((await recapOf(person, id)).proposals).toHaveLength(2)
  })

  it('is processing until the provider has finished, and is nothing when the conversation never began', async () => {
    const person = await subscriber(world)
    await world.control({ voiceService: { processingSeconds: 86_400 } })
    const { id } = await talk(person)
    expect(await recapOf(person, id)).toMatchObject({ state: 'processing', title: null, summary: null, proposals: [] })
    await finishRecords(world)
    const early = await person.client.call(voice.startConversation, { body: { agentId } })
    expect(await recapOf(person, early.id)).toMatchObject({ state: 'processing' })
    await person.client.call(voice.endConversation, { params: { id: early.id }, body: {} })
    expect(await recapOf(person, early.id)).toMatchObject({ state: 'none', lines: [] })
  })

  it('is for its person alone: 401 for strangers, 404 for everybody else', async () => {
    const person = await subscriber(world)
    const { id } = await talk(person)
    await keep(person, id)
    await readyRecap(person, id)
    const path = `/api/user/sessions/${id}/recap`
    const attempts = [
      ['GET', path],
      ['PATCH', path, { title: 'Mine' }],
      ['POST', `${path}/analysis`],
      ['POST', `${path}/mail`],
    ] as const
    const people: [TestPerson | null, number][] = [
      [null, 401],
      [await subscriber(world), 404],
      [admin, 404],
    ]
    for (const [who, status] of people) {
      for (const [method, address, body] of attempts) {
        const answer = await (who?.client ?? world.visitor()).request(method, address, body)
        expect([method, address, answer.status]).toEqual([method, address, status])
        expect(JSON.stringify(answer.body)).not.toMatch(/Handbook|anna|leave/i)
      }
    }
    expect((await recapOf(person, id)).title).toBe('Call anna 4 december')
    const unknown = await person.client.try(calls.readRecap, { params: { id: crypto.randomUUID() } })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  })

  it('says that the provider is away, and is there afterwards', async () => {
    const person = await subscriber(world)
    const { id } = await talk(person)
    await world.control({ apiFault: { elevenlabs: 'error' } })
    const away = await person.client.try(calls.readRecap, { params: { id } })
    expect(away).toMatchObject({ status: 503, body: { code: 'provider_away' } })
    await world.control({ apiFault: { elevenlabs: null } })
    expect((await readyRecap(person, id)).state).toBe('ready')
  })
})

describe('a kept recap', () => {
  it('is stored with the text, by a look or by itself', async () => {
    const [one, other] = [await subscriber(world), await subscriber(world)]
    const pressed = await talk(one)
    await keep(one, pressed.id)
    expect(await readyRecap(one, pressed.id)).toMatchObject({ isKept: true, title: 'Call anna 4 december' })
    expect(await storedOf(pressed.id)).toMatchObject([{ title: 'Call anna 4 december', title_edited_at: null }])
    expect(await sourcesOf(pressed.id)).toHaveLength(1)

    await other.client.call(updateTranscriptSettings, { body: { save: true } })
    const automatic = await talk(other)
    await figuresFinal(world, automatic.id)
    await lookAfterRecaps(world.services)
    expect(await storedOf(automatic.id)).toMatchObject([{ title: 'Call anna 4 december' }])
    expect(await sourcesOf(automatic.id)).toHaveLength(1)
    // It no longer depends on the provider.
    await world.control({ apiFault: { elevenlabs: 'error' } })
    expect(await recapOf(other, automatic.id)).toMatchObject({ state: 'ready', proposals: [{}, {}], sources: [{}] })
    await world.control({ apiFault: { elevenlabs: null } })
  })

  it('is changed by its person, and an analysis never overwrites that (B7)', async () => {
    const person = await subscriber(world)
    const { id } = await talk(person)
    await readyRecap(person, id)
    const params = { id }
    const early = await person.client.try(calls.editRecap, { params, body: { title: 'Mine' } })
    expect(early).toMatchObject({ status: 409, body: { code: 'not_kept' } })
    await keep(person, id)
    const edited = await person.client.call(calls.editRecap, { params, body: { title: ' My leave ' } })
    expect(edited).toMatchObject({ title: 'My leave', isEdited: true, isKept: true })
    expect(edited.summary).toContain('parental leave')
    for (const body of [{ title: '' }, { title: 'x'.repeat(121) }, { summary: 'x'.repeat(2001) }]) {
      expect((await person.client.try(calls.editRecap, { params, body })).status).toBe(400)
    }
    // The person renames one proposal and dismisses the other.
    await world.sql(
      `update next_step set edited_at = now(), title = case when title = 'Call Anna' then 'Phone A.' else title end,
         state = case when title = 'Call Anna' then 'open' else 'dismissed' end where session_id = $1`,
      [id],
    )
    await world.sql("update conversation_recap set summary = 'Old' where session_id = $1", [id])
    const again = await person.client.call(calls.analyseAgain, { params })
    expect(again).toMatchObject({ title: 'My leave', isEdited: true })
    expect(again.summary).toContain('parental leave')
    expect(again.proposals.map(({ state, title }) => `${title}: ${state}`).toSorted()).toEqual([
      'Phone A.: open',
      'Write to Bo: dismissed',
    ])
    expect(again.sources).toHaveLength(1)
    await person.client.call(calls.editRecap, { params, body: { summary: 'Leave is long.' } })
    expect(await person.client.call(calls.analyseAgain, { params })).toMatchObject({
      title: 'My leave',
      summary: 'Leave is long.',
    })
  })

  it('shows nothing of a document that was removed, and its present title otherwise', async () => {
    const own = await addAgent(world)
    const document = await addReadText(admin, own, 'Travel', handbook)
    const person = await subscriber(world)
    const { id } = await typedTalk(person, own, [question])
    await keep(person, id)
    expect((await readyRecap(person, id)).sources).toMatchObject([{ title: 'Travel' }])
    const params = { agentId: own, id: document }
    await admin.client.call(documents.changeDocument, { params, body: { title: 'Leave' } })
    expect((await recapOf(person, id)).sources).toMatchObject([{ title: 'Leave' }])
    await admin.client.call(documents.removeDocument, { params })
    expect((await recapOf(person, id)).sources).toEqual([])
    await expect.poll(() => sourcesOf(id)).toEqual([])
  })

  it("shows an organization's documents to its people only (B3)", async () => {
    const firm = await organization(world)
    const hired = await addAgent(world, { isPrivate: true })
    await assign(world, firm, hired)
    await switchTo(firm.owner, firm.id)
    await addReadText(firm.owner, hired, 'Secret plan', handbook)
    const staff = await member(world, firm.id)
    await switchTo(staff, firm.id)
    const { id } = await typedTalk(staff, hired, [question])
    await keep(staff, id)
    expect((await readyRecap(staff, id)).sources).toMatchObject([{ title: 'Secret plan' }])
    await world.sql('update organization_user set is_active = false where user_id = $1', [staff.id])
    expect(JSON.stringify((await recapOf(staff, id)).sources)).toBe('[]')
    // An admin of the organization sees nothing of a member's conversation.
    expect((await firm.owner.client.try(calls.readRecap, { params: { id } })).status).toBe(404)
  })
})
