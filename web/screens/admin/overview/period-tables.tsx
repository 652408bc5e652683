import type { overview, OverviewTotals } from '#contract/admin/overview.ts'
import { countText, formatCount, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { figureColumn, linkColumn, textColumn } from '../columns.tsx'
import { type Behind, FigureTable, useRowsHref } from './figure-table.tsx'
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
  const columns: readonly ListColumn<Overview['revenue'][number]>[] = [
    linkColumn(
      'Kind',
      ({ kind }) => moneyWords[kind],
      ({ kind }) => hrefOf({ rows: 'money', kind }),
    ),
    figureColumn('Payments', ({ count }) => count, formatCount, { phone: 'left', phoneName: 'Payments' }),
    figureColumn('Amount', ({ amount }) => amount, formatDollars, { phone: 'figure' }),
    figureColumn('Period before', ({ before }) => before, formatDollars, { phone: 'right', phoneName: 'Before' }),
  ]
  return (
    <FigureTable
      title="Revenue by kind"
      isLinked
      rows={shown.revenue.filter(({ amount, before }) => amount !== 0 || before !== 0)}
      rowKey={({ kind }) => kind}
      columns={columns}
    />
  )
}

const conversationsColumn: ListColumn<{ conversations: number }> = figureColumn(
  'Conversations',
  ({ conversations }) => conversations,
  formatCount,
  { phone: 'figure' },
)

function Hours({ shown: { hours } }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  const columns: readonly ListColumn<Overview['hours'][number]>[] = [
    linkColumn(
      'Hour',
      ({ hour }) => `${hour}:00`,
      ({ hour }) => hrefOf({ rows: 'conversations', outcome: 'counted', hour }),
      { csv: ({ hour }) => hour },
    ),
    conversationsColumn,
    figureColumn('Minutes', ({ minutes }) => minutes, formatMinutes, { phone: 'none' }),
  ]
  return (
    <FigureTable
      title="Conversations by hour"
      isLinked
      description="The hour in which they began, in UTC."
      rows={hours.some(({ conversations }) => conversations > 0) ? hours : []}
      rowKey={({ hour }) => String(hour)}
      plot={
        <Plot
          columns={hours.map(({ hour, conversations }) => ({
            label: `${hour}:00`,
            value: conversations,
            valueText: countText(conversations, 'conversation'),
          }))}
          summary="Conversations by hour in UTC. The table has the same figures."
        />
      }
      columns={columns}
    />
  )
}

function Endings({ shown: { endings } }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  const columns: readonly ListColumn<Overview['endings'][number]>[] = [
    linkColumn(
      'Reason',
      ({ reason }) => reasonWords[reason],
      ({ reason }) => hrefOf({ rows: 'conversations', outcome: 'counted', endReason: reason }),
    ),
    conversationsColumn,
  ]
  return (
    <FigureTable
      title="How conversations ended"
      isLinked
      rows={endings}
      rowKey={({ reason }) => reason}
      columns={columns}
    />
  )
}

function Uncharged({ shown: { tests, uncharged } }: { shown: Overview }) {
  const hrefOf = useRowsHref()
  const columns: readonly ListColumn<Overview['uncharged'][number]>[] = [
    linkColumn(
      'Why',
      ({ outcome }) => outcomeWords[outcome],
      ({ outcome, reason }) => hrefOf({ rows: 'conversations', outcome, endReason: reason }),
    ),
    textColumn('End', ({ reason }) => reasonWords[reason], { phone: 'left' }),
    figureColumn('Calls', ({ calls }) => calls, formatCount, { phone: 'figure' }),
  ]
  return (
    <FigureTable
      title="Calls that were not charged"
      isLinked
      description={`Not counted in any other figure. Tests: ${countText(tests.calls, 'call')}, ${formatDollars(tests.voiceCost)} for the voice.`}
      rows={uncharged}
      rowKey={({ outcome, reason }) => `${outcome} ${reason}`}
      columns={columns}
    />
  )
}

interface MinutesLine {
  key: keyof OverviewTotals
  name: string
  how: string
  behind: Behind
}

const lines: readonly MinutesLine[] = [
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
  const columns: readonly ListColumn<MinutesLine>[] = [
    linkColumn(
      'Minutes',
      ({ name }) => name,
      ({ behind }) => hrefOf(behind),
      { belowOf: ({ how }) => how },
    ),
    figureColumn('This period', ({ key }) => now[key], formatMinutes, { phone: 'figure' }),
    figureColumn('Period before', ({ key }) => before[key], formatMinutes, { phone: 'right', phoneName: 'Before' }),
  ]
  return (
    <FigureTable
      title="Minutes"
      description={
        <>
          These and <TextLink href={hrefOf({ rows: 'minutes', kind: 'other' })}>other changes to balances</TextLink>{' '}
          account for the change in what we owe.
        </>
      }
      isLinked
      rows={lines}
      rowKey={({ key }) => key}
      columns={columns}
    />
  )
}
