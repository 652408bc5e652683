import type { LongRead } from '../database/sql.ts'

/** How long a person talked, by day and by agent. */

export interface Talked {
  /** Whole seconds, in milliseconds. */
  talkedMs: number
  sessions: number
}

export interface TalkTime {
  /** Every day of the period, oldest first. */
  days: (Talked & { date: string })[]
  /** By talk time, longest first. */
  agents: (Talked & { agentId: string; agentName: string })[]
}

interface Conversation {
  agentId: string
  agentName: string
  talkedMs: number
  startedAt: Date
}

export const dayMs = 24 * 60 * 60_000

/**
 * Returns the talk time of the last `dayCount` calendar days of a time zone, including today, over the conversations
 * that figures count (D62).
 */
export async function readTalkTime(
  read: LongRead,
  userId: string,
  { dayCount, timeZone, at }: { dayCount: number; timeZone: string; at: Date },
): Promise<TalkTime> {
  const dates = lastDates(dateIn(timeZone)(at), dayCount)
  // One day more than requested, because the first day may have begun earlier than this many times 24 hours ago.
  const since = new Date(at.getTime() - (dayCount + 1) * dayMs)
  const rows = await read<Conversation>`
    select agent_id, agent.name as agent_name, talked_ms, started_at
    from counted_talk as talk join agent on agent.id = agent_id
    where user_id = ${userId} and talk.created_at >= ${since} and talk.created_at <= ${at}`
  return addUp(rows, dates, timeZone)
}

function addUp(rows: Conversation[], dates: string[], timeZone: string): TalkTime {
  const dateOf = dateIn(timeZone)
  const days = new Map(dates.map((date) => [date, { date, talkedMs: 0, sessions: 0 }]))
  const agents = new Map<string, TalkTime['agents'][number]>()
  for (const { agentId, agentName, talkedMs, startedAt } of rows) {
    const day = days.get(dateOf(startedAt))
    if (!day) continue
    const agent = agents.get(agentId) ?? { agentId, agentName, talkedMs: 0, sessions: 0 }
    agents.set(agentId, agent)
    for (const sum of [day, agent]) {
      sum.talkedMs += talkedMs
      sum.sessions += 1
    }
  }
  const longestFirst = [...agents.values()].toSorted(
    (a, b) => b.talkedMs - a.talkedMs || a.agentName.localeCompare(b.agentName, 'en'),
  )
  return { days: [...days.values()], agents: longestFirst }
}

/** Returns a function that names the calendar day of a moment, as YYYY-MM-DD. */
export function dateIn(timeZone: string): (at: Date) => string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at) => parts.format(at)
}

/** Returns the date and those before it, oldest first. Dates know no daylight saving time. */
export function lastDates(last: string, count: number): string[] {
  const lastMs = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, place) =>
    new Date(lastMs - (count - 1 - place) * dayMs).toISOString().slice(0, 10),
  )
}
