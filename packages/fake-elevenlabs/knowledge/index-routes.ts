/** Indexes of documents, their passages, and what a question would find. Paths are relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import type { Agent } from '../rest/agents.ts'
import type { Records } from '../records/records.ts'
import { sendFault, sendUnknownAgent } from '../vendor-errors.ts'
import { readBody, readQuery } from '../read-request.ts'
import { bodies, queries, sendUnknownDocument } from './checks.ts'
import { chunksOf } from './chunks.ts'
import { byId, failure, type KnowledgeRouteParts } from './document-routes.ts'
import { pageOf } from './list-routes.ts'
import { embeddingModels, sizeBytes, toAnswer } from './rag-index.ts'
import { retrieve } from './retrieval.ts'
import { retrievalSettings } from './retrieval-settings.ts'

type ById = { Params: { id: string } }

const bytesPerPage = 3000

export interface IndexRouteParts extends KnowledgeRouteParts {
  agents: Records<Agent>
  planBytes(): number | null
}

export function registerIndexes(app: FastifyInstance, parts: IndexRouteParts): void {
  registerIndex(app, parts)
  registerTotals(app, parts)
  registerPassages(app, parts)
  registerQuestions(app, parts)
}

function registerIndex(app: FastifyInstance, { knowledge, now }: IndexRouteParts): void {
  app.post<ById>('/knowledge-base/:id/rag-index', (request, reply) => {
    const found = knowledge.get(request.params.id)
    if (!found) return sendUnknownDocument(reply, request.params.id)
    const body = readBody(bodies.index, request, reply)
    if (!body) return reply
    const { document, index } = knowledge.index(found, body.model)
    return reply.send(toAnswer(document, index, now()))
  })
  app.get<ById>('/knowledge-base/:id/rag-index', (request, reply) => {
    const document = knowledge.get(request.params.id)
    if (!document) return sendUnknownDocument(reply, request.params.id)
    return reply.send({ indexes: document.indexes.map((index) => toAnswer(document, index, now())) })
  })
  app.delete<{ Params: { id: string; indexId: string } }>(
    '/knowledge-base/:id/rag-index/:indexId',
    (request, reply) => {
      const { id, indexId } = request.params
      const document = knowledge.get(id)
      const index = document?.indexes.find((each) => each.id === indexId)
      if (!document || !index) return sendUnknownDocument(reply, id)
      knowledge.keep({ ...document, indexes: document.indexes.filter((each) => each !== index) })
      return reply.send(toAnswer(document, index, now()))
    },
  )
}

function registerTotals(app: FastifyInstance, { knowledge, now, planBytes }: IndexRouteParts): void {
  app.post('/knowledge-base/rag-index', (request, reply) => {
    const body = readBody(bodies.indexes, request, reply)
    if (!body) return reply
    const items = new Map(body.items.map((item) => [item.document_id, item]))
    return reply.send(
      byId([...items.keys()], (id) => {
        const found = knowledge.get(id)
        const { create_if_missing: creates, model = embeddingModels[0] } = items.get(id) ?? {}
        if (!found) return failure(404, 'document_not_found', `Document with id ${id} not found.`)
        if (!creates && !found.indexes.some((index) => index.model === model)) {
          return failure(404, 'rag_index_not_found', `Document with id ${id} has no index for ${model}.`)
        }
        const { document, index } = knowledge.index(found, model)
        return { status: 'success', data: toAnswer(document, index, now()) }
      }),
    )
  })
  app.get('/knowledge-base/rag-index', (_request, reply) => {
    const models = embeddingModels.map((model) => ({ model, used_bytes: knowledge.usedBytes(model) }))
    return reply.send({
      total_used_bytes: knowledge.usedBytes(),
      total_max_bytes: planBytes() ?? Number.MAX_SAFE_INTEGER,
      models: models.filter(({ used_bytes: used }) => used > 0),
    })
  })
}

function registerPassages(app: FastifyInstance, { knowledge }: IndexRouteParts): void {
  app.get<{ Params: { id: string; chunkId: string } }>('/knowledge-base/:id/chunk/:chunkId', (request, reply) => {
    const query = readQuery(queries.chunk, request, reply)
    if (!query) return reply
    const document = knowledge.get(request.params.id)
    if (!document) return sendUnknownDocument(reply, request.params.id)
    const chunk = chunksOf(document, query.embedding_model).find(({ id }) => id === request.params.chunkId)
    if (chunk) return reply.send(chunk)
    return sendFault(reply, 404, 'chunk_not_found', `Chunk with id ${request.params.chunkId} not found.`)
  })
  app.get<ById>('/knowledge-base/:id/chunks', (request, reply) => {
    const query = readQuery(queries.chunks, request, reply)
    if (!query) return reply
    const document = knowledge.get(request.params.id)
    if (!document) return sendUnknownDocument(reply, request.params.id)
    const page = pageOf(chunksOf(document, query.embedding_model), query, ({ id }) => id)
    return reply.send({ chunks: page.items, next_cursor: page.next })
  })
}

function registerQuestions(app: FastifyInstance, { agents, knowledge }: IndexRouteParts): void {
  app.post<ById>('/agents/:id/knowledge-base/rag-query', (request, reply) => {
    const agent = agents.get(request.params.id)
    if (!agent) return sendUnknownAgent(reply, request.params.id)
    const body = readBody(bodies.question, request, reply)
    if (!body) return reply
    const settings = retrievalSettings(agent, body)
    const passages = retrieve(body.query, knowledge.of(agent).searched, settings)
    const chunks = passages.map(({ chunkId, distance, document, text }) => ({
      document_id: document.id,
      document_name: document.name,
      chunk_id: chunkId,
      text,
      vector_distance: distance,
      content_format: 'html',
      document_type: document.type,
    }))
    return reply.send({ retrieval_query: body.query, chunks })
  })
  app.get<ById>('/agent/:id/knowledge-base/size', (request, reply) => {
    const agent = agents.get(request.params.id)
    if (!agent) return sendUnknownAgent(reply, request.params.id)
    const { inPrompt, searched } = knowledge.of(agent)
    const bytes = [...inPrompt, ...searched].reduce((sum, document) => sum + sizeBytes(document), 0)
    return reply.send({ number_of_pages: Math.ceil((10 * bytes) / bytesPerPage) / 10 })
  })
}
