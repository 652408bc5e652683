import type { Agent } from '../rest/agents.ts'
import type { RetrievalSettings } from './retrieval.ts'
import { usualModel } from './rag-index.ts'

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
