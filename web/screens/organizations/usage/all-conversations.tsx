import { useSearchParams } from 'wouter'
import { ownTimeZone } from '#contract/dates.ts'
import { formatDuration } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { allConversations } from '#contract/organizations/usage.ts'
import { List, readListInput } from '#web/client/lists/list.tsx'
import { type ListColumn, timeOrders } from '#web/client/lists/list-tools.tsx'
import type { RowOf } from '#web/client/lists/pages.ts'
import { Badge } from '#web/kit/badge.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import type { TabProps } from '../scope.ts'
import { FreeCalls } from './free-calls.tsx'
import type { ShownPeriod } from './period.ts'
import { useTalkFilters } from './talked-with.ts'

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
        csv={csv}
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
  { title: 'Member', sort: 'person', phone: 'lead', cell: ({ userName }) => userName },
  { title: 'Agent', sort: 'agent', phone: 'left', cell: ({ agentName }) => agentName },
  {
    title: 'Started',
    sort: 'started',
    orders: timeOrders,
    phone: 'right',
    cell: ({ startedAt }) => <DateTime value={startedAt} withTime />,
  },
  {
    title: 'Duration',
    sort: 'duration',
    orders: ['Shortest first', 'Longest first'],
    numeric: true,
    phone: 'figure',
    cell: ({ status, durationSeconds }) =>
      status === 'active' ? <Badge tone="success">In progress</Badge> : formatDuration(durationSeconds),
  },
]

const csv: readonly CsvColumn<Row>[] = [
  ['Member', ({ userName }) => userName],
  ['Agent', ({ agentName }) => agentName],
  ['Started', ({ startedAt }) => startedAt],
  ['Duration', ({ durationSeconds }) => formatDuration(durationSeconds)],
  ['Minutes charged', ({ duration }) => duration],
]
