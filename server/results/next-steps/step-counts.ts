import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import type { LongRead } from '../../database/sql.ts'
import { nextMonth } from '../../kernel/months.ts'

export interface StepCounts {
  open: number
  done: number
  people: number
}

/**
 * Returns how many steps people took from an organization's conversations of a month (UTC), by what has become of them.
 * Proposals are not counted; the person has not taken them. Null where so few people have any that a count would say
 * something of one of them (D184).
 *
 * @param month such as 2026-11
 */
export async function countOrganizationSteps(
  read: LongRead,
  organizationId: number,
  month: string,
): Promise<StepCounts | null> {
  const since = new Date(`${month}-01T00:00:00Z`)
  const [row] = await read<StepCounts>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'done') as done,
      count(distinct next_step.user_id) as people
    from voice_session as talk
    join next_step on next_step.session_id = talk.id
    where talk.organization_id = ${organizationId} and not talk.is_test
      and talk.created_at >= ${since} and talk.created_at < ${nextMonth(since)} and state in ('open', 'done')`
  return row && row.people >= fewestPeople ? row : null
}
