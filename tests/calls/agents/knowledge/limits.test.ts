import fs from 'node:fs'
import path from 'node:path'
import * as calls from '#contract/agents/documents.ts'
import { readInJail } from '#server/agents/knowledge/reader/jail.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin } from '#tests/calls.ts'
import { addText, fileOf, handbook, passagesFor, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'
import { tablesWith } from '../../../kit/world/tables-with.ts'

/** Limits as in production. */

const world = await ownWorld()
const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
const ada = await platformAdmin(world)

/** Adds a document as a row. Returns its id. */
async function addRow(agentId: string, state: 'reading' | 'ready', text = ''): Promise<string> {
  const at = world.services.clock.now()
  const [row] = await world.sql<{ id: string }>(
    `insert into agent_document (agent_id, title, kind, text, state, is_always_read, created_at, updated_at)
     values ($1, 'Row', 'file', $2, $3, $3 = 'ready', $4, $4) returning id`,
    [agentId, text, state, at],
  )
  return row?.id ?? ''
}

/** Returns the files in a world's directory that contain these bytes. */
function filesWith(bytes: string): string[] {
  const entries = fs.readdirSync(path.dirname(world.logFile), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => path.join(parentPath, name))
  expect(files).toContain(world.logFile)
  return files.filter((file) => fs.readFileSync(file).includes(bytes))
}

describe('what an agent always has in mind', () => {
  const opening = 'The office opens at eight.'

  it.each([
    [0, { state: 'ready', reason: null, isAlwaysRead: true }],
    [
      1,
      {
        state: 'failed',
        reason:
          "Short texts are always in the agent's mind, and these are more than 8000 characters together. Please put several into one document.",
        isAlwaysRead: false,
      },
    ],
  ])('is 8,000 characters together and %d more', async (more, expected) => {
    const agentId = await addAgent(world)
    await addRow(agentId, 'ready', 'x'.repeat(8000 - opening.length + more))
    const { id } = await addText(ada, agentId, opening, 'Hours')
    expect(await settled(ada, agentId, id)).toMatchObject(expected)
  })
})

describe('a person', () => {
  it('adds 60 documents and asks 60 questions an hour', async () => {
    const admin = await platformAdmin(strict)
    const agentId = await addAgent(strict)
    const params = { agentId }
    strict.clock.holdReal()
    const added: number[] = []
    const asked: number[] = []
    for (let count = 0; count < 61; count++) {
      const body = { kind: 'text', title: `Number ${count}`, text: 'Some words.' } as const
      added.push((await admin.client.try(calls.addDocument, { params, body })).status)
      asked.push((await admin.client.try(calls.searchDocuments, { params, body: { question: 'Which?' } })).status)
    }
    // The agent's 30, 30 that are too many for it, and one that is too many for the person.
    const times = (status: number, count: number) => Array.from({ length: count }, () => status)
    expect(added).toEqual([...times(201, 30), ...times(409, 30), 429])
    expect(asked).toEqual([...times(200, 60), 429])
    const late = await admin.client.try(calls.searchDocuments, { params, body: { question: 'Which?' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    // Nobody else is hindered.
    const other = await platformAdmin(strict)
    expect((await other.client.try(calls.searchDocuments, { params, body: { question: 'Which?' } })).status).toBe(200)
  })
})

describe('files', () => {
  it('are kept nowhere once their words are read', async () => {
    const agentId = await addAgent(world)
    const mark = `mark-${crypto.randomUUID()}`
    const file = Buffer.concat([makePdf([handbook.split('. ')]), Buffer.from(`\n% ${mark}`)])
    const { body } = await sendFile(world, ada, agentId, fileOf(file, 'handbook.pdf'))
    expect(await settled(ada, agentId, body.id)).toMatchObject({ state: 'ready' })
    expect(await tablesWith(world, 'parents take fourteen weeks')).toEqual(['public.agent_document'])
    // Bytes are shown in hexadecimal digits.
    for (const trace of [mark, Buffer.from(mark).toString('hex')]) {
      expect(await tablesWith(world, trace)).toEqual([])
      expect(filesWith(trace)).toEqual([])
    }
  })

  it('wait in a row of eight, however many come at once', async () => {
    const agentId = await addAgent(world)
    // Something else is read first, so that all of these wait.
    for (let count = 0; count < 2; count++) void readInJail(Buffer.from('Some words.'), 'first.txt')
    const send = () => sendFile(world, ada, agentId, fileOf(Buffer.from(handbook), 'handbook.txt'))
    const sent = await Promise.all(Array.from({ length: 12 }, send))
    const busy = sent.filter(({ status }) => status !== 201)
    expect(busy).toHaveLength(4)
    for (const each of busy) expect(each).toMatchObject({ status: 429, body: { code: 'busy_reading' } })
    for (const { body, status } of sent) {
      if (status === 201) expect(await settled(ada, agentId, body.id)).toMatchObject({ state: 'ready' })
    }
    expect(await send()).toMatchObject({ status: 201 })
  })

  it('that nobody reads are given up after 15 minutes', async () => {
    const agentId = await addAgent(world)
    const id = await addRow(agentId, 'reading')
    const read = () => ada.client.call(calls.readDocument, { params: { agentId, id } })
    await world.control({ advance: 'PT14M' })
    expect(await read()).toMatchObject({ state: 'reading', reason: null })
    const change = await ada.client.try(calls.changeDocument, { params: { agentId, id }, body: { title: 'Mine' } })
    expect(change).toMatchObject({ status: 409, body: { code: 'still_reading' } })
    await world.control({ advance: 'PT2M' })
    expect(await read()).toMatchObject({
      state: 'failed',
      reason: 'Reading was interrupted. Upload the file again.',
      title: 'Row',
    })
  })
})

describe('the list of documents', () => {
  it('is searched by titles, in any case', async () => {
    const agentId = await addAgent(world)
    for (const title of ['Holidays 100%', 'Parental leave', 'Leaving']) await addText(ada, agentId, handbook, title)
    const titles = async (search: string) =>
      (await ada.client.call(calls.listDocuments, { params: { agentId }, query: { search } })).map(({ title }) => title)
    expect(await titles('LEAV')).toEqual(['Leaving', 'Parental leave'])
    expect(await titles('0%')).toEqual(['Holidays 100%'])
    expect(await titles('fourteen')).toEqual([])
    const long = await ada.client.request('GET', `/api/agents/${agentId}/documents?search=${'x'.repeat(121)}`)
    expect(long).toMatchObject({ status: 400, body: { field: 'search' } })
  })
})

describe('the provider', () => {
  it('that has no room for a document is said to have none', async () => {
    const agentId = await addAgent(world)
    await world.control({ voiceService: { knowledgeBytes: 0 } })
    const { id } = await addText(ada, agentId)
    expect(await settled(ada, agentId, id)).toMatchObject({
      state: 'failed',
      reason: 'There is no room for more documents at the moment. We have been notified.',
      text: handbook.trim(),
    })
    await world.control({ voiceService: { knowledgeBytes: null } })
    expect(await passagesFor(ada, agentId, 'How long is parental leave?')).toEqual([])
  })

  it('that is away is said to be when an admin tries a question', async () => {
    const agentId = await addAgent(world)
    await settled(ada, agentId, (await addText(ada, agentId)).id)
    await world.control({ apiFault: { elevenlabs: 'error' } })
    const body = { question: 'How long is parental leave?' }
    expect(await ada.client.try(calls.searchDocuments, { params: { agentId }, body })).toMatchObject({
      status: 503,
      body: { code: 'provider_away' },
    })
    await world.control({ apiFault: { elevenlabs: null } })
  })
})
