/** Documents of the knowledge base: made, listed, changed and removed. Paths are relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Agent } from '../rest/agents.ts'
import { byId, listOf, pageFields, pageOf } from '../rest/pages.ts'
import { need, readBody, readQuery, refuse } from '../vendor-errors.ts'
import {
  documentTypes,
  inside,
  type KnowledgeDocument,
  newDocument,
  toFull,
  toHtml,
  toSummary,
  withText,
} from './documents.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import { readPage, type MayReach } from './page-reader.ts'
import { sizeBytes } from './rag-index.ts'

export interface KnowledgeRouteParts {
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
  /** The addresses from which it reads pages; public ones if omitted. */
  mayReach?: MayReach | undefined
}

type ById = { Params: { id: string } }

const text = z.string().check(z.minLength(1))
const named = { name: z.optional(text), parent_folder_id: z.optional(z.nullable(z.string())) }
const sync = {
  enable_auto_sync: z.optional(z.boolean()),
  auto_remove: z.optional(z.boolean()),
  minimum_frequency_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(180)))),
}
const bodies = {
  text: z.strictObject({ text, ...named }),
  url: z.strictObject({ url: z.url(), ...named, ...sync }),
  folder: z.strictObject({ ...named, name: text, ...sync }),
  patch: z.strictObject({ name: z.optional(text), content: z.optional(text) }),
  bulkDelete: z.strictObject({
    document_ids: z.array(z.string()).check(z.minLength(1), z.maxLength(20)),
    force: z._default(z.boolean(), false),
  }),
}
const queries = {
  list: z.strictObject({
    ...pageFields,
    search: z.optional(z.string()),
    types: z.optional(listOf(z.enum(documentTypes))),
    parent_folder_id: z.optional(z.string()),
    ancestor_folder_id: z.optional(z.string()),
    folders_first: z.optional(z.stringbool()),
    sort_by: z._default(z.enum(['name', 'created_at', 'updated_at', 'size']), 'created_at'),
    sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    created_by_user_id: z.optional(z.string()),
    show_only_owned_documents: z.optional(z.stringbool()),
  }),
  summaries: z.strictObject({ document_ids: listOf(z.string(), 1, 100) }),
  dependents: z.strictObject({
    ...pageFields,
    dependent_type: z._default(z.enum(['direct', 'transitive', 'all']), 'all'),
  }),
  remove: z.strictObject({ force: z._default(z.stringbool(), false) }),
}

export function registerDocuments(app: FastifyInstance, parts: KnowledgeRouteParts): void {
  registerCreating(app, parts)
  registerLists(app, parts)
  registerOne(app, parts)
}

function registerCreating(app: FastifyInstance, { knowledge, mayReach, now }: KnowledgeRouteParts): void {
  const keep = (given: Parameters<typeof newDocument>[0]): object => {
    if (given.parentId !== null) {
      const folder = knowledge.get(given.parentId)
      need(folder?.type === 'folder' ? folder : undefined, 'document', given.parentId)
    }
    const document = newDocument(given, now())
    knowledge.keep(document)
    const { folder_path: path } = toFull(document, knowledge.shelf) as { folder_path: { id: string }[] }
    return { id: document.id, name: document.name, folder_path: path.map(({ id }) => ({ id })) }
  }
  app.post('/knowledge-base/text', (request) => {
    const { text, name = firstWords(text), parent_folder_id: parentId = null } = readBody(bodies.text, request)
    return keep({ type: 'text', name, text, parentId })
  })
  app.post('/knowledge-base/folder', (request) => {
    const { name, parent_folder_id: parentId = null } = readBody(bodies.folder, request)
    return keep({ type: 'folder', name, parentId })
  })
  app.post('/knowledge-base/url', async (request) => {
    const { url, name = url, parent_folder_id: parentId = null } = readBody(bodies.url, request)
    const read = await readPage(url, mayReach)
    if ('problem' in read) refuse(400, 'url_not_readable', read.problem)
    return keep({ type: 'url', name, url, ...read, parentId })
  })
}

function registerLists(app: FastifyInstance, { knowledge }: KnowledgeRouteParts): void {
  app.get('/knowledge-base', (request) => {
    const query = readQuery(queries.list, request)
    const { items, rest } = pageOf(wantedBy(query, knowledge), query, ({ id }) => id)
    return { documents: items.map((document) => toSummary(document, knowledge.shelf)), ...rest }
  })
  app.get('/knowledge-base/summaries', (request) =>
    byId(readQuery(queries.summaries, request).document_ids, (id) =>
      toSummary(need(knowledge.get(id), 'document', id), knowledge.shelf),
    ),
  )
  app.get<ById>('/knowledge-base/:id/dependent-agents', (request) => {
    const query = readQuery(queries.dependents, request)
    const { id } = need(knowledge.get(request.params.id), 'document', request.params.id)
    const direct = knowledge.agentsWith(id, false)
    const all = knowledge.agentsWith(id, true)
    const wanted = { direct, transitive: all.filter((agent) => !direct.includes(agent)), all }[query.dependent_type]
    const { items, rest } = pageOf(wanted, query, ({ agent_id: agentId }) => agentId)
    return { agents: items.map(toDependent), ...rest }
  })
}

function registerOne(app: FastifyInstance, { knowledge, now }: KnowledgeRouteParts): void {
  const find = ({ params: { id } }: { params: { id: string } }) => need(knowledge.get(id), 'document', id)
  const remove = (id: string, force: boolean): object => {
    const document = need(knowledge.get(id), 'document', id)
    if (!force && knowledge.agentsWith(id, false).length > 0) {
      const message = `Document with id ${id} is used by agents. Use force=true to remove it from them.`
      refuse(400, 'document_has_dependent_agents', message)
    }
    knowledge.remove(document)
    return { id }
  }
  app.get<ById>('/knowledge-base/:id', (request) => toFull(find(request), knowledge.shelf))
  app.get<ById>('/knowledge-base/:id/content', (request, reply) => {
    const { text, type } = find(request)
    need(type === 'folder' ? undefined : type, 'document', request.params.id)
    return reply.type('text/html').send(toHtml(text))
  })
  app.patch<ById>('/knowledge-base/:id', (request) => {
    const document = find(request)
    const { content, name = document.name } = readBody(bodies.patch, request)
    if (content !== undefined && document.type === 'folder') {
      refuse(400, 'invalid_document_type', 'A folder has no content.')
    }
    const changed = { ...withText(document, content ?? document.text, now()), name, updatedAtMs: now() }
    knowledge.keep(changed)
    return toFull(changed, knowledge.shelf)
  })
  app.delete<ById>('/knowledge-base/:id', (request) => {
    remove(request.params.id, readQuery(queries.remove, request).force)
    return {}
  })
  app.post('/knowledge-base/bulk-delete', (request) => {
    const { document_ids: documents, force } = readBody(bodies.bulkDelete, request)
    return byId(documents, (id) => remove(id, force))
  })
}

function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 6).join(' ')
}

function toDependent({ agent_id: id, metadata, name }: Agent): object {
  const createdAt = metadata.created_at_unix_secs
  return { type: 'available', id, name, created_at_unix_secs: createdAt, access_level: 'admin' }
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
