import type { RowOf } from '../../kernel/serve.ts'
import type { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { firstValue, first, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { fewestPublicAnswers, fewestPublicPeople, answerDays } from '#contract/results/hours-saved-rules.ts'
import type { ConversationDetails } from '../../conversations/history.ts'
import { dayMs } from '../../conversations/talk-time.ts'

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
export function findAnswer(read: Read, sessionId: string): Promise<number | null> {
  return firstValue(read<{ savedMinutes: number | null }>`
    select saved_minutes from saved_time where session_id = ${sessionId}`)
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
export interface Total extends Omit<PublicTotal, 'countedAt'> {
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

/** The public figure: counted every hour, because the landing page must not add up a table that grows. */

export type PublicTotal = NonNullable<RowOf<typeof hoursSaved>['total']>

/** Returns the last count; null while it has too few answers or people. */
export function findPublicTotal(read: Read): Promise<PublicTotal | null> {
  return first(read<PublicTotal>`
    select saved_minutes, answers, counted_at from saved_time_total
    where answers >= ${fewestPublicAnswers} and people >= ${fewestPublicPeople}`)
}

/** Stores a count in place of the one before. */
export async function storeTotal(tx: Tx, { savedMinutes, answers, people }: Total, at: Date): Promise<void> {
  await tx`
    insert into saved_time_total (saved_minutes, answers, people, counted_at)
    values (${savedMinutes}, ${answers}, ${people}, ${at})
    on conflict (is_only) do update set saved_minutes = excluded.saved_minutes, answers = excluded.answers,
      people = excluded.people, counted_at = excluded.counted_at`
}

/** Which conversations their person is asked about; `findOwnConversation` says whose they are. */

type Asked = Pick<ConversationDetails, 'isTest' | 'status' | 'chargedMs' | 'endedAt'>

/**
 * Returns until when a person may say what a conversation saved them: some days after its end; null for one that runs,
 * cost nothing (D189) or is a test (D56).
 */
export function answerableUntil({ isTest, status, chargedMs, endedAt }: Asked): Date | null {
  if (isTest || status === 'active' || chargedMs === 0 || !endedAt) return null
  return new Date(endedAt.getTime() + answerDays * dayMs)
}

/** Returns why a person may not answer now; null when they may. */
export function refuseAnswer(conversation: Asked, at: Date): 'answer_not_asked' | 'answer_too_late' | null {
  const until = answerableUntil(conversation)
  if (!until) return 'answer_not_asked'
  return at > until ? 'answer_too_late' : null
}
