/** Documents of the knowledge base: made, read, changed and removed. Paths are relative to `/v1/convai`. */
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendFault } from '../vendor-errors.ts'
import { readBody, readQuery } from '../read-request.ts'
import { bodies, queries, sendUnknownDocument } from './checks.ts'
import { type KnowledgeDocument, newDocument, toFull, toHtml, withText } from './documents.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import type { MayReach } from './page-fetch.ts'
import { readableTypes, readPage, textOf } from './page-reader.ts'

export interface KnowledgeRouteParts {
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
  /** The addresses from which it reads pages; public ones if omitted. */
  mayReach?: MayReach | undefined
}

type ById = { Params: { id: string } }

const largestFileBytes = 20 * 1024 * 1024

export async function registerDocuments(app: FastifyInstance, parts: KnowledgeRouteParts): Promise<void> {
  await app.register(multipart, { limits: { fileSize: largestFileBytes, files: 1 } })
  registerCreating(app, parts)
  registerReading(app, parts)
  registerChanging(app, parts)
  registerRemoving(app, parts)
}

function registerCreating(app: FastifyInstance, { knowledge, mayReach, now }: KnowledgeRouteParts): void {
  const keep = (reply: FastifyReply, given: Parameters<typeof newDocument>[0]): FastifyReply => {
    if (given.parentId !== null && knowledge.get(given.parentId)?.type !== 'folder') {
      return sendUnknownDocument(reply, given.parentId)
    }
    const document = newDocument(given, now())
    knowledge.keep(document)
    return reply.send({ id: document.id, name: document.name, folder_path: pathOf(document, knowledge) })
  }
  app.post('/knowledge-base/text', (request, reply) => {
    const body = readBody(bodies.text, request, reply)
    if (!body) return reply
    const { name = firstWords(body.text), parent_folder_id: parentId = null, text } = body
    return keep(reply, { type: 'text', name, text, parentId })
  })
  app.post('/knowledge-base/folder', (request, reply) => {
    const body = readBody(bodies.folder, request, reply)
    if (!body) return reply
    return keep(reply, { type: 'folder', name: body.name, parentId: body.parent_folder_id ?? null })
  })
  app.post('/knowledge-base/url', async (request, reply) => {
    const body = readBody(bodies.url, request, reply)
    if (!body) return reply
    const read = await readPage(body.url, mayReach)
    if ('problem' in read) return sendFault(reply, 400, 'url_not_readable', read.problem)
    const { name = body.url, parent_folder_id: parentId = null, url } = body
    return keep(reply, { type: 'url', name, url, ...read, parentId })
  })
  app.post('/knowledge-base/file', async (request, reply) => {
    const file = await request.file()
    const read = file ? await readFile(file) : { problem: 'Field required' }
    if ('problem' in read) return sendFault(reply, 400, 'invalid_file', read.problem)
    const field = (name: string): string | undefined => {
      const found = file?.fields[name]
      return found && 'value' in found ? String(found.value) : undefined
    }
    const { filename, text } = read
    return keep(reply, {
      type: 'file',
      name: field('name') ?? filename,
      filename,
      text,
      parentId: field('parent_folder_id') ?? null,
    })
  })
}

function registerReading(app: FastifyInstance, { knowledge }: KnowledgeRouteParts): void {
  app.get<ById>('/knowledge-base/:id', (request, reply) => {
    const document = knowledge.get(request.params.id)
    return document ? reply.send(toFull(document, knowledge.shelf)) : sendUnknownDocument(reply, request.params.id)
  })
  app.get<ById>('/knowledge-base/:id/content', (request, reply) => {
    const document = knowledge.get(request.params.id)
    if (!document || document.type === 'folder') return sendUnknownDocument(reply, request.params.id)
    return reply.type('text/html').send(toHtml(document.text))
  })
}

function registerChanging(app: FastifyInstance, { knowledge, mayReach, now }: KnowledgeRouteParts): void {
  const answer = (reply: FastifyReply, document: KnowledgeDocument): FastifyReply => {
    knowledge.keep(document)
    return reply.send(toFull(document, knowledge.shelf))
  }
  app.patch<ById>('/knowledge-base/:id', (request, reply) => {
    const document = knowledge.get(request.params.id)
    if (!document) return sendUnknownDocument(reply, request.params.id)
    const body = readBody(bodies.patch, request, reply)
    if (!body) return reply
    const { content, name = document.name } = body
    if (content !== undefined && document.type === 'folder') {
      return sendFault(reply, 400, 'invalid_document_type', 'A folder has no content.')
    }
    return answer(reply, { ...withText(document, content ?? document.text, now()), name, updatedAtMs: now() })
  })
  app.patch<ById>('/knowledge-base/:id/update-file', async (request, reply) => {
    const document = knowledge.get(request.params.id)
    if (document?.type !== 'file') return sendUnknownDocument(reply, request.params.id)
    const file = await request.file()
    const read = file ? await readFile(file) : { problem: 'Field required' }
    if ('problem' in read) return sendFault(reply, 400, 'invalid_file', read.problem)
    const { filename, text } = read
    return answer(reply, { ...withText(document, text, now()), name: filename, filename })
  })
  app.post<ById>('/knowledge-base/:id/refresh', async (request, reply) => {
    const document = knowledge.get(request.params.id)
    if (!document?.url) return sendUnknownDocument(reply, request.params.id)
    const read = await readPage(document.url, mayReach)
    if ('problem' in read) return sendFault(reply, 400, 'url_not_readable', read.problem)
    return answer(reply, { ...withText(document, read.text, now()), html: read.html })
  })
  app.post<ById>('/knowledge-base/:id/move', (request, reply) => {
    const body = readBody(bodies.move, request, reply)
    if (!body) return reply
    const document = knowledge.get(request.params.id)
    if (!document) return sendUnknownDocument(reply, request.params.id)
    if (body.move_to !== null && knowledge.get(body.move_to)?.type !== 'folder') {
      return sendUnknownDocument(reply, body.move_to)
    }
    knowledge.keep({ ...document, parentId: body.move_to })
    return reply.send()
  })
}

function registerRemoving(app: FastifyInstance, { knowledge }: KnowledgeRouteParts): void {
  const remove = (id: string, force: boolean): { id: string } | { status: number; code: string; message: string } => {
    const document = knowledge.get(id)
    if (!document) return { status: 404, code: 'document_not_found', message: `Document with id ${id} not found.` }
    if (!force && knowledge.agentsWith(id, false).length > 0) {
      const message = `Document with id ${id} is used by agents. Use force=true to remove it from them.`
      return { status: 400, code: 'document_has_dependent_agents', message }
    }
    knowledge.remove(document)
    return { id }
  }
  app.delete<ById>('/knowledge-base/:id', (request, reply) => {
    const query = readQuery(queries.remove, request, reply)
    if (!query) return reply
    const removed = remove(request.params.id, query.force)
    return 'id' in removed ? reply.send({}) : sendFault(reply, removed.status, removed.code, removed.message)
  })
  app.post('/knowledge-base/bulk-delete', (request, reply) => {
    const body = readBody(bodies.bulkDelete, request, reply)
    if (!body) return reply
    return reply.send(
      byId(body.document_ids, (id) => {
        const removed = remove(id, body.force)
        if ('id' in removed) return { status: 'success', data: removed }
        return failure(removed.status, removed.code, removed.message)
      }),
    )
  })
}

/** Returns the answers of a batch, by the ids of what it is about. */
export function byId(ids: readonly string[], answer: (id: string) => object): Record<string, object> {
  return Object.fromEntries(ids.map((id) => [id, answer(id)]))
}

/** Returns one failed item of a batch. */
export function failure(code: number, status: string, message: string): object {
  return { status: 'failure', error_code: code, error_status: status, error_message: message }
}

async function readFile(file: MultipartFile): Promise<{ filename: string; text: string } | { problem: string }> {
  const type = file.mimetype.split(';')[0] ?? ''
  if (!readableTypes.includes(type)) return { problem: `The offline service does not read ${type}.` }
  try {
    return { filename: file.filename, text: textOf((await file.toBuffer()).toString('utf8'), type) }
  } catch {
    return { problem: 'The file is larger than 20 MB.' }
  }
}

function pathOf(document: KnowledgeDocument, knowledge: KnowledgeBase): { id: string }[] {
  const { folder_path: path } = toFull(document, knowledge.shelf) as { folder_path: { id: string }[] }
  return path.map(({ id }) => ({ id }))
}

function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 6).join(' ')
}
