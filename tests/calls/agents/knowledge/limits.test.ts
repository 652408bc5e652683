import fs from 'node:fs'
import path from 'node:path'
import * as calls from '#contract/agents/documents.ts'
import { addText, fileOf, handbook, passagesFor, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'
import { addAgent, expect, expectRefused, it, ownWorld, platformAdmin, tablesWith, tags } from '#tests/calls.ts'
import { useStrictLimits } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

async function addRow(agentId: string, state: 'reading' | 'ready', text = ''): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `insert into agent_document (agent_id, title, kind, text, state, is_always_read, created_at, updated_at)
     values ($1, 'Row', 'file', $2, $3, $3 = 'ready', $4, $4) returning id`,
    [agentId, text, state, world.services.clock.now()],
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

it('an agent always has 8,000 characters in mind, and no more', async () => {
  const [opening, agentId] = ['The office opens at eight.', await addAgent(world)]
  await addRow(agentId, 'ready', 'x'.repeat(8000 - opening.length))
  const first = await addText(ada, agentId, opening)
  expect(await settled(ada, agentId, first.id)).toMatchObject({ state: 'ready', reason: null, isAlwaysRead: true })
  const second = await addText(ada, agentId, 'x')
  const reason =
    "Short texts are always in the agent's mind, and these are more than 8000 characters together. Please put several into one document."
  expect(await settled(ada, agentId, second.id)).toMatchObject({ state: 'failed', reason, isAlwaysRead: false })
})

it('files are kept nowhere once their words are read', async () => {
  const [agentId, mark] = [await addAgent(world), `mark-${crypto.randomUUID()}`]
  const file = Buffer.concat([makePdf([handbook.split('. ')]), Buffer.from(`\n% ${mark}`)])
  const { body } = await sendFile(world, ada, agentId, fileOf(file, 'my_handbook.pdf'))
  expect(await settled(ada, agentId, body.id)).toMatchObject({ state: 'ready', title: 'my handbook' })
  expect(await tablesWith(world, 'parents take fourteen weeks')).toEqual(['public.agent_document'])
  // Bytes are shown in hexadecimal digits.
  for (const trace of [mark, Buffer.from(mark).toString('hex')])
    expect([await tablesWith(world, trace), filesWith(trace)]).toEqual([[], []])
})

it('the list of documents is searched by titles, in any case', async () => {
  const params = { agentId: await addAgent(world) }
  for (const title of ['Holidays 100%', 'Parental leave', 'Leaving'])
    await addText(ada, params.agentId, 'fourteen', title)
  const titles = async (search: string) =>
    (await ada.client.call(calls.listDocuments, { params, query: { search } })).map(({ title }) => title)
  expect(await titles('LEAV')).toEqual(['Leaving', 'Parental leave'])
  expect([await titles('0%'), await titles('fourteen')]).toEqual([['Holidays 100%'], []])
  const query = { search: 'x'.repeat(121) }
  await expectRefused(calls.listDocuments, [ada, { params, query }, 400, { field: 'search' }])
})

it('a provider without room and one that is away are named as such', async () => {
  const [agentId, question] = [await addAgent(world), 'How long is parental leave?']
  await world.control({ voiceService: { knowledgeBytes: 0 } })
  const { id } = await addText(ada, agentId)
  const reason = 'There is no room for more documents at the moment. We have been notified.'
  expect(await settled(ada, agentId, id)).toMatchObject({ state: 'failed', reason, text: handbook.trim() })
  await world.control({ voiceService: { knowledgeBytes: null } })
  expect(await passagesFor(ada, agentId, question)).toEqual([])
  await settled(ada, agentId, (await addText(ada, agentId)).id)
  await world.control({ apiFault: { elevenlabs: 'error' } })
  const params = { agentId }
  await expectRefused(calls.searchDocuments, [ada, { params, body: { question } }, 503, 'provider_away'])
  await world.control({ apiFault: { elevenlabs: null } })
})

it('files that nobody reads are given up after 15 minutes', tags('D183'), async () => {
  const agentId = await addAgent(world)
  const params = { agentId, id: await addRow(agentId, 'reading') }
  const read = () => ada.client.call(calls.readDocument, { params })
  await world.control({ advance: 'PT14M' })
  expect(await read()).toMatchObject({ state: 'reading', reason: null })
  await expectRefused(calls.changeDocument, [ada, { params, body: { title: 'Mine' } }, 409, 'still_reading'])
  await world.control({ advance: 'PT2M' })
  const reason = 'Reading was interrupted. Upload the file again.'
  expect(await read()).toMatchObject({ state: 'failed', reason, title: 'Row' })
})

it('a person adds 60 documents, three of them slow, and asks 60 questions an hour', async () => {
  const other = await platformAdmin(world)
  const params = { agentId: await addAgent(world) }
  useStrictLimits(world)
  const ask = (by = ada) => by.client.try(calls.searchDocuments, { params, body: { question: 'Which?' } })
  const add = (by = ada) =>
    by.client.try(calls.addDocument, { params, body: { kind: 'text', title: 'Notes', text: 'Some words.' } })
  // Three files within an hour that take all their time are enough.
  const slow = (hits: number) =>
    world.sql(
      `insert into rate_limit (key, window_start, hits, expires_at) values ($1, date_trunc('hour', now()), $2, now() + interval '1 hour')
     on conflict (key, window_start) do update set hits = $2`,
      [`slow-documents:${ada.id}`, hits],
    )
  const send = () => sendFile(world, ada, params.agentId, fileOf(Buffer.from('Some words.'), 'a.txt'))
  await slow(3)
  expect(await send()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  await slow(2)
  const { body } = await send()
  expect(await settled(ada, params.agentId, body.id)).toMatchObject({ state: 'ready' })
  for (const [act, kind, status] of [
    [add, 'documents', 201],
    [ask, 'document-questions', 200],
  ] as const) {
    const key = `${kind}:${ada.id}`
    await world.sql('delete from rate_limit where key = $1', [key])
    expect((await act()).status).toBe(status)
    await world.sql('update rate_limit set hits = 59 where key = $1', [key])
    expect((await act()).status).toBe(status)
    const refused = await act()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await act(other)).status).toBe(status)
  }
})
