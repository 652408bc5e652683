import type { TranscriptLine } from '#contract/voice.ts'
import type { Read, Tx } from '../database/sql.ts'

/** Kept texts of conversations: only on request, seen by their owner alone, erased after 90 days (D90). */

const keptDays = 90

export interface KeptTranscript {
  lines: TranscriptLine[]
  keptUntil: Date
}

export async function keepTranscript(
  tx: Tx,
  transcript: { sessionId: string; userId: string; lines: TranscriptLine[]; at: Date },
): Promise<KeptTranscript> {
  const keptUntil = new Date(transcript.at.getTime() + keptDays * 24 * 60 * 60_000)
  await tx`
    insert into session_transcript (session_id, user_id, lines, kept_at, kept_until)
    values (${transcript.sessionId}, ${transcript.userId}, ${JSON.stringify(transcript.lines)}, ${transcript.at}, ${keptUntil})
    on conflict (session_id) do nothing`
  return (await findTranscript(tx, transcript.sessionId, transcript.userId)) ?? { lines: transcript.lines, keptUntil }
}

export async function findTranscript(read: Read, sessionId: string, userId: string): Promise<KeptTranscript | null> {
  const [row] = await read<KeptTranscript>`
    select lines, kept_until from session_transcript where session_id = ${sessionId} and user_id = ${userId}`
  return row ?? null
}

export async function deleteTranscript(tx: Tx, sessionId: string, userId: string): Promise<boolean> {
  const rows = await tx`
    delete from session_transcript where session_id = ${sessionId} and user_id = ${userId} returning session_id`
  return rows.length > 0
}

export async function forgetOldTranscripts(tx: Tx, at: Date): Promise<void> {
  await tx`delete from session_transcript where kept_until < ${at}`
}
