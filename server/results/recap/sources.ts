import type { ReadableDocument } from './policies.ts'

/** Which passages are shown as what an answer was taken from. */

/** Beyond this distance a passage was only looked at. */
const nearDistance = 0.45
const mostOfOneAnswer = 2

/** What the provider reports of an answer. */
interface Sourced {
  passages: readonly { providerDocumentId: string; chunkId: string; /** From 0, the same, to 1. */ distance: number }[]
  /** The passages that the agent says it used; null where it does not say. */
  usedChunkIds: readonly string[] | null
  /** The documents that it always has in mind and used. */
  usedDocumentIds: readonly string[]
}

export interface WantedSource<Answer> {
  answer: Answer
  document: ReadableDocument
  /** Null for a document that the agent always has in mind. */
  chunkId: string | null
}

/**
 * Returns the passages that an agent says it used for an answer, or else the nearest, as far as they come from the given
 * documents; two at most.
 */
export function chooseSources<Answer extends Sourced>(
  answer: Answer,
  documents: readonly ReadableDocument[],
): WantedSource<Answer>[] {
  const { passages, usedChunkIds, usedDocumentIds } = answer
  const byDistance = passages.toSorted((a, b) => a.distance - b.distance)
  const chosen = usedChunkIds
    ? byDistance.filter(({ chunkId }) => usedChunkIds.includes(chunkId))
    : byDistance.filter(({ distance }) => distance < nearDistance)
  const known = new Map(documents.map((document) => [document.providerDocumentId, document]))
  const find = (providerDocumentId: string, chunkId: string | null): WantedSource<Answer>[] => {
    const document = known.get(providerDocumentId)
    return document ? [{ answer, document, chunkId }] : []
  }
  return [
    ...chosen.flatMap(({ chunkId, providerDocumentId }) => find(providerDocumentId, chunkId)),
    ...usedDocumentIds.flatMap((providerDocumentId) => find(providerDocumentId, null)),
  ].slice(0, mostOfOneAnswer)
}
