import { countText, formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview } from '#contract/admin/overview.ts'
import { formatDay, formatShortDay } from '#contract/dates.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { FigureTable } from './figure-table.tsx'
import { type Behind, RowLink } from './rows/row-links.tsx'

type Overview = Answer<typeof overview>
type Day = Overview['days'][number]

interface DayPlot {
  title: string
  none: string
  value: (day: Day) => number
  text: (day: Day) => string
  /** The rows that a day's figure counts. */
  behind: Behind
}

const dayPlots: readonly DayPlot[] = [
  {
    title: 'Net revenue by day',
    none: 'No revenue in this period.',
    value: ({ net }) => net,
    text: ({ net }) => formatDollars(net),
    behind: { rows: 'money' },
  },
  {
    title: 'Minutes by day',
    none: 'No minutes in this period.',
    value: (day) => day.minutesUsed,
    text: (day) => minutesText(day.minutesUsed),
    behind: { rows: 'conversations', outcome: 'counted' },
  },
  {
    title: 'Conversations by day',
    none: 'No conversations in this period.',
    value: ({ conversations }) => conversations,
    text: ({ conversations }) => countText(conversations, 'conversation'),
    behind: { rows: 'conversations', outcome: 'counted' },
  },
]

/** Revenue, minutes and conversations of every day, as plots, tables and files. */
export function DayPlots({ days }: { days: readonly Day[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      {dayPlots.map(({ title, none, value, text, behind }) => (
        <FigureTable
          key={title}
          title={title}
          file={title.toLowerCase().replaceAll(' ', '-')}
          rows={days.some((day) => value(day) !== 0) ? days : []}
          rowKey={({ date }) => date}
          none={none}
          isLinked
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
            {
              title: 'Day',
              cell: ({ date }) => (
                <RowLink href={paths.adminFigures({ ...behind, period: 'own', from: date, to: date })}>
                  {formatDay(date)}
                </RowLink>
              ),
              phone: 'lead',
            },
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
