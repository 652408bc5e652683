/** How documents are listed and searched, and which agents hang on them. Paths are relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import MiniSearch from 'minisearch'
import type * as z from 'zod/mini'
import type { Agent } from '../rest/agents.ts'
import { plainWord } from '../words.ts'
import { readQuery } from '../read-request.ts'
import { queries, sendUnknownDocument } from './checks.ts'
import { byId, failure, type KnowledgeRouteParts } from './document-routes.ts'
import { inside, type KnowledgeDocument, toSummary } from './documents.ts'
import { sizeBytes } from './rag-index.ts'
import type { KnowledgeBase } from './knowledge-base.ts'

const snippetCharacters = 120

export function registerLists(app: FastifyInstance, { knowledge }: KnowledgeRouteParts): void {
  app.get('/knowledge-base', (request, reply) => {
    const query = readQuery(queries.list, request, reply)
    if (!query) return reply
    const page = pageOf(wantedBy(query, knowledge), query, ({ id }) => id)
    const documents = page.items.map((document) => toSummary(document, knowledge.shelf))
    return reply.send({ documents, next_cursor: page.next, has_more: page.next !== null })
  })
  app.get('/knowledge-base/summaries', (request, reply) => {
    const query = readQuery(queries.summaries, request, reply)
    if (!query) return reply
    return reply.send(
      byId(query.document_ids, (id) => {
        const document = knowledge.get(id)
        if (!document) return failure(404, 'document_not_found', `Document with id ${id} not found.`)
        return { status: 'success', data: toSummary(document, knowledge.shelf) }
      }),
    )
  })
  app.get('/knowledge-base/search', (request, reply) => {
    const query = readQuery(queries.search, request, reply)
    if (!query) return reply
    const page = pageOf(search(query, knowledge), query, ({ document }) => document.id)
    const results = page.items.map(({ document, score, snippet }) => ({
      document: toSummary(document, knowledge.shelf),
      score,
      search_snippet: [{ value: snippet, is_hit: true }],
    }))
    return reply.send({ results, next_cursor: page.next })
  })
  app.get<{ Params: { id: string } }>('/knowledge-base/:id/dependent-agents', (request, reply) => {
    const query = readQuery(queries.dependents, request, reply)
    if (!query) return reply
    const { id } = request.params
    if (!knowledge.get(id)) return sendUnknownDocument(reply, id)
    const direct = knowledge.agentsWith(id, false)
    const all = knowledge.agentsWith(id, true)
    const transitive = all.filter((agent) => !direct.includes(agent))
    const wanted = { direct, transitive, all }[query.dependent_type]
    const page = pageOf(wanted, query, ({ agent_id: agentId }) => agentId)
    return reply.send({ agents: page.items.map(toDependent), next_cursor: page.next, has_more: page.next !== null })
  })
}

function toDependent({ agent_id: id, metadata, name }: Agent): object {
  const createdAt = metadata.created_at_unix_secs
  return { type: 'available', id, name, created_at_unix_secs: createdAt, access_level: 'admin' }
}

/** Returns one page; the cursor is the last item of the page before. */
export function pageOf<Item>(
  items: readonly Item[],
  { cursor, page_size: size }: { cursor?: string | undefined; page_size: number },
  idOf: (item: Item) => string,
): { items: Item[]; next: string | null } {
  const start = items.findIndex((item) => idOf(item) === cursor) + 1
  const page = items.slice(start, start + size)
  const last = page.at(-1)
  return { items: page, next: last !== undefined && start + page.length < items.length ? idOf(last) : null }
}

function wantedBy(query: z.infer<typeof queries.list>, knowledge: KnowledgeBase): KnowledgeDocument[] {
  const { ancestor_folder_id: ancestorId, parent_folder_id: parentId, search: prefix = '', types } = query
  const ancestor = ancestorId === undefined ? undefined : knowledge.get(ancestorId)
  const among =
    ancestorId === undefined ? [...knowledge.shelf.values()] : ancestor ? inside(ancestor, knowledge.shelf) : []
  const direction = query.sort_direction === 'asc' ? 1 : -1
  return among
    .filter((document) => parentId === undefined || document.parentId === parentId)
    .filter(({ name }) => name.toLowerCase().startsWith(prefix.toLowerCase()))
    .filter(({ type }) => types === undefined || types.includes(type))
    .toSorted((a, b) => direction * compare(keyOf(a, query.sort_by), keyOf(b, query.sort_by)) || compare(a.id, b.id))
    .toSorted((a, b) => (query.folders_first ? Number(b.type === 'folder') - Number(a.type === 'folder') : 0))
}

function keyOf(document: KnowledgeDocument, by: z.infer<typeof queries.list>['sort_by']): string | number {
  if (by === 'name') return document.name.toLowerCase()
  if (by === 'size') return sizeBytes(document)
  return by === 'created_at' ? document.createdAtMs : document.updatedAtMs
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b)
}

interface Hit {
  document: KnowledgeDocument
  score: number
  snippet: string
}

function search({ query, types }: z.infer<typeof queries.search>, knowledge: KnowledgeBase): Hit[] {
  const documents = [...knowledge.shelf.values()].filter(({ type }) => types === undefined || types.includes(type))
  const index = new MiniSearch<KnowledgeDocument>({ fields: ['name', 'text'], processTerm: (term) => plainWord(term) })
  index.addAll(documents)
  return index.search(query, { fuzzy: 0.2, prefix: true }).flatMap(({ id, score, terms }) => {
    const document = knowledge.get(String(id))
    return document ? [{ document, score, snippet: snippetOf(document, terms[0] ?? '') }] : []
  })
}

function snippetOf({ name, text }: KnowledgeDocument, term: string): string {
  const at = text.toLowerCase().indexOf(term)
  return at < 0 ? name : text.slice(Math.max(0, at - snippetCharacters / 2), at + snippetCharacters / 2)
}
