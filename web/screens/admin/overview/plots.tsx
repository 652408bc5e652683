import { formatCount, formatDollars, formatMinutes, minutesText, countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview } from '#contract/admin/overview.ts'
import { formatDay, formatShortDay } from '#contract/dates.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { FigureTable } from './figure-table.tsx'
import { moneyWords, outcomeWords, reasonWords } from './words.ts'

type Overview = Answer<typeof overview>
type Day = Overview['days'][number]

interface DayPlot {
  title: string
  none: string
  value: (day: Day) => number
  text: (day: Day) => string
}

const dayPlots: readonly DayPlot[] = [
  {
    title: 'Net revenue by day',
    none: 'No revenue in this period.',
    value: ({ net }) => net,
    text: ({ net }) => formatDollars(net),
  },
  {
    title: 'Minutes by day',
    none: 'No minutes in this period.',
    value: (day) => day.minutesUsed,
    text: (day) => minutesText(day.minutesUsed),
  },
  {
    title: 'Conversations by day',
    none: 'No conversations in this period.',
    value: ({ conversations }) => conversations,
    text: ({ conversations }) => countText(conversations, 'conversation'),
  },
]

/** Revenue, minutes and conversations of every day, as plots, tables and files. */
export function DayPlots({ days }: { days: readonly Day[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      {dayPlots.map(({ title, none, value, text }) => (
        <FigureTable
          key={title}
          title={title}
          file={title.toLowerCase().replaceAll(' ', '-')}
          rows={days.some((day) => value(day) !== 0) ? days : []}
          rowKey={({ date }) => date}
          none={none}
          plot={
            <Plot
              columns={days.map((day) => ({
                label: formatShortDay(day.date),
                value: value(day),
                valueText: text(day),
              }))}
              summary={`${title}. The table has the same figures.`}
            />
          }
          columns={[
            { title: 'Day', cell: ({ date }) => formatDay(date), phone: 'lead' },
            { title, numeric: true, cell: text, phone: 'figure' },
          ]}
          csv={[
            ['Day', ({ date }) => date],
            [title, value],
          ]}
        />
      ))}
    </div>
  )
}

/** Where money came from, and how conversations ended. */
export function PeriodTables({ shown }: { shown: Overview }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Revenue shown={shown} />
      <Hours shown={shown} />
      <Endings shown={shown} />
      <Uncharged shown={shown} />
    </div>
  )
}

function Revenue({ shown }: { shown: Overview }) {
  const revenue = shown.revenue.filter(({ amount, before }) => amount !== 0 || before !== 0)
  return (
    <FigureTable
      title="Revenue by kind"
      file="revenue-by-kind"
      rows={revenue}
      rowKey={({ kind }) => kind}
      none="No payments in this period."
      columns={[
        { title: 'Kind', cell: ({ kind }) => moneyWords[kind] },
        { title: 'Payments', numeric: true, cell: ({ count }) => formatCount(count) },
        { title: 'Amount', numeric: true, cell: ({ amount }) => formatDollars(amount) },
        { title: 'Before', numeric: true, cell: ({ before }) => formatDollars(before) },
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
  return (
    <FigureTable
      title="Conversations by hour"
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
        { title: 'Hour', cell: ({ hour }) => `${hour}:00`, phone: 'lead' },
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
  return (
    <FigureTable
      title="How conversations ended"
      file="endings"
      rows={shown.endings}
      rowKey={({ reason }) => reason}
      none="No conversations in this period."
      columns={[
        { title: 'Reason', cell: ({ reason }) => reasonWords[reason], phone: 'lead' },
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
  return (
    <FigureTable
      title="Calls that were not charged"
      description={`They are in no other figure. Tests: ${countText(shown.tests.calls, 'call')}, ${formatDollars(shown.tests.voiceCost)} for the voice.`}
      file="uncharged-calls"
      rows={shown.uncharged}
      rowKey={({ outcome, reason }) => `${outcome} ${reason}`}
      none="Every call in this period was charged."
      columns={[
        { title: 'Why', cell: ({ outcome }) => outcomeWords[outcome], phone: 'lead' },
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
