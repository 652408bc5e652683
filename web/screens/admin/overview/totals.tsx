import type { overview } from '#contract/admin/overview.ts'
import { formatDollars, formatMinutes, formatRate, formatTenths, countText, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDay, formatShortDay } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { StatTile } from '#web/kit/stat-tile.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { linkColumn } from '../columns.tsx'
import { useRowsHref, type Behind, FigureTable } from './figure-table.tsx'
import { totalWords, type TotalWords } from './words.ts'

type Overview = Answer<typeof overview>

/** The four figures that tell most about a period. */
export function Totals({ shown }: { shown: Overview }) {
  const { now, owed, voiceRate } = shown
  return (
    <section aria-label="Figures" className="flex flex-col gap-3">
      <Tiles shown={shown} words={totalWords.filter(({ isFirst }) => isFirst)} />
      <p className="text-sm text-muted">
        Customers hold{' '}
        <TextLink href={paths.adminFigures({ rows: 'owed' })}>
          {`${formatMinutes(owed.monthly + owed.purchased)} unused minutes`}
        </TextLink>
        , paid with {formatDollars(owed.monthlyDollars + owed.purchasedDollars)}. The voice cost{' '}
        {formatDollars(now.voiceCost)}, at {formatRate(voiceRate.cents / 100)} a minute
        {voiceRate.isAssumed ? ' (assumed; set it under Settings)' : ''}.
      </p>
    </section>
  )
}

/** The other figures, and how each is counted. */
export function OtherTotals({ shown }: { shown: Overview }) {
  return (
    <section aria-label="Other figures" className="flex flex-col gap-3 lg:col-span-2">
      <Tiles shown={shown} words={totalWords.filter(({ isFirst }) => !isFirst)} />
      <details className="text-sm">
        <summary className="cursor-pointer rounded-control py-1 font-medium">How the figures are counted</summary>
        <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {totalWords.map(({ key, label, how }) => (
            <div key={key}>
              <dt className="font-medium">{label}</dt>
              <dd className="text-muted">{how}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted">
          Figures of past days are counted once an hour, so changes appear in the lists first.
        </p>
      </details>
    </section>
  )
}

/** Each figure leads to the rows that it counts; the one of the period before is below it, unless that was 0. */
function Tiles({ shown: { now, before }, words }: { shown: Overview; words: readonly TotalWords[] }) {
  const hrefOf = useRowsHref()
  return (
    <dl className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2 lg:grid-cols-4">
      {words.map(({ key, label, format, behind }) => (
        <StatTile
          key={key}
          label={label}
          href={hrefOf(behind)}
          value={signed(now[key], format)}
          note={before[key] !== 0 && `${signed(before[key], format)} before${changeText(now[key], before[key])}`}
        />
      ))}
    </dl>
  )
}

function signed(value: number, format: (value: number) => string): string {
  return value < 0 ? `−${format(-value)}` : format(value)
}

/** Returns `, +12.5%`; nothing where there is no base, or a gain became a loss. */
function changeText(now: number, before: number): string {
  if (before <= 0 || now < 0 || now === before) return ''
  const percent = ((now - before) / before) * 100
  return `, ${percent < 0 ? '−' : '+'}${formatTenths(Math.abs(percent))}%`
}

type Day = Answer<typeof overview>['days'][number]

interface DayFigure {
  title: string
  value: (day: Day) => number
  text: (day: Day) => string
  unit?: '$' | ''
  /** The rows that a day's figure counts. */
  behind: Behind
}

export const revenuePlot: DayFigure = {
  title: 'Net revenue by day',
  value: ({ net }) => net,
  text: ({ net }) => formatDollars(net),
  unit: '$',
  behind: { rows: 'money' },
}

export const minutesPlot: DayFigure = {
  title: 'Minutes by day',
  value: (day) => day.minutesUsed,
  text: (day) => minutesText(day.minutesUsed),
  behind: { rows: 'conversations', outcome: 'counted' },
}

export const conversationsPlot: DayFigure = {
  title: 'Conversations by day',
  value: ({ conversations }) => conversations,
  text: ({ conversations }) => countText(conversations, 'conversation'),
  behind: { rows: 'conversations', outcome: 'counted' },
}

/** A figure of every day, as a plot, a table and a file; nothing where there is none. */
export function DayPlot({
  days,
  plot: { title, value, text, unit = '', behind },
}: {
  days: readonly Day[]
  plot: DayFigure
}) {
  const columns: readonly ListColumn<Day>[] = [
    linkColumn(
      'Day',
      ({ date }) => formatDay(date),
      ({ date }) => paths.adminFigures({ ...behind, period: 'own', from: date, to: date }),
      { csv: ({ date }) => date },
    ),
    { title, numeric: true, cell: text, csv: value, phone: 'figure' },
  ]
  return (
    <FigureTable
      title={title}
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
          unit={unit}
          summary={`${title}. The table has the same figures.`}
        />
      }
      columns={columns}
    />
  )
}
