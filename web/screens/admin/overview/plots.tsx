import { countText, formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview } from '#contract/admin/overview.ts'
import { formatDay, formatShortDay } from '#contract/dates.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { FigureTable } from './figure-table.tsx'
import { type Behind, RowLink } from './row-links.tsx'

type Day = Answer<typeof overview>['days'][number]

interface DayPlot {
  title: string
  value: (day: Day) => number
  text: (day: Day) => string
  /** The rows that a day's figure counts. */
  behind: Behind
}

export const revenuePlot: DayPlot = {
  title: 'Net revenue by day',
  value: ({ net }) => net,
  text: ({ net }) => formatDollars(net),
  behind: { rows: 'money' },
}

export const minutesPlot: DayPlot = {
  title: 'Minutes by day',
  value: (day) => day.minutesUsed,
  text: (day) => minutesText(day.minutesUsed),
  behind: { rows: 'conversations', outcome: 'counted' },
}

export const conversationsPlot: DayPlot = {
  title: 'Conversations by day',
  value: ({ conversations }) => conversations,
  text: ({ conversations }) => countText(conversations, 'conversation'),
  behind: { rows: 'conversations', outcome: 'counted' },
}

/** A figure of every day, as a plot, a table and a file; nothing where there is none. */
export function DayPlot({ days, plot: { title, value, text, behind } }: { days: readonly Day[]; plot: DayPlot }) {
  return (
    <FigureTable
      title={title}
      file={title.toLowerCase().replaceAll(' ', '-')}
      rows={days.some((day) => value(day) !== 0) ? days : []}
      rowKey={({ date }) => date}
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
          csv: ({ date }) => date,
          phone: 'lead',
        },
        { title, numeric: true, cell: text, csv: value, phone: 'figure' },
      ]}
    />
  )
}
