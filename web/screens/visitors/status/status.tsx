import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle, CircleHelp } from 'lucide-react'
import { formatTime, formatDay } from '#contract/dates.ts'
import { readStatus, type ServiceDay, type ServiceName, type ServiceStatus } from '#contract/status/status.ts'
import { query } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { formatPercent } from '#contract/amounts.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { type DayState, stateOf, summaryOf, wordsOf } from './day-words.ts'

const askAgainMs = 30_000
const timeoutMs = 10_000

/** Asks the server itself. It never fails, because no answer is an answer here. */
const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async (): Promise<Readiness> => {
    try {
      const response = await fetch('/readyz', { signal: AbortSignal.timeout(timeoutMs) })
      const text = await response.text()
      if (!response.ok) return 'not ready'
      return (JSON.parse(text) as { voice: string }).voice === 'up' ? 'ready' : 'no voice'
    } catch {
      return 'unreachable'
    }
  },
  staleTime: 0,
  refetchInterval: askAgainMs,
})

type Readiness = 'ready' | 'no voice' | 'not ready' | 'unreachable'

const titles: Record<Readiness, string> = {
  ready: 'Luna is up and running',
  'no voice': "Conversations can't start right now",
  'not ready': "Luna isn't ready right now",
  unreachable: "Luna can't be reached",
}

/** /status: whether the server answers now, and what the servers observed over 90 days; no more than that (D155). */
export default function Status() {
  const { data: readiness, dataUpdatedAt, isFetching, refetch } = useQuery(readinessQuery)
  const history = useQuery({ ...query(readStatus), refetchInterval: askAgainMs })
  const checkAgain = () => {
    void refetch()
    void history.refetch()
  }
  return (
    <Page
      title="System Status"
      description="Current status and the last 90 days."
      width="prose"
      actions={
        <Button variant="secondary" pending={isFetching} pendingText="Checking…" onClick={checkAgain}>
          Check Again
        </Button>
      }
    >
      <div className="in-order">
        <div role="status" className="flex items-center gap-3 text-xl font-semibold">
          <StateIcon readiness={readiness} />
          <span>{readiness ? titles[readiness] : 'Checking…'}</span>
        </div>
        <p className="mt-2 min-h-[1lh] text-muted tabular max-sm:min-h-[2lh]">
          {readiness && `Checked at ${formatTime(dataUpdatedAt)}. Checks again every 30 seconds.`}
        </p>
        <div className="mt-6">
          <Loaded
            read={history}
            what="the history"
            skeleton={<LoadingRows what="the history" count={4} height="h-28" />}
          >
            {({ services }) => (
              <div className="divide-y divide-line rounded-card border border-line bg-surface shadow-raised">
                {services.map((service) => (
                  <Service key={service.name} service={service} />
                ))}
              </div>
            )}
          </Loaded>
        </div>
        <Notes />
      </div>
    </Page>
  )
}

function Notes() {
  return (
    <div className="mt-8 flex flex-col gap-3 text-reading text-muted">
      <p>
        Every 30 seconds our servers check that they can answer, and that the voice provider, the payment provider and
        the mail server work. Uptime is the share of that time in which a service worked: an outage counts from the last
        good check to the next one, and time without a check counts neither way. Days are in UTC.
      </p>
      <p>
        Other companies provide the voices and take the payments. While the voices are down, conversations can&apos;t
        start and nothing is charged.
      </p>
      <p>
        Something not working even though everything here is green? <TextLink href={paths.contact()}>Tell us</TextLink>.
      </p>
    </div>
  )
}

function StateIcon({ readiness }: { readiness: Readiness | undefined }) {
  if (!readiness) return <LoaderCircle aria-hidden className="size-7 text-muted motion-safe:animate-spin" />
  const Icon = readiness === 'ready' ? CircleCheck : CircleAlert
  return <Icon aria-hidden className={classes('size-7', readiness === 'ready' ? 'text-success' : 'text-danger')} />
}

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
function Service({ service: { name, state, since, uptimePercent, days } }: { service: ServiceStatus }) {
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
