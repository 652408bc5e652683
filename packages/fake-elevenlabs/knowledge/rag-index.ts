/** The index of one document for one embedding model, whose state follows from the time since it was begun. */
import { randomBytes } from 'node:crypto'

export const embeddingModels = ['e5_mistral_7b_instruct', 'multilingual_e5_large_instruct'] as const
export type EmbeddingModel = (typeof embeddingModels)[number]
export const usualModel: EmbeddingModel = 'e5_mistral_7b_instruct'

/** What an index must know of its document. */
interface Indexed {
  type: string
  text: string
  indexes: RagIndex[]
}

export type IndexStatus =
  | 'created'
  | 'processing'
  | 'failed'
  | 'succeeded'
  | 'rag_limit_exceeded'
  | 'document_too_small'
  | 'cannot_index_folder'

export interface RagIndex {
  id: string
  model: EmbeddingModel
  /** When it was begun, in ms of the stand-in's clock. */
  startedAtMs: number
  /** Set when it was refused for good. */
  refused: Extract<IndexStatus, 'rag_limit_exceeded' | 'document_too_small' | 'cannot_index_folder'> | null
}

/** Smaller documents are not indexed: their text goes into the prompt. */
export const smallestBytes = 500
const waitingMs = 150
const shortestMs = 600
/** The provider says "a few minutes for large documents"; nobody waits that long here. */
const msPerKilobyte = 2
const longestMs = 6000

/** Returns a new index; `leftBytes` is what the plan has left, null for any number. */
export function beginIndex(
  document: Indexed,
  model: EmbeddingModel,
  leftBytes: number | null,
  nowMs: number,
): RagIndex {
  const id = randomBytes(10).toString('hex')
  return { id, model, startedAtMs: nowMs, refused: refusalOf(document, leftBytes) }
}

function refusalOf(document: Indexed, leftBytes: number | null): RagIndex['refused'] {
  if (document.type === 'folder') return 'cannot_index_folder'
  if (sizeBytes(document) < smallestBytes) return 'document_too_small'
  return leftBytes !== null && sizeBytes(document) > leftBytes ? 'rag_limit_exceeded' : null
}

/** Returns the state of an index as it reads now; progress in percent. */
export function stateOf(document: Indexed, index: RagIndex, nowMs: number): { status: IndexStatus; progress: number } {
  if (index.refused) return { status: index.refused, progress: 0 }
  const lengthMs = Math.min(longestMs, shortestMs + (sizeBytes(document) / 1000) * msPerKilobyte)
  const passedMs = nowMs - index.startedAtMs - waitingMs
  if (passedMs < 0) return { status: 'created', progress: 0 }
  if (passedMs >= lengthMs) return { status: 'succeeded', progress: 100 }
  return { status: 'processing', progress: Math.floor((100 * passedMs) / lengthMs) }
}

/** Returns the bytes of the plan that an index takes. */
export function usedBytes(document: Indexed, { refused }: RagIndex): number {
  return refused ? 0 : sizeBytes(document)
}

/** Returns an index as the provider answers it. */
export function toAnswer(document: Indexed, index: RagIndex, nowMs: number): Record<string, unknown> {
  const { status, progress } = stateOf(document, index, nowMs)
  return {
    id: index.id,
    model: index.model,
    status,
    progress_percentage: progress,
    document_model_index_usage: { used_bytes: usedBytes(document, index) },
  }
}

/** Returns whether agents find the document by this model now. */
export function isSearchable(document: Indexed, model: EmbeddingModel, nowMs: number): boolean {
  return document.indexes.some(
    (index) => index.model === model && stateOf(document, index, nowMs).status === 'succeeded',
  )
}

/** Returns the size by which the provider counts a document. */
export function sizeBytes({ text }: Pick<Indexed, 'text'>): number {
  return Buffer.byteLength(text)
}
