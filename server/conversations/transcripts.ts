import type { BodyOf, RowOf } from '../kernel/serve.ts'
import {
  defaultKeptDays,
  type searchTranscripts as searchCall,
  type transcriptSettings,
  type updateTranscriptSettings,
} from '#contract/conversations/transcripts.ts'
import type { transcript, TranscriptLine } from '#contract/conversations/voice.ts'
import { first, type LongRead, type Read, type Step, type Tx } from '../database/sql.ts'
import { patternOf } from '../kernel/admin-list.ts'

/** Transcripts that people keep: by the owner's settings, visible to the owner only, deleted after some days (D90). */

export type KeptTranscript = RowOf<typeof transcript> & { userId: string }

interface EndedText {
  sessionId: string
  userId: string
  lines: TranscriptLine[]
  at: Date
}

/** Keeps the text of one conversation because its owner asks for it. Returns null when they deleted it (D202). */
export async function keepTranscript(tx: Tx, text: EndedText): Promise<KeptTranscript | null> {
  const { keptDays } = await readTranscriptSettings(tx, text.userId)
  await tx`
    insert into session_transcript (session_id, user_id, lines, kept_at, kept_until)
    select id, ${text.userId}, ${JSON.stringify(text.lines)}, ${text.at},
      ${text.at}::timestamptz + make_interval(days => ${keptDays})
    from voice_session where id = ${text.sessionId} and words_deleted_at is null for share
    on conflict (session_id) do nothing`
  const kept = await findTranscript(tx, text.sessionId)
  if (kept && kept.userId !== text.userId) throw new Error(`The text of ${text.sessionId} belongs to somebody else`)
  return kept
}

/**
 * Keeps the text of a conversation that has just ended, in one statement, if its owner keeps every text and has not
 * deleted this one already, and its organization allows it.
 */
export async function keepIfWanted(step: Step, text: EndedText): Promise<void> {
  await step`
    insert into session_transcript (session_id, user_id, lines, kept_at, kept_until)
    select ${text.sessionId}, user_id, ${JSON.stringify(text.lines)}, ${text.at},
      ${text.at}::timestamptz + make_interval(days => kept_days)
    from transcript_setting where user_id = ${text.userId} and save
      and not exists (select from voice_session
        left join organization on organization.id = voice_session.organization_id
        where voice_session.id = ${text.sessionId} and (words_deleted_at is not null or not allows_transcripts))
    on conflict (session_id) do nothing`
}

/** Returns the kept text of a conversation; `maySeeTranscript` says who may see it. */
export function findTranscript(read: Read, sessionId: string): Promise<KeptTranscript | null> {
  return first(read<KeptTranscript>`
    select user_id, lines, kept_until from session_transcript where session_id = ${sessionId}`)
}

export async function deleteTranscript(tx: Tx, sessionId: string): Promise<void> {
  await tx`delete from session_transcript where session_id = ${sessionId}`
}

export async function deleteOldTranscripts(tx: Tx, at: Date): Promise<void> {
  await tx`delete from session_transcript where kept_until < ${at}`
}

export type FoundText = RowOf<typeof searchCall>

/** Returns a person's conversations in whose kept text one line holds all the words, ignoring case and accents. */
export function searchTranscripts(read: LongRead, userId: string, words: string): Promise<FoundText[]> {
  const patterns = words.split(/\s+/).map(patternOf)
  return read<FoundText>`
    select session_id, (array_agg(line order by place))[1] as line, count(*) as line_count
    from session_transcript
    cross join lateral jsonb_array_elements(lines) with ordinality as said (line, place)
    where user_id = ${userId} and searchable(line ->> 'text') like all (${patterns}::text[])
    group by session_id order by session_id desc limit 1000`
}

export type TranscriptSettings = Omit<RowOf<typeof transcriptSettings>, 'isAllowedHere'>

export async function readTranscriptSettings(read: Read, userId: string): Promise<TranscriptSettings> {
  const [row] = await read<TranscriptSettings>`
    select save, kept_days from transcript_setting where user_id = ${userId}`
  return row ?? { save: false, keptDays: defaultKeptDays }
}

/** Changes the given settings. Another number of days also applies to kept texts, and those past it are deleted. */
export async function changeTranscriptSettings(
  tx: Tx,
  userId: string,
  change: BodyOf<typeof updateTranscriptSettings>,
  at: Date,
): Promise<TranscriptSettings> {
  await tx`
    insert into transcript_setting (user_id, save, kept_days, updated_at)
    values (${userId}, ${change.save ?? false}, ${change.keptDays ?? defaultKeptDays}, ${at})
    on conflict (user_id) do update set save = coalesce(${change.save}::boolean, transcript_setting.save),
      kept_days = coalesce(${change.keptDays}::integer, transcript_setting.kept_days), updated_at = excluded.updated_at`
  if (change.keptDays !== undefined) {
    await tx`
      update session_transcript set kept_until = kept_at + make_interval(days => ${change.keptDays})
      where user_id = ${userId}`
    await tx`delete from session_transcript where user_id = ${userId} and kept_until < ${at}`
  }
  return readTranscriptSettings(tx, userId)
}

/** Removes every kept text of a person and their settings for texts. */
export async function eraseTranscripts(tx: Tx, userId: string): Promise<void> {
  await tx`delete from session_transcript where user_id = ${userId}`
  await tx`delete from transcript_setting where user_id = ${userId}`
}
