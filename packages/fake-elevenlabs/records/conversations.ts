/** Conversation records as the provider keeps and lists them. */
import { randomBytes } from 'node:crypto'
import type { EmbeddingModel } from '../knowledge/rag-index.ts'
import type { Agent } from '../rest/agents.ts'
import type { Analysis } from './analysis.ts'
import type { TranscriptLine } from './transcript.ts'

/** How long a signed address can begin a conversation. */
export const signatureLifeMs = 15 * 60 * 1000

export const conversationStatuses = ['initiated', 'in-progress', 'processing', 'done', 'failed'] as const

/** One conversation; times are whole seconds, `start_time_unix_secs` by the stand-in's clock. */
export interface ConversationRecord {
  agent_id: string
  agent_name: string
  version_id: string
  conversation_id: string
  status: (typeof conversationStatuses)[number]
  user_id: string | null
  has_audio: boolean
  has_user_audio: boolean
  has_response_audio: boolean
  transcript: TranscriptLine[]
  metadata: {
    start_time_unix_secs: number
    accepted_time_unix_secs: number | null
    call_duration_secs: number
    queue_wait_secs: number | null
    /** Credits. */
    cost: number | null
    /** Dollars. */
    cost_fiat: number | null
    charging: { tier: string; is_burst: boolean; call_charge: number; llm_charge: number } | null
    termination_reason: string
    error: { code: number; reason: string } | null
    text_only: boolean
    main_language: string
    rag_usage: { usage_count: number; embedding_model: EmbeddingModel } | null
  }
  /** Null until the conversation has been processed. */
  analysis: Analysis | null
  conversation_initiation_client_data: Record<string, unknown>
}

export function newConversationId(): string {
  return `conv_${randomBytes(14).toString('hex')}`
}

/** Returns a record for a conversation whose address was signed and that has not been opened yet. */
export function initiatedRecord(
  agent: Pick<Agent, 'agent_id' | 'conversation_config' | 'name' | 'version_id'>,
  conversationId: string,
  nowMs: number,
): ConversationRecord {
  return {
    agent_id: agent.agent_id,
    agent_name: agent.name,
    version_id: agent.version_id,
    conversation_id: conversationId,
    status: 'initiated',
    user_id: null,
    has_audio: false,
    has_user_audio: false,
    has_response_audio: false,
    transcript: [],
    metadata: {
      start_time_unix_secs: Math.floor(nowMs / 1000),
      accepted_time_unix_secs: null,
      call_duration_secs: 0,
      queue_wait_secs: null,
      cost: null,
      cost_fiat: null,
      charging: null,
      termination_reason: '',
      error: null,
      text_only: false,
      main_language: agent.conversation_config.agent.language,
      rag_usage: null,
    },
    analysis: null,
    conversation_initiation_client_data: {},
  }
}

/** Returns the record as it reads now. One that was not opened while its signature was valid has failed. */
export function readRecord(record: ConversationRecord, nowMs: number): ConversationRecord {
  const expired = nowMs - record.metadata.start_time_unix_secs * 1000 > signatureLifeMs
  return record.status === 'initiated' && expired ? { ...record, status: 'failed' } : record
}
