import { expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { type Body, leave, locator, model, startKnowledge } from '../testing/knowledge-client.ts'

const { addAgent, addText, base, call, standin, untilIndexed } = startKnowledge()

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

test('begins an index again when the words change, and forgets one that is removed', async () => {
  const id = await addText()
  await untilIndexed(id)
  const chunkIds = async (): Promise<string[]> => {
    const { body } = await base('GET', `/${id}/chunks?embedding_model=${model}`)
    return (body['chunks'] as { id: string }[]).map((chunk) => chunk.id)
  }
  const before = await chunkIds()
  await base('PATCH', `/${id}`, { content: `${leave} Nothing else.` })
  const again = await base('POST', `/${id}/rag-index`, { model })
  expect(again.body['status']).not.toBe('succeeded')
  const after = await chunkIds()
  expect(before.filter((chunkId) => after.includes(chunkId))).toEqual([])
  await base('DELETE', `/${id}/rag-index/${String(again.body['id'])}`)
  expect((await base('GET', `/${id}/rag-index`)).body).toEqual({ indexes: [] })
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

test('finds what a question would find: passages that GET chunk answers, nearest first', async () => {
  const id = await addText()
  const agentId = await addAgent([locator(id)])
  const ask = (query: string) => call('POST', `/agents/${agentId}/knowledge-base/rag-query`, { query })
  // Attaching begins the index; until it is there nothing is found.
  expect((await ask('How long is parental leave?')).body['chunks']).toEqual([])
  await untilIndexed(id)
  const found = await ask('How long is parental leave?')
  const [chunk] = found.body['chunks'] as Body[]
  expect(chunk).toMatchObject({ document_id: id, document_name: 'Handbook', document_type: 'text' })
  expect(Number(chunk?.['vector_distance'])).toBeLessThan(0.4)
  const read = await base('GET', `/${id}/chunk/${String(chunk?.['chunk_id'])}?embedding_model=${model}`)
  expect(read.body['content']).toBe(chunk?.['text'])
  expect((await ask('Who won the football match?')).body['chunks']).toEqual([])
  expect((await ask('')).status).toBe(422)
})
