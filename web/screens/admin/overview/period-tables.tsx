import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { countText, formatCount, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview, OverviewTotals } from '#contract/admin/overview.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { FigureTable, NamedOnPhone } from './figure-table.tsx'
import { type Behind, RowLink, useRowsHref } from './row-links.tsx'
import { moneyWords, outcomeWords, reasonWords } from './words.ts'

type Overview = Answer<typeof overview>

/** Where money came from, what became of the minutes, and how conversations ended. */
export function PeriodTables({ shown }: { shown: Overview }) {
  return (
    <>
      <Revenue shown={shown} />
      <Minutes shown={shown} />
      <Hours shown={shown} />
      <Endings shown={shown} />
      <Uncharged shown={shown} />
    </>
  )
}

function Revenue({ shown }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  const revenue = shown.revenue.filter(({ amount, before }) => amount !== 0 || before !== 0)
  return (
    <FigureTable
      title="Revenue by kind"
      isLinked
      file="revenue-by-kind"
      rows={revenue}
      rowKey={({ kind }) => kind}
      columns={[
        {
          title: 'Kind',
          phone: 'lead',
          cell: ({ kind }) => <RowLink href={hrefOf({ rows: 'money', kind })}>{moneyWords[kind]}</RowLink>,
          csv: ({ kind }) => moneyWords[kind],
        },
        {
          title: 'Payments',
          phone: 'left',
          numeric: true,
          cell: ({ count }) => <NamedOnPhone name="Payments">{formatCount(count)}</NamedOnPhone>,
          csv: ({ count }) => count,
        },
        {
          title: 'Amount',
          phone: 'figure',
          numeric: true,
          cell: ({ amount }) => formatDollars(amount),
          csv: ({ amount }) => amount,
        },
        {
          title: 'Period before',
          phone: 'right',
          numeric: true,
          cell: ({ before }) => <NamedOnPhone name="Before">{formatDollars(before)}</NamedOnPhone>,
          csv: ({ before }) => before,
        },
      ]}
    />
  )
}

function Hours({ shown }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  return (
    <FigureTable
      title="Conversations by hour"
      isLinked
      description="The hour in which they began, in UTC."
      file="conversations-by-hour"
      rows={shown.hours.some(({ conversations }) => conversations > 0) ? shown.hours : []}
      rowKey={({ hour }) => String(hour)}
      plot={
        <Plot
          columns={shown.hours.map(({ hour, conversations }) => ({
            label: `${hour}:00`,
            value: conversations,
            valueText: countText(conversations, 'conversation'),
          }))}
          summary="Conversations by hour in UTC. The table has the same figures."
        />
      }
      columns={[
        {
          title: 'Hour',
          cell: ({ hour }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'counted', hour })}>{`${hour}:00`}</RowLink>
          ),
          csv: ({ hour }) => hour,
          phone: 'lead',
        },
        conversationsColumn,
        {
          title: 'Minutes',
          numeric: true,
          cell: (row) => formatMinutes(row.minutes),
          csv: (row) => row.minutes,
          phone: 'none',
        },
      ]}
    />
  )
}

const conversationsColumn: ListColumn<{ conversations: number }> = {
  title: 'Conversations',
  numeric: true,
  cell: ({ conversations }) => formatCount(conversations),
  csv: ({ conversations }) => conversations,
  phone: 'figure',
}

function Endings({ shown }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  return (
    <FigureTable
      title="How conversations ended"
      isLinked
      file="endings"
      rows={shown.endings}
      rowKey={({ reason }) => reason}
      columns={[
        {
          title: 'Reason',
          cell: ({ reason }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'counted', endReason: reason })}>
              {reasonWords[reason]}
            </RowLink>
          ),
          csv: ({ reason }) => reasonWords[reason],
          phone: 'lead',
        },
        conversationsColumn,
      ]}
    />
  )
}

function Uncharged({ shown }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  return (
    <FigureTable
      title="Calls that were not charged"
      isLinked
      description={`Not counted in any other figure. Tests: ${countText(shown.tests.calls, 'call')}, ${formatDollars(shown.tests.voiceCost)} for the voice.`}
      file="uncharged-calls"
      rows={shown.uncharged}
      rowKey={({ outcome, reason }) => `${outcome} ${reason}`}
      columns={[
        {
          title: 'Why',
          cell: ({ outcome, reason }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome, endReason: reason })}>
              {outcomeWords[outcome]}
            </RowLink>
          ),
          csv: ({ outcome }) => outcomeWords[outcome],
          phone: 'lead',
        },
        {
          title: 'End',
          cell: ({ reason }) => reasonWords[reason],
          csv: ({ reason }) => reasonWords[reason],
          phone: 'left',
        },
        {
          title: 'Calls',
          numeric: true,
          cell: ({ calls }) => formatCount(calls),
          csv: ({ calls }) => calls,
          phone: 'figure',
        },
      ]}
    />
  )
}

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
function Minutes({ shown: { now, before } }: { shown: Overview }) {
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
          csv: ({ name }) => name,
        },
        {
          title: 'This period',
          phone: 'figure',
          numeric: true,
          cell: ({ key }) => formatMinutes(now[key]),
          csv: ({ key }) => now[key],
        },
        {
          title: 'Period before',
          phone: 'right',
          numeric: true,
          cell: ({ key }) => <NamedOnPhone name="Before">{formatMinutes(before[key])}</NamedOnPhone>,
          csv: ({ key }) => before[key],
        },
      ]}
    />
  )
}
