import * as z from 'zod/mini'
import { type Provider, request, VoiceUnavailable } from './requests.ts'

/** Documents at the voice provider: a copy of ours, found again by a name that begins with our id. */

/** Understands every language of our agents; the provider's default leans to English. */
const embeddingModel = 'multilingual_e5_large_instruct'
/** The provider fetches the page before it answers. */
const pageMs = 30_000
const path = '/v1/convai/knowledge-base'

/** A document as an agent names it. */
export interface KnowledgeLocator {
  id: string
  name: string
  type: 'text' | 'url'
  isAlwaysRead: boolean
}

/** A document of ours, as it is sent. */
export interface DocumentDefinition {
  /** Our id. */
  id: string
  title: string
}

export type IndexState = 'under way' | 'ready' | 'too small' | 'plan full' | 'failed'

/** A passage of a document, at the provider's id. */
export interface ProviderPassage {
  providerDocumentId: string
  text: string
}

const createdAnswer = z.object({ id: z.string() })
const listAnswer = z.object({ documents: z.array(z.object({ id: z.string(), name: z.string() })) })
const documentAnswer = z.object({ extracted_inner_html: z.optional(z.string()) })
const indexAnswer = z.object({ status: z.string() })
const questionAnswer = z.object({ chunks: z.array(z.object({ document_id: z.string(), text: z.string() })) })
const passageAnswer = z.object({ content: z.string() })
const anyAnswer = z.unknown()

/** Returns the name by which a document is found again; what follows our id may be read by the model. */
export function nameOf({ id, title }: DocumentDefinition): string {
  return `luna-${id} ${title}`
}

/** Returns how an agent's settings name its documents. */
export function toProviderKnowledge(locators: readonly KnowledgeLocator[]): object {
  return {
    knowledge_base: locators.map(({ id, isAlwaysRead, name, type }) => ({
      type,
      id,
      name,
      usage_mode: isAlwaysRead ? 'prompt' : 'auto',
    })),
    rag: {
      // Each turn waits for it, so it is off while there is nothing to search.
      enabled: locators.some(({ isAlwaysRead }) => !isAlwaysRead),
      embedding_model: embeddingModel,
      max_vector_distance: 0.6,
      max_documents_length: 12_000,
      max_retrieved_rag_chunks_count: 8,
    },
  }
}

/** Returns the provider's id of a document that was sent before; null when there is none. */
export async function findDocument(provider: Provider, document: DocumentDefinition): Promise<string | null> {
  // Its search compares the beginnings of names.
  const prefix = `luna-${document.id}`
  const query = new URLSearchParams({ search: prefix, page_size: '1' })
  const { documents } = await request(provider, 'GET', `${path}?${query.toString()}`, listAnswer)
  return documents.find(({ name }) => name.startsWith(prefix))?.id ?? null
}

/** Sends a text. The provider has no key for repeats: look for the document before. */
export async function createTextDocument(
  provider: Provider,
  document: DocumentDefinition,
  text: string,
): Promise<string> {
  return (await request(provider, 'POST', `${path}/text`, createdAnswer, { name: nameOf(document), text })).id
}

/** Lets the provider read a page. */
export async function createPageDocument(
  provider: Provider,
  document: DocumentDefinition,
  url: string,
): Promise<string> {
  const body = { name: nameOf(document), url }
  return (await request(provider, 'POST', `${path}/url`, createdAnswer, body, pageMs)).id
}

/** Returns the text of a page as the provider has read it, as HTML. */
export async function readDocumentHtml(provider: Provider, providerDocumentId: string): Promise<string> {
  const answer = await request(provider, 'GET', `${path}/${encodeURIComponent(providerDocumentId)}`, documentAnswer)
  return answer.extracted_inner_html ?? ''
}

/** Replaces title and text under the same id. */
export async function updateDocument(
  provider: Provider,
  providerDocumentId: string,
  document: DocumentDefinition,
  text: string,
): Promise<void> {
  const body = { name: nameOf(document), content: text }
  await request(provider, 'PATCH', `${path}/${encodeURIComponent(providerDocumentId)}`, anyAnswer, body)
}

/** Deletes a document, also where an agent still names it. One that the provider does not know counts as deleted. */
export async function deleteDocument(provider: Provider, providerDocumentId: string): Promise<void> {
  try {
    await request(provider, 'DELETE', `${path}/${encodeURIComponent(providerDocumentId)}?force=true`, anyAnswer)
  } catch (error) {
    if (!(error instanceof VoiceUnavailable) || error.status !== 404) throw error
  }
}

/** Begins the index of a document, or looks how far it is. */
export async function indexDocument(provider: Provider, providerDocumentId: string): Promise<IndexState> {
  const body = { model: embeddingModel }
  const address = `${path}/${encodeURIComponent(providerDocumentId)}/rag-index`
  const { status } = await request(provider, 'POST', address, indexAnswer, body)
  // The provider's own samples write them in capitals.
  switch (status.toLowerCase()) {
    case 'succeeded':
      return 'ready'
    case 'document_too_small':
      return 'too small'
    case 'rag_limit_exceeded':
      return 'plan full'
    case 'failed':
    case 'cannot_index_folder':
      return 'failed'
    default:
      return 'under way'
  }
}

/** Returns the passages that an agent would get for a question, the nearest first. */
export async function findPassages(
  provider: Provider,
  providerAgentId: string,
  question: string,
): Promise<ProviderPassage[]> {
  const address = `/v1/convai/agents/${encodeURIComponent(providerAgentId)}/knowledge-base/rag-query`
  const { chunks } = await request(provider, 'POST', address, questionAnswer, { query: question })
  return chunks.map(({ document_id: providerDocumentId, text }) => ({ providerDocumentId, text }))
}

/** Returns the words of a passage that a record names. */
export async function readPassage(provider: Provider, providerDocumentId: string, chunkId: string): Promise<string> {
  const query = new URLSearchParams({ embedding_model: embeddingModel })
  const address = `${path}/${encodeURIComponent(providerDocumentId)}/chunk/${encodeURIComponent(chunkId)}`
  return (await request(provider, 'GET', `${address}?${query.toString()}`, passageAnswer)).content
}
