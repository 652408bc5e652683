/** Documents and folders of the account's knowledge base, and how the provider describes them. */
import { randomBytes } from 'node:crypto'
import { type RagIndex, sizeBytes } from './rag-index.ts'

export const documentTypes = ['file', 'url', 'text', 'folder'] as const
export type DocumentType = (typeof documentTypes)[number]

/** One document, or a folder, as it lies on disk. Times are ms of the stand-in's clock. */
export interface KnowledgeDocument {
  id: string
  name: string
  type: DocumentType
  /** Its words; empty for a folder. */
  text: string
  /** The inner part of a page as it was fetched; null for what is no page, or was changed since. */
  html?: string | null
  /** Grows with every change of the words, which gives the chunks new ids. */
  revision: number
  url: string | null
  parentId: string | null
  createdAtMs: number
  updatedAtMs: number
  indexes: RagIndex[]
}

/** Returns a new document without an index. */
export function newDocument(
  given: Pick<KnowledgeDocument, 'name' | 'type' | 'parentId'> & Partial<KnowledgeDocument>,
  nowMs: number,
): KnowledgeDocument {
  const id = randomBytes(10).toString('hex')
  const empty = { text: '', revision: 1, url: null, indexes: [] }
  return { id, ...empty, createdAtMs: nowMs, updatedAtMs: nowMs, ...given }
}

/** Returns the document with other words. Its indexes begin again, because their chunks are gone. */
export function withText(document: KnowledgeDocument, text: string, nowMs: number): KnowledgeDocument {
  if (text === document.text) return document
  const indexes = document.indexes.map((index) => ({ ...index, startedAtMs: nowMs }))
  return { ...document, text, html: null, revision: document.revision + 1, updatedAtMs: nowMs, indexes }
}

/** Returns the text as the provider keeps it: paragraphs of HTML. */
export function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const paragraphs = escaped.split(/\n{2,}/).filter((part) => part.trim())
  return paragraphs.map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`).join('\n')
}

/** The folders and documents of the account, by their ids. */
export type Shelf = ReadonlyMap<string, KnowledgeDocument>

/** Returns the folders above a document, the outermost first. */
export function foldersAbove(document: KnowledgeDocument, shelf: Shelf): KnowledgeDocument[] {
  const above: KnowledgeDocument[] = []
  for (let id = document.parentId; id !== null;) {
    const folder = shelf.get(id)
    if (!folder || above.includes(folder)) break
    above.unshift(folder)
    id = folder.parentId
  }
  return above
}

/** Returns what a folder holds at any depth, without itself. */
export function inside(folder: KnowledgeDocument, shelf: Shelf): KnowledgeDocument[] {
  return [...shelf.values()].filter((document) => foldersAbove(document, shelf).includes(folder))
}

/** Returns a document as lists name it. */
export function toSummary(document: KnowledgeDocument, shelf: Shelf): Record<string, unknown> {
  const { id, name, type } = document
  return {
    id,
    name,
    type,
    metadata: {
      created_at_unix_secs: Math.floor(document.createdAtMs / 1000),
      last_updated_at_unix_secs: Math.floor(document.updatedAtMs / 1000),
      size_bytes: sizeBytes(document),
    },
    supported_usages: type === 'folder' ? ['auto'] : ['prompt', 'auto'],
    access_info: { is_creator: true, creator_name: 'Luna', creator_email: 'standin@luna.test', role: 'admin' },
    folder_parent_id: document.parentId,
    folder_path: foldersAbove(document, shelf).map((folder) => ({ id: folder.id, name: folder.name })),
    ...ofType(document, shelf),
  }
}

/** Returns a document as its own address answers it. */
export function toFull(document: KnowledgeDocument, shelf: Shelf): Record<string, unknown> {
  const summary = toSummary(document, shelf)
  if (document.type === 'folder') return summary
  return { ...summary, extracted_inner_html: document.html ?? toHtml(document.text), content_format: 'html' }
}

function ofType(document: KnowledgeDocument, shelf: Shelf): Record<string, unknown> {
  if (document.type === 'url') return { url: document.url, auto_sync_info: null }
  if (document.type !== 'folder') return {}
  const children = [...shelf.values()].filter(({ parentId }) => parentId === document.id)
  const documents = inside(document, shelf).filter(({ type }) => type !== 'folder')
  return { children_count: children.length, document_count: documents.length }
}
