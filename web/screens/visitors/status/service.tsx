import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { formatPercent } from '#contract/amounts.ts'
import { formatDay } from '#contract/dates.ts'
import type { ServiceDay, ServiceName, ServiceStatus } from '#contract/status/status.ts'
import { classes } from '#web/kit/classes.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { type DayState, stateOf, summaryOf, wordsOf } from './day-words.ts'

const names: Record<ServiceName, string> = {
  app: 'Web app and API',
  voice: 'Voices',
  payments: 'Payments',
  mail: 'Email',
}

const states = {
  up: { word: 'Up', Icon: CircleCheck, color: 'text-success' },
  down: { word: 'Down', Icon: CircleAlert, color: 'text-danger' },
  unknown: { word: 'Unknown', Icon: CircleHelp, color: 'text-muted' },
}

/** One service: its state in a word, since when, and its last 90 days. */
export function Service({ service: { name, state, since, uptimePercent, days } }: { service: ServiceStatus }) {
  const { word, Icon, color } = states[state]
  return (
    <section aria-label={names[name]} className="px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{names[name]}</h2>
        <p className="flex items-center gap-1.5">
          <Icon aria-hidden className={classes('size-5', color)} />
          <span className="text-lg font-medium">{word}</span>{' '}
          {since && (
            <span className="text-muted">
              since <DateTime value={since} withTime />
            </span>
          )}
        </p>
      </div>
      <Bars days={days} />
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular">
        <span>{`${days.length} days ago`}</span>
        <span>{uptimePercent === null ? 'No data yet' : `${formatPercent(uptimePercent)} uptime`}</span>
        <span>Today</span>
      </div>
      <DayTable name={names[name]} days={days} />
    </section>
  )
}

/** An outage is taller than a good day, and a day without data is low, so that color is not needed. */
const bars: Record<DayState, string> = {
  up: 'h-3/4 bg-success',
  down: 'h-full bg-danger',
  none: 'h-1/4 bg-line',
}

function Bars({ days }: { days: readonly ServiceDay[] }) {
  return (
    <div role="img" aria-label={summaryOf(days)} className="mt-3 flex h-8 items-end gap-px">
      {days.map((day) => (
        <span
          key={day.date}
          title={`${formatDay(day.date)}: ${wordsOf(day)}`}
          className={classes('min-w-0 flex-1 rounded-[1px] forced-colors:bg-[CanvasText]', bars[stateOf(day)])}
        />
      ))}
    </div>
  )
}

function DayTable({ name, days }: { name: string; days: readonly ServiceDay[] }) {
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer rounded-control text-sm text-muted hover:text-text">
        Show daily history<span className="sr-only"> of {name}</span>
      </summary>
      <div
        role="group"
        aria-label={`Days of ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        className="mt-2 max-h-72 overflow-y-auto"
      >
        <table className="w-full text-left">
          <caption className="sr-only">{name}, newest day first, in UTC</caption>
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="py-1 pr-4 font-medium">
                Day
              </th>
              <th scope="col" className="py-1 font-medium">
                State
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row" className="py-1 pr-4 font-normal whitespace-nowrap tabular">
                  {formatDay(day.date)}
                </th>
                <td className="py-1">{wordsOf(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
