import { formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview, OverviewTotals } from '#contract/admin/overview.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { FigureTable } from './figure-table.tsx'
import { NamedOnPhone } from './named-on-phone.tsx'
import { type Behind, RowLink, useRowsHref } from './rows/row-links.tsx'

const lines: readonly { key: keyof OverviewTotals; name: string; how: string; behind: Behind }[] = [
  {
    key: 'minutesSold',
    name: 'Sold',
    how: 'of packages and paid months',
    behind: { rows: 'minutes', kind: 'sold' },
  },
  {
    key: 'minutesUsed',
    name: 'Used',
    how: 'charged talk time',
    behind: { rows: 'conversations', outcome: 'counted' },
  },
  {
    key: 'minutesLapsed',
    name: 'Lapsed',
    how: 'left over when their month ended',
    behind: { rows: 'minutes', kind: 'lapsed' },
  },
  {
    key: 'minutesOwed',
    name: 'Owed at the end',
    how: 'the sum of all balances on the last day',
    behind: { rows: 'owed' },
  },
]

/** What became of the minutes in a period. Corrections, refunds and bonuses make up the rest. */
export function Minutes({ shown: { now, before } }: { shown: Answer<typeof overview> }) {
  const hrefOf = useRowsHref()
  return (
    <FigureTable
      title="Minutes"
      description={
        <>
          These and <TextLink href={hrefOf({ rows: 'minutes', kind: 'other' })}>other changes to balances</TextLink>{' '}
          account for the change in what we owe.
        </>
      }
      file="minutes"
      isLinked
      rows={lines}
      rowKey={({ key }) => key}
      none="No minutes in this period."
      columns={[
        {
          title: 'Minutes',
          phone: 'lead',
          cell: ({ name, how, behind }) => (
            <>
              <RowLink href={hrefOf(behind)}>{name}</RowLink>
              <span className="block text-xs font-normal text-muted">{how}</span>
            </>
          ),
        },
        { title: 'This period', phone: 'figure', numeric: true, cell: ({ key }) => formatMinutes(now[key]) },
        {
          title: 'Period before',
          phone: 'right',
          numeric: true,
          cell: ({ key }) => <NamedOnPhone name="Before">{formatMinutes(before[key])}</NamedOnPhone>,
        },
      ]}
      csv={[
        ['Minutes', ({ name }) => name],
        ['This period', ({ key }) => now[key]],
        ['Period before', ({ key }) => before[key]],
      ]}
    />
  )
}
