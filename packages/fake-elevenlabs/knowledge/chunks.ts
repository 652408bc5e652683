/** The passages into which a document is cut for its index. */
import { createHash } from 'node:crypto'
import type { KnowledgeDocument } from './documents.ts'
import type { EmbeddingModel } from './rag-index.ts'

/** About what the provider's models take at once. */
const longestCharacters = 900

/** One passage; its id changes with the document's words and with the model. */
export interface Chunk {
  id: string
  name: string
  content: string
}

/** Returns the passages of a document in order: whole paragraphs together, and long ones cut between sentences. */
export function chunksOf(document: KnowledgeDocument, model: EmbeddingModel): Chunk[] {
  const passages: string[] = []
  for (const piece of document.text.split(/\n{2,}/).flatMap(shortPieces)) {
    const last = passages.at(-1)
    if (last !== undefined && last.length + piece.length < longestCharacters) {
      passages[passages.length - 1] = `${last}\n\n${piece}`
    } else passages.push(piece)
  }
  return passages.map((content, place) => ({
    id: idOf(document, model, place),
    name: `${document.name} ${place + 1}`,
    content,
  }))
}

function idOf({ id, revision }: KnowledgeDocument, model: EmbeddingModel, place: number): string {
  return createHash('sha256').update(`${id} ${revision} ${model} ${place}`).digest('hex').slice(0, 20)
}

/** Returns a paragraph in pieces that fit, or nothing for an empty one. */
function shortPieces(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= longestCharacters) return text ? [text] : []
  const pieces: string[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + segment.length <= longestCharacters)
      pieces[pieces.length - 1] = last + segment
    else pieces.push(...(segment.match(new RegExp(`[\\s\\S]{1,${longestCharacters}}`, 'g')) ?? []))
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean)
}
