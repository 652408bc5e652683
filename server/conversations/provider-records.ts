import { countText } from '#contract/amounts.ts'
import type { LongRead, Read, Step, Tx } from '../database/sql.ts'

/** What the voice provider's own records say of conversations, next to our measurements (D91). */

/** The provider's record counts whole seconds, and starts and ends a moment before or after our clock. */
export const toleranceMs = 2000
/**
 * The waits before a conversation's record is requested, after its end (`voice_session_settle` sets the first) and
 * after each request without a result, for about a day.
 */
const waitsS = [10, 60, 600, ...Array.from({ length: 23 }, () => 3600)]
const takenAtOnce = 10
const copiesAtOnce = 100
/** Longer than any text is kept; the provider itself keeps a copy for 90 days. */
const longestKeptMs = 400 * 24 * 60 * 60_000

/** A final record. */
export interface ProviderFigures {
  conversationId: string
  durationMs: number
  providerCostCredits: number | null
  costUsd: number | null
}

export interface Comparison {
  /** `live`: our own settlement is still to come. */
  state: 'stored' | 'known' | 'live' | 'unknown'
  sessionId: string | null
  /** What was given back, in milliseconds. */
  creditedMs: number
  /** How much longer the record is than the whole conversation. */
  excessMs: number
}

/**
 * Stores a final record once, and gives back what was charged beyond it by more than the tolerance, less what the team
 * has given back for this conversation already (D91).
 */
export async function compareWithProvider(step: Step, figures: ProviderFigures, at: Date): Promise<Comparison> {
  const [row] = await step<Comparison>`
    select state, session_id, coalesce(credited_ms, 0) as credited_ms, coalesce(excess_ms, 0) as excess_ms
    from voice_session_compare(${figures.conversationId}, ${figures.durationMs}, ${figures.providerCostCredits},
      ${figures.costUsd}, ${toleranceMs}, ${at})`
  if (!row) throw new Error('A record could not be compared')
  return row
}

/** Marks a charged conversation as judged. Returns what its results count for; null when they do not, or did before. */
export async function takeForJudging(tx: Tx, sessionId: string): Promise<{ agentId: string; revision: number } | null> {
  const [row] = await tx<{ agentId: string; revision: number | null }>`
    select agent_id, revision from voice_session_take_judged(${sessionId})`
  return row?.revision ? { agentId: row.agentId, revision: row.revision } : null
}

export interface DueRecord {
  conversationId: string
  sessionId: string
  /** It will not be requested again. */
  isLast: boolean
}

/** Returns conversations whose record is due now; each process gets different ones. */
export function takeDueRecords(step: Step, at: Date): Promise<DueRecord[]> {
  return step<DueRecord>`
    select conversation_id, session_id, is_last from voice_session_take_due(${waitsS}, ${takenAtOnce}, ${at})`
}

export const differenceKinds = ['credited', 'longer', 'untold'] as const

export interface Differences {
  kind: (typeof differenceKinds)[number]
  count: number
  differenceMs: number
  /** The first five. */
  sessionIds: string[]
}

/** Returns where the provider's records differ from ours, for conversations that ended since `since`. */
export function listDifferences(read: LongRead, since: Date): Promise<Differences[]> {
  return read<Differences>`
    select kind, count(*) as count, sum(difference_ms)::bigint as difference_ms,
      (array_agg(session_id::text order by session_id))[1:5] as session_ids
    from voice_session_differences(${since}, ${toleranceMs}) group by kind order by kind`
}

/** Returns the differences in words, for the log and the audit. */
export function describeDifferences({ kind, count }: Differences): string {
  const counted = countText(count, 'conversation')
  const tolerance = countText(toleranceMs / 1000, 'second')
  if (kind === 'credited')
    return `${counted} charged more than ${tolerance} too long by the voice provider's record: given back`
  if (kind === 'longer') return `${counted} more than ${tolerance} longer in the voice provider's record: not charged`
  return `${counted} of which the voice provider gave no record within a day`
}

/** Returns the ids of a person's conversations at the provider. Until it has named one, the id is our own (D67). */
export async function listConversationsAtProvider(read: Read, userId: string): Promise<string[]> {
  const rows = await read<{ conversationId: string }>`
    select distinct conversation_id from voice_session
    where user_id = ${userId} and conversation_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  return rows.map(({ conversationId }) => conversationId)
}

/**
 * Takes conversations whose words nobody keeps: those that ended before the given moment, and those whose words were
 * deleted. Their figures are final, because they could no longer be read afterwards; the newest come first, so that none
 * waits behind old ones. Returns their ids, here and at the provider, which must delete its copies (D184).
 */
export async function takeUnkeptCopies(
  tx: Tx,
  endedBefore: Date,
  at: Date,
): Promise<{ ids: string[]; conversationIds: string[] }> {
  const since = new Date(endedBefore.getTime() - longestKeptMs)
  const unkept = await tx<{ id: string }>`
    select id from voice_session
    where ended_at is not null and provider_copy_deleted_at is null and provider_ask_at is null
      and ended_at > ${since} and (ended_at <= ${endedBefore} or words_deleted_at is not null)
      and not exists (select from session_transcript where session_transcript.session_id = voice_session.id)
    order by ended_at desc limit ${copiesAtOnce} for no key update skip locked`
  const ids = unkept.map(({ id }) => id)
  if (ids.length === 0) return { ids, conversationIds: [] }
  const rows = await tx<{ conversationId: string }>`
    select conversation_id from voice_session_end_copies(${ids}, ${at})`
  return { ids, conversationIds: rows.map(({ conversationId }) => conversationId) }
}
