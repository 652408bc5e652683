/** What requests about the knowledge base may hold; every other field is refused. */
import * as z from 'zod/mini'
import type { FastifyReply } from 'fastify'
import { sendFault } from '../vendor-errors.ts'
import { documentTypes } from './documents.ts'
import { embeddingModels, usualModel } from './rag-index.ts'

const name = z.string().check(z.minLength(1))
const folderId = z.optional(z.nullable(z.string()))
const toList = (value: unknown): unknown => (Array.isArray(value) ? value : [value])
const list = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.pipe(z.transform(toList), z.array(item)))
const pageSize = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30)
const syncFields = {
  enable_auto_sync: z.optional(z.boolean()),
  auto_remove: z.optional(z.boolean()),
  minimum_frequency_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(180)))),
}
const ids = (most: number) => z.array(z.string()).check(z.minLength(1), z.maxLength(most))
const model = z.enum(embeddingModels)

export const bodies = {
  text: z.strictObject({ text: z.string().check(z.minLength(1)), name: z.optional(name), parent_folder_id: folderId }),
  url: z.strictObject({ url: z.url(), name: z.optional(name), parent_folder_id: folderId, ...syncFields }),
  folder: z.strictObject({ name, parent_folder_id: folderId, ...syncFields }),
  patch: z.strictObject({ name: z.optional(name), content: z.optional(z.string().check(z.minLength(1))) }),
  move: z.strictObject({ move_to: z.nullable(z.string()) }),
  bulkMove: z.strictObject({ document_ids: ids(20), move_to: z.nullable(z.string()) }),
  bulkDelete: z.strictObject({ document_ids: ids(20), force: z._default(z.boolean(), false) }),
  index: z.strictObject({ model }),
  indexes: z.strictObject({
    items: z
      .array(z.strictObject({ document_id: z.string(), create_if_missing: z.boolean(), model }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  question: z.strictObject({
    query: z.string().check(z.minLength(1)),
    use_agent_defaults: z._default(z.boolean(), true),
    max_documents_length: z.optional(z.int().check(z.minimum(1), z.maximum(9_999_999))),
    max_retrieved_rag_chunks_count: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  }),
}

export const queries = {
  list: z.strictObject({
    page_size: pageSize,
    search: z.optional(z.string()),
    types: list(z.enum(documentTypes)),
    parent_folder_id: z.optional(z.string()),
    ancestor_folder_id: z.optional(z.string()),
    folders_first: z.optional(z.stringbool()),
    sort_by: z._default(z.enum(['name', 'created_at', 'updated_at', 'size']), 'created_at'),
    sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    cursor: z.optional(z.string()),
    created_by_user_id: z.optional(z.string()),
    show_only_owned_documents: z.optional(z.stringbool()),
  }),
  summaries: z.strictObject({ document_ids: z.pipe(z.transform(toList), ids(100)) }),
  search: z.strictObject({
    query: z.string(),
    types: list(z.enum(documentTypes)),
    page_size: pageSize,
    cursor: z.optional(z.string()),
  }),
  dependents: z.strictObject({
    dependent_type: z._default(z.enum(['direct', 'transitive', 'all']), 'all'),
    page_size: pageSize,
    cursor: z.optional(z.string()),
  }),
  remove: z.strictObject({ force: z._default(z.stringbool(), false) }),
  chunk: z.strictObject({ embedding_model: z._default(model, usualModel) }),
  chunks: z.strictObject({ embedding_model: model, page_size: pageSize, cursor: z.optional(z.string()) }),
}

export function sendUnknownDocument(reply: FastifyReply, id: string): FastifyReply {
  return sendFault(reply, 404, 'document_not_found', `Document with id ${id} not found.`)
}
