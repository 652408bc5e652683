import { countText, formatDuration } from '#contract/amounts.ts'
import { allValues, type LongRead, type Read, type Step, type Tx } from '../database/sql.ts'
import type { Judged } from '#contract/agents/quality.ts'
import { addJudged } from '../agents/quality/versions.ts'
import type { Finding, talkFindingKinds } from '../audit/findings.ts'

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

interface Comparison {
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
async function takeForJudging(tx: Tx, sessionId: string): Promise<{ agentId: string; revision: number } | null> {
  const [row] = await tx<{ agentId: string; revision: number | null }>`
    select agent_id, revision from voice_session_take_judged(${sessionId})`
  return row?.revision ? { agentId: row.agentId, revision: row.revision } : null
}

interface DueRecord {
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

interface Differences {
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
export function listConversationsAtProvider(read: Read, userId: string): Promise<string[]> {
  return allValues(read<{ conversationId: string }>`
    select distinct conversation_id from voice_session
    where user_id = ${userId} and conversation_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`)
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

/**
 * Counts the results of a charged conversation once for the words that its agent had. Tests and free conversations count
 * nowhere, and nothing but the counts is stored (D56, D90, D189).
 */
export async function countJudged(tx: Tx, sessionId: string, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return
  const taken = await takeForJudging(tx, sessionId)
  if (taken) await addJudged(tx, taken, judged)
}

/** Conversations that gave more than was charged for them (D91, D176, D191). */

/** The gateway ends a conversation at 60 s of free time and checks once a second. */
const maxFreeMs = 62_000
/** The provider sends sound ahead of playback, so hanging up during an answer leaves some of it unpaid (D191). */
const maxUnpaidSoundMs = 10_000
/** The gateway waits 15 s for a lost line (D75); this allows three such waits in one conversation. */
const maxProviderExcessMs = 45_000

interface Found {
  kind: (typeof talkFindingKinds)[number]
  sessionId: string
  accountId: string
  ms: number
  chargedMs: number
}

const described: Record<Found['kind'], (found: string, charged: string) => string> = {
  talk_free_time: (found, charged) => `${found} were free beside the ${charged} charged`,
  talk_unpaid_sound: (found, charged) => `${found} of sound were delivered and ${charged} charged`,
  talk_provider_time: (found, charged) => `The voice provider measured ${found}, and ${charged} were charged`,
}

/** Returns the findings among conversations that ended since `since`, and among `alsoIds`. Tests are free (D56). */
export async function listUnpaidTalk(read: LongRead, since: Date, alsoIds: string[]): Promise<Finding[]> {
  const rows = await read<Found>`
    select kind, voice_session.id as session_id, account_id, found.ms, charged_ms
    from voice_session
    cross join lateral (values
      ('talk_free_time', free_ms, free_ms > ${maxFreeMs}),
      ('talk_unpaid_sound', sound_ms, sound_ms - charged_ms > ${maxUnpaidSoundMs}),
      ('talk_provider_time', provider_ms, provider_ms - charged_ms > ${maxProviderExcessMs})
    ) as found (kind, ms, is_so)
    where found.is_so and (ended_at > ${since} or voice_session.id = any(${alsoIds}::uuid[])) and not is_test`
  return rows.map(({ kind, sessionId, accountId, ms, chargedMs }) => {
    const details = described[kind](durationOf(ms), durationOf(chargedMs))
    return { kind, objectId: sessionId, accountId, details }
  })
}

function durationOf(ms: number): string {
  return formatDuration(Math.round(ms / 1000))
}
