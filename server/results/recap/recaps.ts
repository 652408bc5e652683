import type { BodyOf } from '../../kernel/serve.ts'
import type { AnswerSource, editRecap as editCall } from '#contract/results/recap.ts'
import { createHash } from 'node:crypto'
import { first, hasRows, type Read, type Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'

/** Recaps as they are stored: only with the kept text of their conversation, which takes them along (D184). */

export interface StoredRecap {
  title: string | null
  summary: string | null
  /** Whether the person has changed either. */
  isEdited: boolean
  /** Null while the analysis is still to come. */
  analysedAt: Date | null
}

export interface NewSource {
  documentId: string
  atSecond: number
  excerpt: string
}

interface Analysed {
  sessionId: string
  title: string | null
  summary: string | null
  at: Date
}

/** Returns what is stored of a recap; null when its text is not kept, or nothing was stored yet. */
export function findStoredRecap(read: Read, sessionId: string): Promise<StoredRecap | null> {
  return first(read<StoredRecap>`
    select title, summary, coalesce(title_edited_at, summary_edited_at) is not null as is_edited, analysed_at
    from conversation_recap where session_id = ${sessionId}`)
}

/**
 * Stores what an analysis found, if the text is kept. What the person has changed stays, and so does what this analysis
 * lacks. Returns whether it is kept.
 */
export function storeAnalysis(tx: Tx, { sessionId, title, summary, at }: Analysed): Promise<boolean> {
  return hasRows(tx`
    insert into conversation_recap (session_id, title, summary, analysed_at)
    select session_id, ${title}, ${summary}, ${at} from session_transcript where session_id = ${sessionId} for key share
    on conflict (session_id) do update set analysed_at = excluded.analysed_at,
      title = case when conversation_recap.title_edited_at is null
        then coalesce(excluded.title, conversation_recap.title) else conversation_recap.title end,
      summary = case when conversation_recap.summary_edited_at is null
        then coalesce(excluded.summary, conversation_recap.summary) else conversation_recap.summary end
    returning session_id`)
}

/** Stores what the answers of a kept text were taken from, in place of an earlier reading. */
export async function storeSources(tx: Tx, sessionId: string, sources: readonly NewSource[]): Promise<void> {
  await tx`delete from answer_source where session_id = ${sessionId}`
  if (sources.length === 0) return
  await tx`
    insert into answer_source (session_id, place, at_second, document_id, excerpt)
    select ${sessionId}, found.place - 1, found.at_second, found.document_id, found.excerpt
    from unnest(${sources.map(({ atSecond }) => atSecond)}::integer[],
      ${sources.map(({ documentId }) => documentId)}::uuid[], ${sources.map(({ excerpt }) => excerpt)}::text[])
      with ordinality as found (at_second, document_id, excerpt, place)
    join agent_document on agent_document.id = found.document_id`
}

/** Returns the stored sources of a conversation from the given documents, in the order of the answers. */
export function listSources(read: Read, sessionId: string, documentIds: readonly string[]): Promise<AnswerSource[]> {
  return read`
    select at_second, agent_document.title, excerpt
    from answer_source join agent_document on agent_document.id = document_id
    where session_id = ${sessionId} and document_id = any(${documentIds}::uuid[]) order by at_second, place`
}

/** Stores the person's own title or summary, and refuses when the text is not kept. */
export async function editRecap(tx: Tx, sessionId: string, change: BodyOf<typeof editCall>, at: Date): Promise<void> {
  const { title = null, summary = null } = change
  const isKept = await hasRows(tx`
    insert into conversation_recap (session_id, title, summary, title_edited_at, summary_edited_at)
    select session_id, ${title}::text, ${summary}::text, case when ${title}::text is not null then ${at}::timestamptz end,
      case when ${summary}::text is not null then ${at}::timestamptz end
    from session_transcript where session_id = ${sessionId} for key share
    on conflict (session_id) do update set title = coalesce(excluded.title, conversation_recap.title),
      summary = coalesce(excluded.summary, conversation_recap.summary),
      title_edited_at = coalesce(excluded.title_edited_at, conversation_recap.title_edited_at),
      summary_edited_at = coalesce(excluded.summary_edited_at, conversation_recap.summary_edited_at)
    returning session_id`)
  if (!isKept) refuse('not_kept')
}

export interface KeptConversation {
  id: string
  userId: string
}

/**
 * Takes conversations that were kept since the given moment and whose recap is still to come: no other process gets them
 * for a while, which grows with each try. Their provider's record is final, so that its analysis is there.
 */
export function takeKeptWithoutRecap(
  tx: Tx,
  { keptSince, at }: { keptSince: Date; at: Date },
): Promise<KeptConversation[]> {
  return tx<KeptConversation>`
    with waiting as (
      select session_transcript.session_id, voice_session.user_id
      from session_transcript
      join voice_session on voice_session.id = session_transcript.session_id
      left join conversation_recap as recap on recap.session_id = session_transcript.session_id
      where session_transcript.kept_at > ${keptSince} and recap.analysed_at is null
        and voice_session.provider_ms is not null and not voice_session.is_test
        and (recap.asked_at is null
          or recap.asked_at + greatest(interval '1 minute', (recap.asked_at - session_transcript.kept_at) / 2) <= ${at})
      order by recap.asked_at nulls first, session_transcript.kept_at desc limit 10
      for no key update of session_transcript skip locked),
    asked as (
      insert into conversation_recap (session_id, asked_at) select session_id, ${at}::timestamptz from waiting
      on conflict (session_id) do update set asked_at = excluded.asked_at)
    select session_id as id, user_id from waiting`
}

/** Returns true once for each step of a conversation's analyses, whatever has become of it since. */
export function noteAnalysedStep(tx: Tx, sessionId: string, title: string): Promise<boolean> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const fingerprint = createHash('sha256')
    .update(`${sessionId} ${words.join(' ')}`)
    .digest('base64url')
  return hasRows(tx`
    insert into analysed_step (session_id, fingerprint) values (${sessionId}, ${fingerprint})
    on conflict do nothing returning session_id`)
}

/** Deletes the fingerprints of conversations whose words nobody keeps. */
export async function deleteFingerprints(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx`delete from analysed_step where session_id = any(${sessionIds}::uuid[])`
}

/** Removes what is left of a person's recaps once their kept texts are gone. */
export async function eraseRecaps(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from analysed_step using voice_session
    where voice_session.id = analysed_step.session_id and voice_session.user_id = ${userId}`
}
