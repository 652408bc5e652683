import type { LongRead } from '../database/sql.ts'
import { dateIn, dayMs, lastDates, type Talked } from '../conversations/talk-time.ts'

/** How long the people of an organization talked, by day, by person and by agent. */

export interface OrganizationUsage {
  /** Every day of the period, oldest first. */
  days: (Talked & { date: string })[]
  /** By talk time, longest first, including former members (D128). */
  members: (Talked & { userId: string; userName: string })[]
  /** By talk time, longest first. */
  agents: (Talked & { agentId: string; agentName: string })[]
}

/** What one person talked with one agent on one day. */
interface Share extends Talked {
  date: string
  userId: string
  userName: string
  agentId: string
  agentName: string
}

/**
 * Returns the talk time of the last `dayCount` calendar days of a time zone, including today, over the conversations
 * that figures count (D62, D131).
 */
export async function readOrganizationUsage(
  read: LongRead,
  organizationId: number,
  { dayCount, timeZone, at }: { dayCount: number; timeZone: string; at: Date },
): Promise<OrganizationUsage> {
  const dates = lastDates(dateIn(timeZone)(at), dayCount)
  // One day more than requested, because the first day may have begun earlier than this many times 24 hours ago.
  const since = new Date(at.getTime() - (dayCount + 1) * dayMs)
  const shares = await read<Share>`
    select to_char(talk.started_at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      talk.user_id, min(trim(users.first_name || ' ' || users.last_name)) as user_name,
      talk.agent_id, min(agent.name) as agent_name,
      sum(talk.talked_ms)::bigint as talked_ms, count(*) as sessions
    from counted_talk as talk
    join users on users.id = talk.user_id
    join agent on agent.id = talk.agent_id
    where talk.organization_id = ${organizationId} and talk.created_at >= ${since} and talk.created_at <= ${at}
    group by 1, talk.user_id, talk.agent_id`
  return addUp(shares, dates)
}

function addUp(shares: readonly Share[], dates: readonly string[]): OrganizationUsage {
  const days = new Map(dates.map((date) => [date, { date, talkedMs: 0, sessions: 0 }]))
  const members = new Map<string, OrganizationUsage['members'][number]>()
  const agents = new Map<string, OrganizationUsage['agents'][number]>()
  for (const { date, userId, userName, agentId, agentName, talkedMs, sessions } of shares) {
    const day = days.get(date)
    if (!day) continue
    const member = members.get(userId) ?? { userId, userName, talkedMs: 0, sessions: 0 }
    const agent = agents.get(agentId) ?? { agentId, agentName, talkedMs: 0, sessions: 0 }
    members.set(userId, member)
    agents.set(agentId, agent)
    for (const sum of [day, member, agent]) {
      sum.talkedMs += talkedMs
      sum.sessions += sessions
    }
  }
  return {
    days: [...days.values()],
    members: longestFirst([...members.values()], ({ userName }) => userName),
    agents: longestFirst([...agents.values()], ({ agentName }) => agentName),
  }
}

function longestFirst<Row extends Talked>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return rows.toSorted((a, b) => b.talkedMs - a.talkedMs || nameOf(a).localeCompare(nameOf(b), 'en'))
}
