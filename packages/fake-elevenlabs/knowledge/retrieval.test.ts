import { expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { type Body, leave, locator, model, startKnowledge } from '../testing/knowledge-client.ts'

const client = startKnowledge()

test('A3: indexes over time, in lower case, and says why it does not', async () => {
  const id = await client.addText()
  const seen = await client.untilIndexed(id)
  expect(seen.at(-1)).toBe('succeeded')
  expect(seen.length).toBeGreaterThan(1)
  expect(['created', 'processing', 'succeeded']).toEqual(expect.arrayContaining(seen))
  const small = await client.addText({ text: 'x'.repeat(499) })
  const tooSmall = await client.call('POST', `/knowledge-base/${small}/rag-index`, { model })
  expect(tooSmall.body).toMatchObject({ status: 'document_too_small', document_model_index_usage: { used_bytes: 0 } })
  const { body: folder } = await client.call('POST', '/knowledge-base/folder', { name: 'All' })
  const folderIndex = await client.call('POST', `/knowledge-base/${String(folder['id'])}/rag-index`, { model })
  expect(folderIndex.body).toMatchObject({ status: 'cannot_index_folder' })
  client.standin.faults.service = { ...usualService, knowledgeBytes: 100 }
  const large = await client.addText()
  const over = await client.call('POST', `/knowledge-base/${large}/rag-index`, { model })
  expect(over.body).toMatchObject({ status: 'rag_limit_exceeded' })
  const totals = await client.call('GET', '/knowledge-base/rag-index')
  expect(totals.body).toMatchObject({ total_max_bytes: 100, models: [{ model, used_bytes: Buffer.byteLength(leave) }] })
})

test('begins an index again when the words change, and forgets one that is removed', async () => {
  const id = await client.addText()
  await client.untilIndexed(id)
  const before = await client.call('GET', `/knowledge-base/${id}/chunks?embedding_model=${model}`)
  await client.call('PATCH', `/knowledge-base/${id}`, { content: `${leave} Nothing else.` })
  const again = await client.call('POST', `/knowledge-base/${id}/rag-index`, { model })
  expect(again.body['status']).not.toBe('succeeded')
  const after = await client.call('GET', `/knowledge-base/${id}/chunks?embedding_model=${model}`)
  const ids = ({ body }: { body: Body }): string[] => (body['chunks'] as { id: string }[]).map((chunk) => chunk.id)
  expect(ids(before).filter((chunkId) => ids(after).includes(chunkId))).toEqual([])
  await client.call('DELETE', `/knowledge-base/${id}/rag-index/${String(again.body['id'])}`)
  expect((await client.call('GET', `/knowledge-base/${id}/rag-index`)).body).toEqual({ indexes: [] })
})

test('A4: refuses an agent with a broken or unknown locator, and changes nothing', async () => {
  const id = await client.addText()
  const agentId = await client.addAgent([locator(id)])
  const before = await client.call('GET', `/agents/${agentId}`)
  const patch = (entry: Body): ReturnType<typeof client.call> =>
    client.call('PATCH', `/agents/${agentId}`, {
      conversation_config: { agent: { prompt: { knowledge_base: [entry] } } },
    })
  expect(await patch({ type: 'text', id })).toMatchObject({ status: 422, body: { detail: [{ type: 'missing' }] } })
  expect(await patch(locator('none'))).toMatchObject({
    status: 404,
    body: { detail: { status: 'document_not_found' } },
  })
  expect((await client.call('GET', `/agents/${agentId}`)).body).toEqual(before.body)
})

test('finds what a question would find: passages that GET chunk answers, nearest first', async () => {
  const id = await client.addText()
  const agentId = await client.addAgent([locator(id)])
  const ask = (query: string): ReturnType<typeof client.call> =>
    client.call('POST', `/agents/${agentId}/knowledge-base/rag-query`, { query })
  // Attaching begins the index; until it is there nothing is found.
  expect((await ask('How long is parental leave?')).body['chunks']).toEqual([])
  await client.untilIndexed(id)
  const found = await ask('How long is parental leave?')
  const [chunk] = found.body['chunks'] as Body[]
  expect(chunk).toMatchObject({ document_id: id, document_name: 'Handbook', document_type: 'text' })
  expect(Number(chunk?.['vector_distance'])).toBeLessThan(0.4)
  const read = await client.call(
    'GET',
    `/knowledge-base/${id}/chunk/${String(chunk?.['chunk_id'])}?embedding_model=${model}`,
  )
  expect(read.body['content']).toBe(chunk?.['text'])
  expect((await ask('Who won the football match?')).body['chunks']).toEqual([])
  expect((await ask('')).status).toBe(422)
})
