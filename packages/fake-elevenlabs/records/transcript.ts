/** Lines of a record's transcript, with what they were taken from and what was called. */
import type { ToolResult } from '../conversation/tool-calls.ts'
import type { Reading } from '../dialogue/dialogue.ts'
import type { EmbeddingModel } from '../knowledge/rag-index.ts'

interface RetrievalInfo {
  chunks: { document_id: string; chunk_id: string; vector_distance: number }[]
  embedding_model: EmbeddingModel
  retrieval_query: string
  rag_latency_secs: number
  used_chunk_ids?: string[]
}

/** What a record keeps about one answer besides its words. */
export interface AnswerNotes {
  rag_retrieval_info?: RetrievalInfo | null
  used_static_kb_document_ids?: string[]
  tool_calls?: Record<string, unknown>[]
  tool_results?: Record<string, unknown>[]
}

export interface TranscriptLine extends AnswerNotes {
  role: 'user' | 'agent'
  message: string
  time_in_call_secs: number
  interrupted?: boolean
  original_message?: string
}

/** Returns what an answer was taken from. Which passages were used is noted only where the agent attributes sources. */
export function readingNotes(reading: Reading, model: EmbeddingModel, attributes: boolean): AnswerNotes {
  const { passages, question, used, usedInPrompt } = reading
  const info: RetrievalInfo = {
    chunks: passages.map(({ chunkId, distance, document }) => ({
      document_id: document.id,
      chunk_id: chunkId,
      vector_distance: distance,
    })),
    embedding_model: model,
    retrieval_query: question,
    rag_latency_secs: 0.01,
    ...(attributes && used ? { used_chunk_ids: [used.chunkId] } : {}),
  }
  return {
    rag_retrieval_info: passages.length > 0 ? info : null,
    ...(attributes && usedInPrompt !== null ? { used_static_kb_document_ids: [usedInPrompt] } : {}),
  }
}

/** Returns what a tool was asked and what it answered. */
export function toolNotes(name: string, parameters: Record<string, string>, result: ToolResult): AnswerNotes {
  const parameterText = JSON.stringify(parameters)
  const called = { type: 'client', request_id: result.callId, tool_name: name, tool_has_been_called: true }
  const details = { type: 'client', parameters: parameterText }
  const answered = {
    result_value: result.result,
    is_error: result.isError,
    is_blocked: false,
    tool_latency_secs: Math.round(result.latencyMs) / 1000,
    error_type: '',
    raw_error_message: '',
  }
  return {
    tool_calls: [{ ...called, params_as_json: parameterText, tool_details: details }],
    tool_results: [{ ...called, ...answered }],
  }
}
