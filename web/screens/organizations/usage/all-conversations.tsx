import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { formatCount, formatDuration } from '#contract/amounts.ts'
import { ownTimeZone } from '#contract/dates.ts'
import { allConversations, countDays, longestPeriod, organizationUsage } from '#contract/organizations/usage.ts'
import { query } from '#web/client/api.ts'
import { List, readListInput } from '#web/client/lists/list.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { type ListInput, listQuery, mostAtOnce, type RowOf } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Table } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import type { TabProps } from '../scope.ts'
import type { ShownPeriod } from './period.ts'

type Row = RowOf<typeof allConversations>

interface Props extends Pick<TabProps, 'scope'> {
  period: ShownPeriod
}

const rowsPerPage = 25

/** Every conversation of the organization in a period, never with words; calls that cost nothing are apart (D184, D189). */
export function AllConversations({ scope, period }: Props) {
  const [search] = useSearchParams()
  const chosen = { personId: search.get('personId'), agentId: search.get('agentId') }
  const filters = useTalkFilters(scope, period, chosen)
  if (period.query === null) return null
  const { organizationId } = scope as { organizationId?: number }
  const fixed = {
    ...(organizationId !== undefined && { organizationId: String(organizationId) }),
    ...period.query,
    timeZone: ownTimeZone(),
  }
  return (
    <>
      <List
        call={allConversations}
        nouns={['session', 'sessions']}
        searchHint="Member or agent"
        emptyText="Your members' sessions in this period will appear here."
        filters={filters}
        columns={columns}
        sortedBy="-started"
        fixed={fixed}
        rowsPerPage={rowsPerPage}
        stickyHead
      />
      <FreeCalls listInput={{ ...fixed, ...readListInput(search, filters, []), charged: 'no' }} />
    </>
  )
}

const columns: readonly ListColumn<Row>[] = [
  { title: 'Member', sort: 'person', phone: 'lead', cell: ({ userName }) => userName, csv: ({ userName }) => userName },
  {
    title: 'Agent',
    sort: 'agent',
    phone: 'left',
    cell: ({ agentName }) => agentName,
    csv: ({ agentName }) => agentName,
  },
  {
    title: 'Started',
    sort: 'started',
    orders: timeOrders,
    phone: 'right',
    cell: ({ startedAt }) => <DateTime value={startedAt} withTime />,
    csv: ({ startedAt }) => startedAt,
  },
  {
    title: 'Duration',
    sort: 'duration',
    orders: ['Shortest first', 'Longest first'],
    numeric: true,
    phone: 'figure',
    cell: ({ status, durationSeconds }) =>
      status === 'active' ? <Badge tone="success">In progress</Badge> : formatDuration(durationSeconds),
    csv: ({ durationSeconds }) => formatDuration(durationSeconds),
  },
  { title: 'Minutes charged', csv: ({ duration }) => duration },
]

interface Chosen {
  personId: string | null
  agentId: string | null
}

/** Returns filters by the people who talked in a period, former members too, and by the agents that they talked with. */
function useTalkFilters(scope: TabProps['scope'], period: ShownPeriod, chosen: Chosen): ListFilter[] {
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

/** There may be many, and few people look for them. */
const shownCount = 5

/** Calls that cost nothing, by the same filters. They count in no figure and no list of conversations (D189). */
function FreeCalls({ listInput }: { listInput: ListInput }) {
  const [isAll, setAll] = useState(false)
  const found = useQuery(listQuery(allConversations, listInput, 1, isAll ? mostAtOnce : shownCount))
  return (
    <Loaded read={found} what="the calls that were not charged" skeleton={null}>
      {({ rows, total }) =>
        total > 0 && (
          <section className="mt-8 border-t border-line pt-6">
            <h3 className="font-medium">Not charged</h3>
            <p className="mt-0.5 mb-3 text-sm text-muted">
              Calls that didn't start, lasted less than 10 seconds, or had no sound from the agent. They don't count
              toward any total.
            </p>
            <Table
              caption="Not charged"
              columns={[
                { title: 'Member', cell: ({ userName }) => userName, phone: 'lead' },
                { title: 'Agent', cell: ({ agentName }) => agentName, phone: 'left' },
                { title: 'Started', cell: ({ startedAt }) => <DateTime value={startedAt} withTime />, phone: 'right' },
              ]}
              rows={rows}
              rowKey={({ id }) => id}
            />
            {rows.length < total &&
              (isAll ? (
                <p className="mt-3 text-sm text-muted">{`Showing the newest ${rows.length} of ${formatCount(total)}.`}</p>
              ) : (
                <Button variant="secondary" size="dense" className="mt-4" onClick={() => setAll(true)}>
                  Show All <span translate="no">{formatCount(total)}</span>
                </Button>
              ))}
          </section>
        )
      }
    </Loaded>
  )
}
