/** Indexes of documents, their passages, and what a question would find. Paths are relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Agent } from '../rest/agents.ts'
import { byId } from '../rest/pages.ts'
import type { Records } from '../records/records.ts'
import { need, readBody, readQuery, refuse } from '../vendor-errors.ts'
import { chunksOf } from './chunks.ts'
import type { KnowledgeDocument } from './documents.ts'
import type { KnowledgeRouteParts } from './routes.ts'
import { type EmbeddingModel, embeddingModels, toAnswer, usualModel } from './rag-index.ts'
import { retrieve, retrievalSettings } from './retrieval.ts'

type ById = { Params: { id: string } }

export interface IndexRouteParts extends KnowledgeRouteParts {
  agents: Records<Agent>
  planBytes(): number | null
}

const model = z.enum(embeddingModels)
const item = z.strictObject({ document_id: z.string(), create_if_missing: z.boolean(), model })
const bodies = {
  index: z.strictObject({ model }),
  indexes: z.strictObject({ items: z.array(item).check(z.minLength(1), z.maxLength(100)) }),
  question: z.strictObject({
    query: z.string().check(z.minLength(1)),
    use_agent_defaults: z._default(z.boolean(), true),
    max_documents_length: z.optional(z.int().check(z.minimum(1), z.maximum(9_999_999))),
    max_retrieved_rag_chunks_count: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  }),
}
const chunkQuery = z.strictObject({ embedding_model: z._default(model, usualModel) })

export function registerIndexes(app: FastifyInstance, parts: IndexRouteParts): void {
  const { agents, knowledge, now, planBytes } = parts
  const find = (id: string): KnowledgeDocument => need(knowledge.get(id), 'document', id)
  const index = (document: KnowledgeDocument, by: EmbeddingModel): object => {
    const indexed = knowledge.index(document, by)
    return toAnswer(indexed.document, indexed.index, now())
  }
  app.post<ById>('/knowledge-base/:id/rag-index', (request) =>
    index(find(request.params.id), readBody(bodies.index, request).model),
  )
  app.get<ById>('/knowledge-base/:id/rag-index', ({ params: { id } }) => {
    const document = find(id)
    return { indexes: document.indexes.map((each) => toAnswer(document, each, now())) }
  })
  app.post('/knowledge-base/rag-index', (request) => {
    const items = new Map(readBody(bodies.indexes, request).items.map((each) => [each.document_id, each]))
    return byId([...items.keys()], (id) => {
      const document = find(id)
      const { create_if_missing: creates, model: by } = items.get(id)!
      if (!creates && !document.indexes.some((each) => each.model === by)) {
        refuse(404, 'rag_index_not_found', `Document with id ${id} has no index for ${by}.`)
      }
      return index(document, by)
    })
  })
  app.get('/knowledge-base/rag-index', () => {
    const models = embeddingModels.map((each) => ({ model: each, used_bytes: knowledge.usedBytes(each) }))
    return {
      total_used_bytes: knowledge.usedBytes(),
      total_max_bytes: planBytes() ?? Number.MAX_SAFE_INTEGER,
      models: models.filter(({ used_bytes: used }) => used > 0),
    }
  })
  app.get<{ Params: { id: string; chunkId: string } }>('/knowledge-base/:id/chunk/:chunkId', (request) => {
    const { chunkId, id } = request.params
    const chunks = chunksOf(find(id), readQuery(chunkQuery, request).embedding_model)
    const chunk = chunks.find((each) => each.id === chunkId)
    return chunk ?? refuse(404, 'chunk_not_found', `Chunk with id ${chunkId} not found.`)
  })
  app.post<ById>('/agents/:id/knowledge-base/rag-query', (request) => {
    const agent = need(agents.get(request.params.id), 'agent', request.params.id)
    const body = readBody(bodies.question, request)
    const passages = retrieve(body.query, knowledge.of(agent).searched, retrievalSettings(agent, body))
    const chunks = passages.map(({ chunkId, distance, document, text }) => ({
      document_id: document.id,
      document_name: document.name,
      chunk_id: chunkId,
      text,
      vector_distance: distance,
      content_format: 'html',
      document_type: document.type,
    }))
    return { retrieval_query: body.query, chunks }
  })
}
