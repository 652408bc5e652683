import { useQuery } from '@tanstack/react-query'
import { formatCount, formatPercent } from '#contract/amounts.ts'
import { overviewSubscribers } from '#contract/admin/overview.ts'
import { formatMonth } from '#contract/dates.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { FigureTable } from './figure-table.tsx'

/** What each of the last 12 months gained, lost and kept. */
export function Subscribers() {
  const read = useQuery(query(overviewSubscribers))
  if (read.isPending) return <LoadingRows what="subscribers" />
  if (read.isError) return <LoadError what="the subscribers" failed={read} />
  // Months before the first subscriber would be rows of zeros.
  const first = read.data.months.findIndex((row) => row.began > 0 || row.new > 0)
  const months = first < 0 ? [] : read.data.months.slice(first).toReversed()
  const cohorts = read.data.cohorts.filter(({ paid }) => (paid[0] ?? 0) > 0).toReversed()
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <FigureTable
        title="Churn by month"
        description="Subscribers lost, as a share of those at the start."
        file="churn"
        rows={months}
        rowKey={({ month }) => month}
        none="No subscribers yet."
        columns={[
          { title: 'Month', cell: ({ month }) => formatMonth(month) },
          { title: 'At the start', numeric: true, cell: ({ began }) => formatCount(began) },
          { title: 'New', numeric: true, cell: (row) => formatCount(row.new) },
          { title: 'Returned', numeric: true, cell: ({ returned }) => formatCount(returned) },
          { title: 'Ended', numeric: true, cell: ({ ended }) => formatCount(ended) },
          {
            title: 'Churn',
            numeric: true,
            cell: ({ churnPercent }) => (churnPercent === null ? '–' : formatPercent(churnPercent)),
          },
        ]}
        csv={[
          ['Month', ({ month }) => month],
          ['At the start', ({ began }) => began],
          ['New', (row) => row.new],
          ['Returned', ({ returned }) => returned],
          ['Ended', ({ ended }) => ended],
          ['Churn in percent', ({ churnPercent }) => churnPercent ?? ''],
        ]}
      />
      <FigureTable
        title="Cohorts"
        description="New subscribers, and who paid each month after."
        file="cohorts"
        rows={cohorts}
        rowKey={({ month }) => month}
        none="No subscribers yet."
        columns={[
          { title: 'First payment', cell: ({ month }) => formatMonth(month), phone: 'lead' },
          { title: 'Paid, month by month', cell: ({ paid }) => paid.map(formatCount).join(' · '), phone: 'left' },
        ]}
        csv={[
          ['First payment', ({ month }) => month],
          ['Paid, month by month', ({ paid }) => paid.join(' ')],
        ]}
      />
    </div>
  )
}
