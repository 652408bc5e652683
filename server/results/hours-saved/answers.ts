import type { LongRead, Read, Tx } from '../../database/sql.ts'

/** What people say a conversation saved them, in whole minutes; the only writer of `saved_time`. */

interface NewAnswer {
  sessionId: string
  userId: string
  savedMinutes: number
  at: Date
}

/** Stores a person's answer in place of an earlier one; `refuseAnswer` says when they may. */
export async function storeAnswer(tx: Tx, { sessionId, userId, savedMinutes, at }: NewAnswer): Promise<void> {
  await tx`
    insert into saved_time (session_id, user_id, saved_minutes, answered_at)
    values (${sessionId}, ${userId}, ${savedMinutes}, ${at})
    on conflict (session_id) do update set saved_minutes = excluded.saved_minutes, changed_at = excluded.answered_at
    where saved_time.saved_minutes is distinct from excluded.saved_minutes`
}

/** Returns what was said about a conversation; null without an answer. */
export async function findAnswer(read: Read, sessionId: string): Promise<number | null> {
  const [row] = await read<{ savedMinutes: number | null }>`
    select saved_minutes from saved_time where session_id = ${sessionId}`
  return row?.savedMinutes ?? null
}

/** Removes an answer, but not its place in the order: see `countedAnswers`. */
export async function removeAnswer(
  tx: Tx,
  { sessionId, userId, at }: { sessionId: string; userId: string; at: Date },
): Promise<void> {
  await tx`
    update saved_time set saved_minutes = null, changed_at = ${at}
    where session_id = ${sessionId} and user_id = ${userId} and saved_minutes is not null`
}

export async function eraseAnswers(tx: Tx, userId: string): Promise<void> {
  await tx`delete from saved_time where user_id = ${userId}`
}

/** The public sum over all answers without those of the platform's own team, who would praise themselves. */
export interface Total {
  savedMinutes: number
  answers: number
  people: number
}

export async function addUpEverything(read: LongRead): Promise<Total> {
  const [row] = await read<Total>`
    select coalesce(sum(saved_minutes), 0)::bigint as saved_minutes, count(*) as answers,
      count(distinct user_id) as people
    from saved_time join users on users.id = saved_time.user_id
    where role_of(users) <> 'admin' and saved_minutes is not null`
  return row ?? { savedMinutes: 0, answers: 0, people: 0 }
}
