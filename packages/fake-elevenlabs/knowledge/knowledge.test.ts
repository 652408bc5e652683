import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Body, leave, locator, model, startKnowledge } from '../testing/knowledge-client.ts'
import { apiKey, removeState, startStandin } from '../testing/voice-client.ts'

const client = startKnowledge()

test('A1: takes a text without a name, refuses one without text, and knows no other ids', async () => {
  const unnamed = await client.call('POST', '/knowledge-base/text', {
    text: 'The office opens at eight in the morning.',
  })
  expect(unnamed).toEqual({
    status: 200,
    body: { id: expect.any(String), name: 'The office opens at eight in', folder_path: [] },
  })
  const without = await client.call('POST', '/knowledge-base/text', { name: 'Empty' })
  expect(without).toMatchObject({ status: 422, body: { detail: [{ type: 'missing', loc: ['body', 'text'] }] } })
  const unknown = await client.call('POST', '/knowledge-base/text', { text: 'x', title: 'x' })
  expect(unknown).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'title'] }] },
  })
  const nowhere: [string, string, Body?][] = [
    ['GET', '/knowledge-base/none'],
    ['GET', '/knowledge-base/none/content'],
    ['PATCH', '/knowledge-base/none', { name: 'x' }],
    ['DELETE', '/knowledge-base/none'],
    ['POST', '/knowledge-base/none/rag-index', { model }],
    ['GET', '/knowledge-base/none/dependent-agents'],
  ]
  for (const [method, path, body] of nowhere) {
    const answer = await client.call(method, path, body)
    expect([path, answer]).toMatchObject([path, { status: 404, body: { detail: { status: 'document_not_found' } } }])
  }
})

test('keeps a document with its words, which can be changed under the same id', async () => {
  const id = await client.addText({ text: 'One & two.\n\nThree <b>.' })
  const full = await client.call('GET', `/knowledge-base/${id}`)
  expect(full.body).toMatchObject({
    id,
    name: 'Handbook',
    type: 'text',
    extracted_inner_html: '<p>One &amp; two.</p>\n<p>Three &lt;b&gt;.</p>',
    supported_usages: ['prompt', 'auto'],
    metadata: { size_bytes: 22 },
    folder_parent_id: null,
  })
  const content = await client.standin.call('GET', `/knowledge-base/${id}/content`)
  expect(content.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await content.text()).toBe('<p>One &amp; two.</p>\n<p>Three &lt;b&gt;.</p>')
  const patched = await client.call('PATCH', `/knowledge-base/${id}`, { name: 'Rules', content: 'Four.' })
  expect(patched.body).toMatchObject({ id, name: 'Rules', extracted_inner_html: '<p>Four.</p>' })
})

test('A2: removes an attached document only by force, and takes it from its agents', async () => {
  const id = await client.addText()
  const agentId = await client.addAgent([locator(id)])
  const dependents = await client.call('GET', `/knowledge-base/${id}/dependent-agents`)
  expect(dependents.body).toMatchObject({
    agents: [{ type: 'available', id: agentId, name: 'Hanna' }],
    has_more: false,
  })
  expect((await client.call('DELETE', `/knowledge-base/${id}`)).status).toBe(400)
  expect((await client.call('GET', `/knowledge-base/${id}`)).status).toBe(200)
  expect((await client.call('DELETE', `/knowledge-base/${id}?force=true`)).status).toBe(200)
  const agent = await client.call('GET', `/agents/${agentId}`)
  expect(agent.body).toMatchObject({ conversation_config: { agent: { prompt: { knowledge_base: [] } } } })
})

test('A6: refuses batches that are too large, and pages', async () => {
  const ids = Array.from({ length: 101 }, (_, place) => `document_ids=${place}`).join('&')
  expect((await client.call('GET', `/knowledge-base/summaries?${ids}`)).status).toBe(422)
  const many = Array.from({ length: 21 }, String)
  expect((await client.call('POST', '/knowledge-base/bulk-delete', { document_ids: many })).status).toBe(422)
  expect((await client.call('GET', '/knowledge-base?page_size=101')).status).toBe(422)
  const kept = [await client.addText({ name: 'luna-1 A' }), await client.addText({ name: 'luna-2 B' })]
  const first = await client.call('GET', '/knowledge-base?search=luna-&page_size=1&sort_by=name&sort_direction=asc')
  const second = await client.call(
    'GET',
    `/knowledge-base?search=luna-&page_size=1&sort_by=name&sort_direction=asc&cursor=${String(first.body['next_cursor'])}`,
  )
  const pages = [first, second].flatMap(({ body }) => (body['documents'] as { id: string }[]).map(({ id }) => id))
  expect([pages, first.body['has_more'], second.body['has_more']]).toEqual([kept, true, false])
  const summaries = await client.call('GET', `/knowledge-base/summaries?document_ids=${kept[0]}&document_ids=none`)
  expect(summaries.body).toMatchObject({
    [String(kept[0])]: { status: 'success', data: { name: 'luna-1 A' } },
    none: { status: 'failure', error_code: 404 },
  })
  const removed = await client.call('POST', '/knowledge-base/bulk-delete', { document_ids: [...kept, 'none'] })
  expect(removed.body).toMatchObject({ [String(kept[1])]: { status: 'success' }, none: { status: 'failure' } })
})

test('keeps folders, which hold documents and go with them', async () => {
  const { body: folder } = await client.call('POST', '/knowledge-base/folder', { name: 'Acme' })
  const folderId = String(folder['id'])
  const id = await client.addText({ parent_folder_id: folderId })
  const listed = await client.call('GET', `/knowledge-base?ancestor_folder_id=${folderId}`)
  expect(listed.body).toMatchObject({ documents: [{ id, folder_path: [{ id: folderId, name: 'Acme' }] }] })
  expect((await client.call('GET', `/knowledge-base/${folderId}`)).body).toMatchObject({
    children_count: 1,
    document_count: 1,
  })
  const agentId = await client.addAgent([locator(folderId, { type: 'folder', name: 'Acme' })])
  const direct = await client.call('GET', `/knowledge-base/${id}/dependent-agents?dependent_type=direct`)
  const all = await client.call('GET', `/knowledge-base/${id}/dependent-agents`)
  expect([direct.body['agents'], all.body['agents']]).toMatchObject([[], [{ id: agentId }]])
  await client.call('DELETE', `/knowledge-base/${folderId}?force=true`)
  expect((await client.call('GET', `/knowledge-base/${id}`)).status).toBe(404)
})

test('reads a page and a file by itself', async () => {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<head><title>x</title></head><h1>Opening</h1><p>At eight.</p><script>1</script>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { body: page } = await client.call('POST', '/knowledge-base/url', { url, name: 'Page' })
  expect((await client.call('GET', `/knowledge-base/${String(page['id'])}`)).body).toMatchObject({
    type: 'url',
    url,
    extracted_inner_html: '<p>Opening</p>\n<p>At eight.</p>',
  })
  server.close()
  const gone = await client.call('POST', '/knowledge-base/url', { url: 'http://127.0.0.1:9/' })
  expect(gone).toMatchObject({ status: 400, body: { detail: { status: 'url_not_readable' } } })
  const form = new FormData()
  form.append('file', new Blob(['# Rules\n\nBe kind.'], { type: 'text/markdown' }), 'rules.md')
  const sent = await fetch(`${client.standin.origin}/v1/convai/knowledge-base/file`, {
    method: 'POST',
    headers: { 'xi-api-key': apiKey },
    body: form,
  })
  const file = (await sent.json()) as Body
  expect((await client.call('GET', `/knowledge-base/${String(file['id'])}`)).body).toMatchObject({
    type: 'file',
    filename: 'rules.md',
  })
})

test('keeps everything over a restart', async () => {
  const own = await startStandin()
  const text = { text: leave, name: 'Kept' }
  const { id } = (await (await own.call('POST', '/knowledge-base/text', text)).json()) as { id: string }
  await own.close()
  const restarted = await startStandin({}, own.directory)
  expect((await restarted.call('GET', `/knowledge-base/${id}`)).status).toBe(200)
  await restarted.close()
  removeState(restarted)
})
