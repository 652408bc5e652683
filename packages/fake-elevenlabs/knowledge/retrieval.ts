/** Which passages answer a question: BM25 over the passages of the documents that an agent may read. */
import MiniSearch from 'minisearch'
import { meaningfulWords, plainWord } from '../words.ts'
import { chunksOf } from './chunks.ts'
import type { KnowledgeDocument } from './documents.ts'
import type { Agent } from '../rest/agents.ts'
import { type EmbeddingModel, usualModel } from './rag-index.ts'

/** A passage that was found; a smaller distance is nearer, from 0 to 1. */
export interface Passage {
  document: KnowledgeDocument
  chunkId: string
  text: string
  distance: number
}

export interface RetrievalSettings {
  model: EmbeddingModel
  maxDistance: number
  /** Characters of all passages together. */
  maxCharacters: number
  maxChunks: number
}

interface Limits {
  use_agent_defaults: boolean
  max_documents_length?: number | undefined
  max_retrieved_rag_chunks_count?: number | undefined
}

/** Returns the limits of an agent's retrieval, or those of a question that brings its own. */
export function retrievalSettings(agent: Agent, own: Limits = { use_agent_defaults: true }): RetrievalSettings {
  const rag = agent.conversation_config.agent.prompt.rag ?? {}
  return {
    model: rag.embedding_model ?? usualModel,
    maxDistance: rag.max_vector_distance ?? 0.6,
    maxCharacters: own.max_documents_length ?? rag.max_documents_length ?? 50_000,
    maxChunks: own.max_retrieved_rag_chunks_count ?? rag.max_retrieved_rag_chunks_count ?? 20,
  }
}

/** A passage that holds every word of the question is this far away, because nothing is ever nearer than that. */
const nearest = 0.15
const closeness = 0.8

interface Entry {
  id: string
  text: string
  document: KnowledgeDocument
}

const indexes = new WeakMap<KnowledgeDocument, Map<EmbeddingModel, Entry[]>>()

/** Returns the passages that answer a question, the nearest first, within the agent's limits. */
export function retrieve(question: string, documents: KnowledgeDocument[], settings: RetrievalSettings): Passage[] {
  const entries = documents.flatMap((document) => entriesOf(document, settings.model))
  const asked = [...new Set(meaningfulWords(question))]
  if (asked.length === 0 || entries.length === 0) return []
  const search = new MiniSearch<Entry>({ fields: ['text'], processTerm: (term) => plainWord(term) })
  search.addAll(entries)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const weights = weightsOf(asked, entries)
  const found = search.search(asked.join(' '), { fuzzy: (term) => (term.length >= 5 ? 0.2 : false), prefix: isLong })
  const passages = found.flatMap(({ id, queryTerms }) => {
    const entry = byId.get(String(id))
    const share = queryTerms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
    return entry ? [toPassage(entry, nearest + closeness * (1 - share))] : []
  })
  const near = passages.filter(({ distance }) => distance <= settings.maxDistance)
  return withinLimits(
    near.toSorted((a, b) => a.distance - b.distance),
    settings,
  )
}

function toPassage({ id, text, document }: Entry, distance: number): Passage {
  return { document, chunkId: id, text, distance: Math.round(distance * 1000) / 1000 }
}

/** Returns what each word of a question counts of the whole: rare words more, words that no passage holds the most. */
function weightsOf(asked: readonly string[], entries: readonly Entry[]): Map<string, number> {
  const rarity = (word: string): number => {
    const holding = entries.filter(({ text }) => meaningfulWords(text).some((other) => other.startsWith(word))).length
    return Math.log(1 + entries.length / (holding + 0.5))
  }
  const whole = asked.reduce((sum, word) => sum + rarity(word), 0)
  return new Map(asked.map((word) => [word, rarity(word) / whole]))
}

function isLong(term: string): boolean {
  return term.length >= 5
}

function entriesOf(document: KnowledgeDocument, model: EmbeddingModel): Entry[] {
  const known = indexes.get(document) ?? new Map<EmbeddingModel, Entry[]>()
  indexes.set(document, known)
  const entries =
    known.get(model) ?? chunksOf(document, model).map(({ id, content }) => ({ id, text: content, document }))
  known.set(model, entries)
  return entries
}

function withinLimits(passages: readonly Passage[], { maxCharacters, maxChunks }: RetrievalSettings): Passage[] {
  const chosen: Passage[] = []
  let characters = 0
  for (const passage of passages.slice(0, maxChunks)) {
    characters += passage.text.length
    if (characters > maxCharacters) break
    chosen.push(passage)
  }
  return chosen
}
