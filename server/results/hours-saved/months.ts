import type { RowOf } from '../../kernel/serve.ts'
import type { ownHoursSaved } from '#contract/results/hours-saved.ts'
import { answerDays } from '#contract/results/hours-saved-rules.ts'
import { dayMs } from '../../conversations/talk-time.ts'
import type { LongRead } from '../../database/sql.ts'
import { nextMonth } from '../../kernel/months.ts'
import type { AnswerPlace } from './shown-answers.ts'

/** The conversations and answers of a month, of one person or of an organization. */

/** Longer than a conversation may take and than time zones differ, on either side of a month. */
const marginMs = 2 * dayMs

export type OwnAnswer = RowOf<typeof ownHoursSaved>['rows'][number]

interface Month {
  /** Finished conversations that were charged and are no tests: those that can have an answer. */
  conversations: number
}

/** Returns a person's month in a time zone, newest first. @param month such as 2026-11. */
export async function readOwnMonth(
  read: LongRead,
  userId: string,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<Month & { answers: OwnAnswer[] }> {
  const { since, until } = boundsOf(month)
  const rows = await read<Omit<OwnAnswer, 'savedMinutes'> & { savedMinutes: number | null }>`
    select talk.id as session_id, talk.agent_id, agent.name as agent_name,
      coalesce(talk.connected_at, talk.created_at) as started_at, saved_time.saved_minutes
    from voice_session as talk
    join agent on agent.id = talk.agent_id
    left join saved_time on saved_time.session_id = talk.id
    where talk.user_id = ${userId} and talk.counted_ms is not null and not talk.is_test
      and talk.created_at >= ${new Date(since.getTime() - marginMs)}
      and talk.created_at < ${new Date(until.getTime() + marginMs)}
      and to_char(coalesce(talk.connected_at, talk.created_at) at time zone ${timeZone}, 'YYYY-MM') = ${month}
    order by started_at desc, talk.id desc`
  const answers = rows.flatMap(({ savedMinutes, ...row }) => (savedMinutes === null ? [] : [{ ...row, savedMinutes }]))
  return { conversations: rows.length, answers }
}

/**
 * Returns an organization's month in UTC, former members' conversations too (D128), in the order of the first answers.
 * One time zone for everybody: two zones would differ by single answers at the ends of a month.
 */
export async function readOrganizationMonth(
  read: LongRead,
  organizationId: number,
  month: string,
): Promise<Month & { places: AnswerPlace[] }> {
  const { since, until } = boundsOf(month)
  const rows = await read<AnswerPlace & { isPlace: boolean }>`
    select talk.user_id, talk.agent_id, agent.name as agent_name, saved_time.saved_minutes,
      saved_time.session_id is not null as is_place
    from voice_session as talk
    join agent on agent.id = talk.agent_id
    left join saved_time on saved_time.session_id = talk.id
    where talk.organization_id = ${organizationId} and talk.counted_ms is not null and not talk.is_test
      and talk.created_at >= ${new Date(since.getTime() - marginMs)} and talk.created_at < ${until}
      and coalesce(talk.connected_at, talk.created_at) >= ${since}
      and coalesce(talk.connected_at, talk.created_at) < ${until}
    order by saved_time.answered_at, talk.id`
  const places = rows.flatMap(({ isPlace, ...place }) => (isPlace ? [place] : []))
  return { conversations: rows.length, places }
}

/** Returns from when on the answers of a month are final, apart from removals. */
export function closedFrom(month: string): Date {
  return new Date(boundsOf(month).until.getTime() + answerDays * dayMs + marginMs)
}

function boundsOf(month: string): { since: Date; until: Date } {
  const since = new Date(`${month}-01T00:00:00Z`)
  return { since, until: nextMonth(since) }
}
