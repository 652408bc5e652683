import type { usage, voiceSession } from '#contract/conversations/voice.ts'
import { columns, first, type LongRead, type Read } from '../database/sql.ts'
import type { RowOf } from '../kernel/serve.ts'

/** What people see of their own conversations. */

type Charged = 'duration' | 'durationSeconds' | 'minutesUsed' | 'cost' | 'creditsDeducted' | 'secondsCharged'

export interface ConversationRow extends Omit<RowOf<typeof voiceSession>, Charged | 'startedAt'> {
  conversationId: string
  /** Whole seconds, in milliseconds: those charged, or while it runs, those that would be charged by now. */
  chargedMs: number
  createdAt: Date
  connectedAt: Date | null
}

const conversationColumns = columns`voice_session.id, voice_session.user_id, agent_id, agent.name as agent_name,
  agent.image_url as agent_image_url, conversation_id, status, end_reason_of(voice_session) as end_reason,
  charged_so_far(voice_session) as charged_ms, voice_session.created_at, connected_at, ended_at,
  session_transcript.session_id is not null as has_transcript, first_words(session_transcript.lines)`

/** Returns a person's conversations, newest first, at most 1,000. */
export function listConversations(read: LongRead, userId: string): Promise<ConversationRow[]> {
  return read<ConversationRow>`
    select ${conversationColumns}
    from voice_session
    join agent on agent.id = agent_id
    left join session_transcript on session_transcript.session_id = voice_session.id
    where voice_session.user_id = ${userId} order by voice_session.created_at desc, voice_session.id desc limit 1000`
}

export interface ConversationDetails extends ConversationRow {
  /** The organization that pays and in whose context it takes place; null for a person's own. */
  accountId: string
  organizationId: number | null
  /** Whether an admin is testing the agent (D56). */
  isTest: boolean
  /** Whether its agent was to know nothing about the person, and to propose nothing (D185). */
  isWithoutMemory: boolean
  /** Whether the person has deleted its words (D202). */
  areWordsDeleted: boolean
  /** Null while the conversation runs. */
  balanceBeforeMs: number | null
  balanceAfterMs: number | null
  /** Why nothing was charged. */
  note: string | null
}

/** Returns a conversation with its ledger entry; `findOwnConversation` in policies.ts says who may see it. */
export function findConversation(read: Read, sessionId: string): Promise<ConversationDetails | null> {
  return first(read<ConversationDetails>`
    select ${conversationColumns}, voice_session.account_id, voice_session.organization_id, voice_session.is_test,
      voice_session.without_memory as is_without_memory, words_deleted_at is not null as are_words_deleted,
      entry.balance_before_ms, entry.balance_after_ms, entry.notes as note
    from voice_session
    join agent on agent.id = agent_id
    left join session_transcript on session_transcript.session_id = voice_session.id
    left join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
      and entry.ref = voice_session.id::text
    where voice_session.id = ${sessionId}`)
}

export interface Stats {
  totalSessions: number
  talkedMs: number
}

/** Returns figures over the charged conversations and the one that runs (D62, D189). */
export async function readStats(read: LongRead, userId: string): Promise<Stats> {
  const [row] = await read<Stats>`
    select count(*) as total_sessions, coalesce(sum(talked_ms), 0)::bigint as talked_ms
    from counted_talk where user_id = ${userId}`
  return row ?? { totalSessions: 0, talkedMs: 0 }
}

export interface UsageLine
  extends
    Pick<RowOf<typeof usage>, 'id' | 'userId' | 'sessionId' | 'agentId' | 'trackingDate' | 'notes'>,
    Record<'chargedMs' | 'balanceBeforeMs' | 'balanceAfterMs', number> {}

/** Returns the ledger entries of a person's own conversations, newest first, at most 1,000. */
export function listUsage(read: LongRead, userId: string): Promise<UsageLine[]> {
  return read<UsageLine>`
    select id, user_id, session_id, agent_id, charged_ms, balance_before_ms, balance_after_ms, tracking_date,
      notes
    from usage_tracking where user_id = ${userId} order by tracking_date desc, id desc limit 1000`
}
