import { useQuery } from '@tanstack/react-query'
import { ownTimeZone } from '#contract/dates.ts'
import { countDays, longestPeriod, organizationUsage } from '#contract/organizations/usage.ts'
import { query } from '#web/client/api.ts'
import type { ListFilter } from '#web/client/lists/list-tools.tsx'
import type { TabProps } from '../scope.ts'
import type { ShownPeriod } from './period.ts'

interface Chosen {
  personId: string | null
  agentId: string | null
}

/** Returns filters by the people who talked in a period, former members too, and by the agents that they talked with. */
export function useTalkFilters(scope: TabProps['scope'], period: ShownPeriod, chosen: Chosen): ListFilter[] {
  const { data } = useQuery(
    query(organizationUsage, { query: { ...scope, ...figuresOf(period), timeZone: ownTimeZone() } }),
  )
  const people = data?.members.map(({ userId, userName }) => ({ value: userId, label: userName })) ?? []
  const agents = data?.agents.map(({ agentId, agentName }) => ({ value: agentId, label: agentName })) ?? []
  return [
    filterOf('personId', 'Member', ['All members', 'Selected member'], people, chosen.personId),
    filterOf('agentId', 'Agent', ['All agents', 'Selected agent'], agents, chosen.agentId),
  ]
}

function filterOf(
  name: string,
  label: string,
  [every, other]: readonly [every: string, other: string],
  found: readonly { value: string; label: string }[],
  chosen: string | null,
): ListFilter {
  const byName = found.toSorted((one, next) => one.label.localeCompare(next.label, 'en'))
  // An address may name someone who did not talk in this period.
  const missing = chosen && !found.some(({ value }) => value === chosen) ? [{ value: chosen, label: other }] : []
  return { name, label, isLong: true, options: [{ value: 'all', label: every }, ...byName, ...missing] }
}

/** Lists may reach back further than figures. */
function figuresOf({ query: days }: ShownPeriod): NonNullable<ShownPeriod['query']> {
  const isLong = countDays(days?.from ?? '', days?.to ?? '') > longestPeriod
  return !days || isLong || Object.keys(days).length === 0 ? { days: String(longestPeriod) as '366' } : days
}
