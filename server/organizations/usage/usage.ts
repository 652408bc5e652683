import type { LongRead } from '../../database/sql.ts'
import type { Talked } from '../../conversations/talk-time.ts'
import { enclose } from './periods.ts'

/** How long the people of an organization talked, by day, by person and by agent. */

interface OrganizationUsage {
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
 * Returns the talk time of these calendar days of a time zone, over the conversations that figures count (D62, D131).
 * @param dates one or more days, oldest first.
 */
export async function readOrganizationUsage(
  read: LongRead,
  organizationId: number,
  { dates, timeZone }: { dates: readonly string[]; timeZone: string },
): Promise<OrganizationUsage> {
  const { since, until } = enclose(dates[0] ?? '', dates.at(-1) ?? '')
  const shares = await read<Share>`
    select to_char(talk.started_at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      talk.user_id, min(trim(users.first_name || ' ' || users.last_name)) as user_name,
      talk.agent_id, min(agent.name) as agent_name,
      sum(talk.talked_ms)::bigint as talked_ms, count(*) as sessions
    from counted_talk as talk
    join users on users.id = talk.user_id
    join agent on agent.id = talk.agent_id
    where talk.organization_id = ${organizationId} and talk.created_at >= ${since} and talk.created_at < ${until}
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

/** What a minute of an organization's pool cost. */

/** A price for a number of minutes. */
interface Rate {
  cents: number
  ms: number
}

/**
 * Returns the price at which every minute of the pool was ever bought; null when there were several prices, or minutes
 * without one. Which minutes a conversation used up is not recorded, so only then is its cost known. Minutes that came
 * with a month have the price of the minutes in the order, not that of the whole month (D181).
 */
export async function readPoolRate(read: LongRead, organizationId: number): Promise<Rate | null> {
  const rates = await read<{ cents: number | null; ms: number }>`
    select distinct case when lot.source_ref like 'month:%' then ordered.voice_minutes_cents else lot.price_cents end
      as cents, lot.granted_ms as ms
    from account join lot on lot.account_id = account.id
    left join business_registration as ordered on lot.source_ref like 'month:%'
      and ordered.organization_id = account.organization_id
      and ordered.package_minutes * 60000::bigint = lot.granted_ms
    where account.organization_id = ${organizationId}`
  const [{ cents, ms } = { cents: null, ms: 0 }] = rates
  if (cents === null || cents === 0) return null
  const isSame = rates.every((rate) => rate.cents !== null && rate.cents * ms === cents * rate.ms)
  return isSame ? { cents, ms } : null
}

/** Returns what talk time cost at this price, in whole cents. */
export function costCents(talkedMs: number, rate: Rate): number {
  return Math.round((talkedMs * rate.cents) / rate.ms)
}
