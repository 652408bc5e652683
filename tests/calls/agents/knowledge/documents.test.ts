import { describe, expect, it } from 'vitest'
import * as calls from '#contract/agents/documents.ts'
import { addAgent, platformAdmin, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { askProvider, startTalk } from '../../../kit/conversations/conversations.ts'
import { assign, member, organization, switchTo } from '../../../kit/organizations/organizations.ts'
import { addText, fileOf, handbook, passagesFor, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const firm = await organization(world)
const other = await organization(world)
for (const { id, owner } of [firm, other]) await switchTo(owner, id)

const rowOf = async (id: string) =>
  (await world.sql<Record<string, unknown>>('select * from agent_document where id = $1', [id]))[0]

async function privateAgent(): Promise<string> {
  const agentId = await addAgent(world, { isPrivate: true })
  await assign(world, firm, agentId)
  return agentId
}

/** Asks an agent in a conversation. Returns its answer. */
async function ask(person: TestPerson, agentId: string, question: string): Promise<string> {
  const { client } = await startTalk(person, agentId)
  await client.next('agent_response')
  client.send({ type: 'user_message', text: question })
  const answer = await client.next('agent_response')
  client.close()
  await client.closed
  return String(answer.event['agent_response'])
}

describe('what an agent has read (D183)', () => {
  it('is answered from seconds after it was added, in its corrected words, and no longer once it is removed (B1)', async () => {
    const agentId = await privateAgent()
    const staff = await member(world, firm.id)
    await switchTo(staff, firm.id)
    const question = 'How long is parental leave?'
    expect(await ask(staff, agentId, question)).not.toContain('weeks')
    const added = await addText(firm.owner, agentId)
    expect(added).toMatchObject({
      title: 'Handbook',
      kind: 'text',
      state: 'sending',
      characters: handbook.trim().length,
    })
    expect(await settled(firm.owner, agentId, added.id)).toMatchObject({ state: 'ready', text: handbook.trim() })
    expect(await ask(staff, agentId, question)).toContain('Parents take fourteen weeks')

    const params = { agentId, id: added.id }
    const body = { text: handbook.replace('fourteen', 'sixteen') }
    await firm.owner.client.call(calls.changeDocument, { params, body })
    await settled(firm.owner, agentId, added.id)
    expect(await ask(staff, agentId, question)).toContain('Parents take sixteen weeks')

    await firm.owner.client.call(calls.removeDocument, { params })
    expect(await firm.owner.client.call(calls.listDocuments, { params: { agentId }, query: {} })).toEqual([])
    await expect.poll(() => rowOf(added.id)).toBeUndefined()
    expect(await ask(staff, agentId, question)).not.toContain('weeks')
    expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${added.id}`)).toMatchObject({ documents: [] })
  })

  it('may be a file, whose words are read and shown (B1)', async () => {
    const agentId = await addAgent(world)
    const lines = Array.from({ length: 40 }, (_, page) => [
      `Page ${page + 1}`,
      'The ferry leaves at nine from the old pier.',
    ])
    const sent = await sendFile(world, ada, agentId, fileOf(makePdf(lines), 'ferry_times.pdf'))
    expect(sent).toMatchObject({
      status: 201,
      body: { title: 'ferry times', kind: 'file', state: 'reading', characters: 0 },
    })
    const read = await settled(ada, agentId, sent.body.id)
    expect(read).toMatchObject({ state: 'ready', reason: null })
    expect(read.text.match(/Page \d+/g)).toHaveLength(40)
    const [found] = await passagesFor(ada, agentId, 'When does the ferry leave?')
    expect(found).toMatchObject({ documentId: sent.body.id, title: 'ferry times' })
    expect(found?.text).toContain('The ferry leaves at nine')
  })

  it('has the name of its file, or the title that comes with it in the form', async () => {
    const agentId = await addAgent(world)
    const file = fileOf(Buffer.from(handbook), 'handbook_2027.txt')
    const named = await sendFile(world, ada, agentId, file, { title: JSON.stringify(' Parental leave ') })
    expect(named).toMatchObject({ status: 201, body: { title: 'Parental leave', kind: 'file' } })
    const unnamed = await sendFile(world, ada, agentId, file)
    expect(unnamed).toMatchObject({ status: 201, body: { title: 'handbook 2027' } })
    const tooLong = await sendFile(world, ada, agentId, file, { title: JSON.stringify('x'.repeat(121)) })
    expect(tooLong).toMatchObject({ status: 400, body: { field: 'title' } })
  })

  it('is in the mind of the agent when it is too short to be searched', async () => {
    const agentId = await addAgent(world)
    const added = await addText(ada, agentId, 'The office opens at eight.', 'Hours')
    expect(await settled(ada, agentId, added.id)).toMatchObject({ state: 'ready', isAlwaysRead: true })
    const person = await subscriber(world)
    expect(await ask(person, agentId, 'When does the office open?')).toContain('The office opens at eight.')
  })

  it('says why a file cannot be read, and takes none above 20 MB (B2)', async () => {
    const agentId = await addAgent(world)
    const sent = await sendFile(world, ada, agentId, fileOf(Buffer.from('MZ program'), 'handbook.pdf'))
    expect(await settled(ada, agentId, sent.body.id)).toMatchObject({
      state: 'failed',
      reason: 'This is a program and not a document.',
      text: '',
    })
    const large = await sendFile(world, ada, agentId, fileOf(Buffer.alloc(21 * 1024 * 1024, 'a'), 'large.txt'))
    expect(large).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('larger than 20 MB') as string },
    })
  })

  it('waits while the provider is away, and is there once afterwards (B4)', async () => {
    const agentId = await addAgent(world)
    await world.control({ apiFault: { elevenlabs: 'lose_answer' } })
    const added = await addText(ada, agentId)
    await expect
      .poll(
        async () =>
          ((await askProvider(world, 'GET', `/knowledge-base?search=luna-${added.id}`)) as { documents: unknown[] })
            .documents,
      )
      .toHaveLength(1)
    expect(await rowOf(added.id)).toMatchObject({ state: 'sending', provider_document_id: null })
    await world.control({ apiFault: { elevenlabs: null } })
    expect(await settled(ada, agentId, added.id)).toMatchObject({ state: 'ready' })
    expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${added.id}`)).toMatchObject({
      documents: [{ name: `luna-${added.id} Handbook` }],
      has_more: false,
    })
  })

  it('is seen and changed by nobody outside: 401 for strangers, 404 for everybody else (B3)', async () => {
    const agentId = await privateAgent()
    const { id } = await addText(firm.owner, agentId)
    await settled(firm.owner, agentId, id)
    const staff = await member(world, firm.id)
    await switchTo(staff, firm.id)
    const before = await rowOf(id)
    const attempts = [
      ['GET', `/api/agents/${agentId}/documents`],
      ['POST', `/api/agents/${agentId}/documents`, { kind: 'text', title: 'Mine', text: 'Mine' }],
      ['GET', `/api/agents/${agentId}/documents/${id}`],
      ['PATCH', `/api/agents/${agentId}/documents/${id}`, { title: 'Mine' }],
      ['DELETE', `/api/agents/${agentId}/documents/${id}`],
      ['POST', `/api/agents/${agentId}/documents/search`, { question: 'How long is parental leave?' }],
    ] as const
    const people: [TestPerson | null, number][] = [
      [null, 401],
      [await subscriber(world), 404],
      [staff, 404],
      [other.owner, 404],
    ]
    for (const [person, status] of people) {
      for (const [method, path, body] of attempts) {
        const answer = await (person?.client ?? world.visitor()).request(method, path, body)
        expect([method, path, answer.status]).toEqual([method, path, status])
        expect(JSON.stringify(answer.body)).not.toMatch(/Handbook|fourteen/)
      }
      const sent = await sendFile(world, person, agentId, fileOf(makePdf([['Mine']]), 'mine.pdf'))
      expect(['a form', sent.status]).toEqual(['a form', status])
    }
    expect(await rowOf(id)).toEqual(before)
    expect(await world.sql('select id from agent_document where agent_id = $1', [agentId])).toEqual([{ id }])
    // A document of another agent has no address here.
    const elsewhere = await addAgent(world)
    const moved = await ada.client.try(calls.readDocument, { params: { agentId: elsewhere, id } })
    expect(moved).toMatchObject({ status: 404, body: { code: 'document_not_found' } })
  })

  it('belongs to the platform on public agents, and on agents that several organizations have', async () => {
    const shared = await privateAgent()
    await assign(world, other, shared)
    for (const agentId of [shared, await addAgent(world)]) {
      const refused = await firm.owner.client.try(calls.listDocuments, { params: { agentId }, query: {} })
      expect(refused).toMatchObject({ status: 404, body: { code: 'agent_not_found' } })
      expect((await addText(ada, agentId)).state).toBe('sending')
    }
  })

  it('is refused when it is incomplete, too long, or one too many', async () => {
    const agentId = await addAgent(world)
    const add = (body: object) => ada.client.request('POST', `/api/agents/${agentId}/documents`, body)
    expect(await add({ kind: 'text', title: 'Empty' })).toMatchObject({ status: 400, body: { code: 'incomplete' } })
    expect(await add({ kind: 'url', url: 'http://127.0.0.1/secret' })).toMatchObject({ status: 400 })
    expect(await add({ kind: 'text', title: 'Long', text: 'x'.repeat(300_001) })).toMatchObject({ status: 400 })
    await world.sql(
      `insert into agent_document (agent_id, title, kind, state, created_at, updated_at)
      select $1, 'Filler', 'text', 'ready', now(), now() from generate_series(1, 30)`,
      [agentId],
    )
    expect(await add({ kind: 'text', title: 'More', text: 'More' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_documents' },
    })
  })
})
