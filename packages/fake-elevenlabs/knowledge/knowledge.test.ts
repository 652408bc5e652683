import { expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'

/** The stand-in's knowledge base as a program of the service's customers sees it. */

type Body = Record<string, unknown>

const leave = `Parental leave\n\nParents take up to fourteen weeks of parental leave with full pay. ${'It may be split into parts. '.repeat(20)}`
const model = 'multilingual_e5_large_instruct'

const standin = standinOfFile()
const call = (method: string, path: string, body?: unknown) => standin.ask(method, path, body)
/** Makes a call below /knowledge-base. */
const base = (method: string, path: string, body?: unknown) => call(method, `/knowledge-base${path}`, body)

async function addText(fields: Body = {}): Promise<string> {
  return String((await base('POST', '/text', { text: leave, name: 'Handbook', ...fields })).body['id'])
}

function addAgent(locators: Body[]): Promise<string> {
  const rag = { enabled: true, embedding_model: model }
  const agent = { prompt: { prompt: 'You help.', knowledge_base: locators, rag } }
  return standin.createAgent({ name: 'Hanna', conversation_config: { agent } })
}

/** Waits for an index, and returns the states that it went through. */
async function untilIndexed(id: string): Promise<string[]> {
  const seen: string[] = []
  const read = async () => {
    const { body } = await base('POST', `/${id}/rag-index`, { model })
    if (!seen.includes(String(body['status']))) seen.push(String(body['status']))
    return body
  }
  const done = { status: 'succeeded', progress_percentage: 100, model }
  await expect.poll(read, { timeout: 60_000, interval: 50 }).toMatchObject(done)
  return seen
}

const locator = (id: string, fields: Body = {}): Body => ({ type: 'text', id, name: 'Handbook', ...fields })

test('A1: takes a text without a name, refuses one without text, and knows no other ids', async () => {
  const unnamed = await base('POST', '/text', { text: 'The office opens at eight in the morning.' })
  const made = { id: expect.any(String) as string, name: 'The office opens at eight in', folder_path: [] }
  expect(unnamed).toEqual({ status: 200, body: made })
  for (const [body, detail] of [
    [{ name: 'Empty' }, { type: 'missing', loc: ['body', 'text'] }],
    [
      { text: 'x', title: 'x' },
      { type: 'extra_forbidden', loc: ['body', 'title'] },
    ],
  ]) {
    expect(await base('POST', '/text', body)).toMatchObject({ status: 422, body: { detail: [detail] } })
  }
  const nowhere: [string, string, Body?][] = [
    ['GET', '/none'],
    ['GET', '/none/content'],
    ['PATCH', '/none', { name: 'x' }],
    ['DELETE', '/none'],
    ['POST', '/none/rag-index', { model }],
    ['GET', '/none/dependent-agents'],
  ]
  for (const [method, path, body] of nowhere) {
    const answer = await base(method, path, body)
    expect([path, answer]).toMatchObject([path, { status: 404, body: { detail: { status: 'document_not_found' } } }])
  }
})

test('A2: removes an attached document only by force, and takes it from its agents', async () => {
  const id = await addText()
  const agentId = await addAgent([locator(id)])
  const agents = [{ type: 'available', id: agentId, name: 'Hanna' }]
  expect((await base('GET', `/${id}/dependent-agents`)).body).toMatchObject({ agents, has_more: false })
  expect((await base('DELETE', `/${id}`)).status).toBe(400)
  expect((await base('GET', `/${id}`)).status).toBe(200)
  expect((await base('DELETE', `/${id}?force=true`)).status).toBe(200)
  const { body } = await call('GET', `/agents/${agentId}`)
  expect(body).toMatchObject({ conversation_config: { agent: { prompt: { knowledge_base: [] } } } })
})

test('A6: refuses batches that are too large, and pages', async () => {
  const ids = Array.from({ length: 101 }, (_, place) => `document_ids=${place}`).join('&')
  expect((await base('GET', `/summaries?${ids}`)).status).toBe(422)
  const many = Array.from({ length: 21 }, String)
  expect((await base('POST', '/bulk-delete', { document_ids: many })).status).toBe(422)
  expect((await base('GET', '?page_size=101')).status).toBe(422)
  const kept = [await addText({ name: 'luna-1 A' }), await addText({ name: 'luna-2 B' })]
  const page = '?search=luna-&page_size=1&sort_by=name&sort_direction=asc'
  const first = await base('GET', page)
  const second = await base('GET', `${page}&cursor=${String(first.body['next_cursor'])}`)
  const pages = [first, second].flatMap(({ body }) => (body['documents'] as { id: string }[]).map(({ id }) => id))
  expect([pages, first.body['has_more'], second.body['has_more']]).toEqual([kept, true, false])
  const summaries = await base('GET', `/summaries?document_ids=${kept[0]}&document_ids=none`)
  expect(summaries.body).toMatchObject({
    [String(kept[0])]: { status: 'success', data: { name: 'luna-1 A' } },
    none: { status: 'failure', error_code: 404 },
  })
  const removed = await base('POST', '/bulk-delete', { document_ids: [...kept, 'none'] })
  expect(removed.body).toMatchObject({ [String(kept[1])]: { status: 'success' }, none: { status: 'failure' } })
})

test('A3: indexes over time, in lower case, and says why it does not', async () => {
  const seen = await untilIndexed(await addText())
  expect(seen.at(-1)).toBe('succeeded')
  expect(seen.length).toBeGreaterThan(1)
  expect(['created', 'processing', 'succeeded']).toEqual(expect.arrayContaining(seen))
  const index = async (id: string) => (await base('POST', `/${id}/rag-index`, { model })).body
  const small = await index(await addText({ text: 'x'.repeat(499) }))
  expect(small).toMatchObject({ status: 'document_too_small', document_model_index_usage: { used_bytes: 0 } })
  const { body: folder } = await base('POST', '/folder', { name: 'All' })
  expect(await index(String(folder['id']))).toMatchObject({ status: 'cannot_index_folder' })
  standin.faults.service = { ...usualService, knowledgeBytes: 100 }
  expect(await index(await addText())).toMatchObject({ status: 'rag_limit_exceeded' })
  const { body: totals } = await base('GET', '/rag-index')
  expect(totals).toMatchObject({ total_max_bytes: 100, models: [{ model, used_bytes: Buffer.byteLength(leave) }] })
})

test('A4: refuses an agent with a broken or unknown locator, and changes nothing', async () => {
  const id = await addText()
  const agentId = await addAgent([locator(id)])
  const before = await call('GET', `/agents/${agentId}`)
  const patch = (entry: Body) => {
    const agent = { prompt: { knowledge_base: [entry] } }
    return call('PATCH', `/agents/${agentId}`, { conversation_config: { agent } })
  }
  expect(await patch({ type: 'text', id })).toMatchObject({ status: 422, body: { detail: [{ type: 'missing' }] } })
  const unknown = { status: 404, body: { detail: { status: 'document_not_found' } } }
  expect(await patch(locator('none'))).toMatchObject(unknown)
  expect((await call('GET', `/agents/${agentId}`)).body).toEqual(before.body)
})
