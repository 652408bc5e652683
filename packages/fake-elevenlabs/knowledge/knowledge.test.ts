import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Body, leave, locator, model, startKnowledge } from '../testing/knowledge-client.ts'
import { apiKey, removeState, startStandin } from '../testing/voice-client.ts'

const { addAgent, addText, base, call, standin } = startKnowledge()

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

test('keeps folders, which hold documents and go with them', async () => {
  const { body: folder } = await base('POST', '/folder', { name: 'Acme' })
  const folderId = String(folder['id'])
  const id = await addText({ parent_folder_id: folderId })
  const listed = await base('GET', `?ancestor_folder_id=${folderId}`)
  expect(listed.body).toMatchObject({ documents: [{ id, folder_path: [{ id: folderId, name: 'Acme' }] }] })
  expect((await base('GET', `/${folderId}`)).body).toMatchObject({ children_count: 1, document_count: 1 })
  const agentId = await addAgent([locator(folderId, { type: 'folder', name: 'Acme' })])
  const direct = await base('GET', `/${id}/dependent-agents?dependent_type=direct`)
  const all = await base('GET', `/${id}/dependent-agents`)
  expect([direct.body['agents'], all.body['agents']]).toMatchObject([[], [{ id: agentId }]])
  await base('DELETE', `/${folderId}?force=true`)
  expect((await base('GET', `/${id}`)).status).toBe(404)
})

test('reads a page and a file by itself', async () => {
  const html = '<head><title>x</title></head><h1>Opening</h1><p>At eight.</p><script>1</script>'
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { body: page } = await base('POST', '/url', { url, name: 'Page' })
  const words = '<p>Opening</p>\n<p>At eight.</p>'
  const read = await base('GET', `/${String(page['id'])}`)
  expect(read.body).toMatchObject({ type: 'url', url, extracted_inner_html: words })
  server.close()
  const gone = await base('POST', '/url', { url: 'http://127.0.0.1:9/' })
  expect(gone).toMatchObject({ status: 400, body: { detail: { status: 'url_not_readable' } } })
  const form = new FormData()
  form.append('file', new Blob(['# Rules\n\nBe kind.'], { type: 'text/markdown' }), 'rules.md')
  const request = { method: 'POST', headers: { 'xi-api-key': apiKey }, body: form }
  const sent = await fetch(`${standin.origin}/v1/convai/knowledge-base/file`, request)
  const { body: file } = await base('GET', `/${String(((await sent.json()) as Body)['id'])}`)
  expect(file).toMatchObject({ type: 'file', filename: 'rules.md' })
})

test('keeps everything over a restart', async () => {
  const own = await startStandin()
  const { body } = await own.ask('POST', '/knowledge-base/text', { text: leave, name: 'Kept' })
  await own.close()
  const restarted = await startStandin({}, own.directory)
  expect((await restarted.ask('GET', `/knowledge-base/${String(body['id'])}`)).status).toBe(200)
  await restarted.close()
  removeState(restarted)
})
