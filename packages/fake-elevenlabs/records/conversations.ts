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

export interface ConversationFilter {
  agent_id?: string
  user_id?: string
  cursor?: string
  page_size: number
  call_start_after_unix?: number
  call_start_before_unix?: number
  call_duration_min_secs?: number
  call_duration_max_secs?: number
  exclude_statuses?: ConversationRecord['status'][]
  sort_direction: 'asc' | 'desc'
}

/**
 * Returns one page of the list, newest first unless requested otherwise; the cursor is the last conversation of the
 * page before.
 */
export function listConversations(
  records: ConversationRecord[],
  filter: ConversationFilter,
): { conversations: Record<string, unknown>[]; next_cursor: string | null; has_more: boolean } {
  const { call_start_after_unix: after = -Infinity, call_start_before_unix: before = Infinity } = filter
  const wanted = records
    .filter((record) => !filter.agent_id || record.agent_id === filter.agent_id)
    .filter((record) => !filter.user_id || record.user_id === filter.user_id)
    .filter(({ metadata }) => metadata.start_time_unix_secs >= after && metadata.start_time_unix_secs <= before)
    .filter(({ metadata }) => metadata.call_duration_secs >= (filter.call_duration_min_secs ?? 0))
    .filter(({ metadata }) => metadata.call_duration_secs <= (filter.call_duration_max_secs ?? Infinity))
    .filter(({ status }) => !filter.exclude_statuses?.includes(status))
    .toSorted(
      (a, b) =>
        (filter.sort_direction === 'asc' ? -1 : 1) *
          (b.metadata.start_time_unix_secs - a.metadata.start_time_unix_secs) ||
        a.conversation_id.localeCompare(b.conversation_id),
    )
  const start = wanted.findIndex((record) => record.conversation_id === filter.cursor) + 1
  const page = wanted.slice(start, start + filter.page_size)
  const hasMore = start + page.length < wanted.length
  const nextCursor = hasMore ? (page.at(-1)?.conversation_id ?? null) : null
  return { conversations: page.map(summarize), next_cursor: nextCursor, has_more: hasMore }
}

function summarize(record: ConversationRecord): Record<string, unknown> {
  return {
    agent_id: record.agent_id,
    agent_name: record.agent_name,
    conversation_id: record.conversation_id,
    start_time_unix_secs: record.metadata.start_time_unix_secs,
    call_duration_secs: record.metadata.call_duration_secs,
    message_count: record.transcript.length,
    status: record.status,
    call_successful: record.analysis?.call_successful ?? 'unknown',
    call_summary_title: record.analysis?.call_summary_title ?? null,
  }
}
