import { useQuery } from '@tanstack/react-query'
import { formatCount, formatPercent } from '#contract/amounts.ts'
import { overviewSubscribers } from '#contract/admin/overview.ts'
import type { Answer } from '#contract/call.ts'
import { formatMonth } from '#contract/dates.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { FigureTable } from './figure-table.tsx'
import { RowLink, useRowsHref } from './row-links.tsx'

/** What each of the last 12 months gained, lost and kept. */
export function Subscribers() {
  const read = useQuery({ ...query(overviewSubscribers), staleTime: 0 })
  return (
    <Loaded read={read} what="the subscribers">
      {(data) => {
        // Months before the first subscriber would be rows of zeros.
        const first = data.months.findIndex((row) => row.began > 0 || row.new > 0)
        const months = first < 0 ? [] : data.months.slice(first).toReversed()
        const cohorts = data.cohorts.filter(({ paid }) => (paid[0] ?? 0) > 0).toReversed()
        return (
          <>
            <Churn months={months} />
            <Cohorts cohorts={cohorts} />
          </>
        )
      }}
    </Loaded>
  )
}

type Read = Answer<typeof overviewSubscribers>

function Churn({ months }: { months: Read['months'] }) {
  return (
    <FigureTable
      title="Churn by month"
      description="Subscribers lost, as a share of those at the start."
      file="churn"
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          title: 'Month',
          cell: ({ month }) => <TextLink href={paths.adminFigures({ period: month })}>{formatMonth(month)}</TextLink>,
          csv: ({ month }) => month,
        },
        { title: 'At the start', numeric: true, cell: ({ began }) => formatCount(began), csv: ({ began }) => began },
        {
          title: 'New',
          numeric: true,
          cell: (row) => <StepLink what="new" month={row.month} count={row.new} />,
          csv: (row) => row.new,
        },
        {
          title: 'Returned',
          numeric: true,
          cell: ({ month, returned }) => <StepLink what="returned" month={month} count={returned} />,
          csv: ({ returned }) => returned,
        },
        {
          title: 'Ended',
          numeric: true,
          cell: ({ month, ended }) => <StepLink what="ended" month={month} count={ended} />,
          csv: ({ ended }) => ended,
        },
        {
          title: 'Churn',
          numeric: true,
          cell: ({ churnPercent }) => (churnPercent === null ? '–' : formatPercent(churnPercent)),
          csv: ({ churnPercent }) => churnPercent ?? '',
        },
      ]}
    />
  )
}

function Cohorts({ cohorts }: { cohorts: Read['cohorts'] }) {
  const hrefOf = useRowsHref()
  return (
    <FigureTable
      title="Cohorts"
      isLinked
      description="New subscribers, and who paid each month after."
      file="cohorts"
      rows={cohorts}
      rowKey={({ month }) => month}
      columns={[
        {
          title: 'First payment',
          cell: ({ month }) => (
            <RowLink href={hrefOf({ rows: 'subscriptions', what: 'new' }, month)}>{formatMonth(month)}</RowLink>
          ),
          csv: ({ month }) => month,
          phone: 'lead',
        },
        {
          title: 'Paid, month by month',
          cell: ({ paid }) => paid.map(formatCount).join(' · '),
          csv: ({ paid }) => paid.join(' '),
          phone: 'left',
        },
      ]}
    />
  )
}

/** How many began, came back or ended in a month; the link lists them. */
function StepLink({ what, month, count }: { what: 'new' | 'returned' | 'ended'; month: string; count: number }) {
  const hrefOf = useRowsHref()
  if (count === 0) return formatCount(count)
  return <TextLink href={hrefOf({ rows: 'subscriptions', what }, month)}>{formatCount(count)}</TextLink>
}
