import { countText, formatCount, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview } from '#contract/admin/overview.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { FigureTable } from './figure-table.tsx'
import { Minutes } from './minutes.tsx'
import { NamedOnPhone } from './named-on-phone.tsx'
import { RowLink, useRowsHref } from './rows/row-links.tsx'
import { moneyWords, outcomeWords, reasonWords } from './words.ts'

type Overview = Answer<typeof overview>

/** Where money came from, what became of the minutes, and how conversations ended. */
export function PeriodTables({ shown }: { shown: Overview }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:*:last:col-span-2">
      <Revenue shown={shown} />
      <Minutes shown={shown} />
      <Hours shown={shown} />
      <Endings shown={shown} />
      <Uncharged shown={shown} />
    </div>
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
      none="No payments in this period."
      columns={[
        {
          title: 'Kind',
          phone: 'lead',
          cell: ({ kind }) => <RowLink href={hrefOf({ rows: 'money', kind })}>{moneyWords[kind]}</RowLink>,
        },
        {
          title: 'Payments',
          phone: 'left',
          numeric: true,
          cell: ({ count }) => <NamedOnPhone name="Payments">{formatCount(count)}</NamedOnPhone>,
        },
        { title: 'Amount', phone: 'figure', numeric: true, cell: ({ amount }) => formatDollars(amount) },
        {
          title: 'Period before',
          phone: 'right',
          numeric: true,
          cell: ({ before }) => <NamedOnPhone name="Before">{formatDollars(before)}</NamedOnPhone>,
        },
      ]}
      csv={[
        ['Kind', ({ kind }) => moneyWords[kind]],
        ['Payments', ({ count }) => count],
        ['Dollars', ({ amount }) => amount],
        ['Dollars before', ({ before }) => before],
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
      none="No conversations in this period."
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
          phone: 'lead',
        },
        { title: 'Conversations', numeric: true, cell: (row) => formatCount(row.conversations), phone: 'figure' },
        { title: 'Minutes', numeric: true, cell: (row) => formatMinutes(row.minutes), phone: 'none' },
      ]}
      csv={[
        ['Hour (UTC)', ({ hour }) => hour],
        ['Conversations', ({ conversations }) => conversations],
        ['Minutes', (row) => row.minutes],
      ]}
    />
  )
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
      none="No conversations in this period."
      columns={[
        {
          title: 'Reason',
          cell: ({ reason }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'counted', endReason: reason })}>
              {reasonWords[reason]}
            </RowLink>
          ),
          phone: 'lead',
        },
        { title: 'Conversations', numeric: true, cell: (row) => formatCount(row.conversations), phone: 'figure' },
      ]}
      csv={[
        ['Reason', ({ reason }) => reasonWords[reason]],
        ['Conversations', ({ conversations }) => conversations],
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
      none="Every call in this period was charged."
      columns={[
        {
          title: 'Why',
          cell: ({ outcome, reason }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome, endReason: reason })}>
              {outcomeWords[outcome]}
            </RowLink>
          ),
          phone: 'lead',
        },
        { title: 'End', cell: ({ reason }) => reasonWords[reason], phone: 'left' },
        { title: 'Calls', numeric: true, cell: ({ calls }) => formatCount(calls), phone: 'figure' },
      ]}
      csv={[
        ['Why', ({ outcome }) => outcomeWords[outcome]],
        ['End', ({ reason }) => reasonWords[reason]],
        ['Calls', ({ calls }) => calls],
      ]}
    />
  )
}
