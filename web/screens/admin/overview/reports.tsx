import { useQuery } from '@tanstack/react-query'
import {
  type overview,
  overviewSubscribers,
  overviewAgents,
  overviewOrganizations,
  overviewHealth,
} from '#contract/admin/overview.ts'
import {
  formatCount,
  formatPercent,
  formatDollars,
  formatMinutes,
  countText,
  formatDuration,
} from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatMonth } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { figureColumn, linkColumn, textColumn } from '../columns.tsx'
import { FigureTable, useRowsHref } from './figure-table.tsx'
import { PeriodTables } from './period-tables.tsx'
import type { ChosenPeriod } from './period.tsx'
import { conversationsPlot, DayPlot, minutesPlot } from './totals.tsx'
import { serviceWords, stateWords, workWords } from './words.ts'

interface ReportsProps {
  shown: Answer<typeof overview> | null | undefined
  period: ChosenPeriod['query']
}

/** Each report loads, fails and is tried again by itself. */
export function Reports({ shown, period }: ReportsProps) {
  return (
    <>
      {shown && (
        // A single card at the end fills its row.
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2 xl:*:odd:last:col-span-2">
          <DayPlot days={shown.days} plot={minutesPlot} />
          <DayPlot days={shown.days} plot={conversationsPlot} />
          <PeriodTables shown={shown} />
        </div>
      )}
      <Subscribers />
      {period && (
        <>
          <AgentTables period={period} />
          <OrganizationMargins period={period} />
        </>
      )}
      <Health />
    </>
  )
}

/** What each of the last 12 months gained, lost and kept. */
function Subscribers() {
  const read = useQuery({ ...query(overviewSubscribers), staleTime: 0 })
  return (
    <Loaded read={read} what="the subscribers">
      {(data) => {
        // Months before the first subscriber would be rows of zeros.
        const first = data.months.findIndex((row) => row.began > 0 || row.new > 0)
        return (
          <>
            <Churn months={first < 0 ? [] : data.months.slice(first).toReversed()} />
            <Cohorts cohorts={data.cohorts.filter(({ paid }) => (paid[0] ?? 0) > 0).toReversed()} />
          </>
        )
      }}
    </Loaded>
  )
}

type Read = Answer<typeof overviewSubscribers>
type Month = Read['months'][number]

/** How many began, came back or ended in a month, with a link that lists them. */
function stepColumn(title: string, what: 'new' | 'returned' | 'ended'): ListColumn<Month> {
  return figureColumn(title, (row) => row[what], formatCount, {
    cell: (row) => <StepLink what={what} month={row.month} count={row[what]} />,
  })
}

const churnColumns: readonly ListColumn<Month>[] = [
  textColumn('Month', ({ month }) => month, {
    cell: ({ month }) => <TextLink href={paths.adminFigures({ period: month })}>{formatMonth(month)}</TextLink>,
  }),
  figureColumn('At the start', ({ began }) => began, formatCount),
  stepColumn('New', 'new'),
  stepColumn('Returned', 'returned'),
  stepColumn('Ended', 'ended'),
  figureColumn('Churn', ({ churnPercent }) => churnPercent, formatPercent),
]

function Churn({ months }: { months: readonly Month[] }) {
  return (
    <FigureTable
      title="Churn by month"
      description="Subscribers lost, as a share of those at the start."
      rows={months}
      rowKey={({ month }) => month}
      columns={churnColumns}
    />
  )
}

function Cohorts({ cohorts }: { cohorts: Read['cohorts'] }) {
  const hrefOf = useRowsHref()
  const columns: readonly ListColumn<Read['cohorts'][number]>[] = [
    linkColumn(
      'First payment',
      ({ month }) => formatMonth(month),
      ({ month }) => hrefOf({ rows: 'subscriptions', what: 'new' }, month),
      { csv: ({ month }) => month },
    ),
    textColumn('Paid, month by month', ({ paid }) => paid.join(' '), {
      cell: ({ paid }) => paid.map(formatCount).join(' · '),
      phone: 'left',
    }),
  ]
  return (
    <FigureTable
      title="Cohorts"
      isLinked
      description="New subscribers, and who paid each month after."
      rows={cohorts}
      rowKey={({ month }) => month}
      columns={columns}
    />
  )
}

function StepLink({ what, month, count }: { what: 'new' | 'returned' | 'ended'; month: string; count: number }) {
  const hrefOf = useRowsHref()
  if (count === 0) return formatCount(count)
  return <TextLink href={hrefOf({ rows: 'subscriptions', what }, month)}>{formatCount(count)}</TextLink>
}

interface Talked {
  conversations: number
  minutes: number
  earned: number
  voiceCost: number
  margin: number
}

const columns: readonly ListColumn<Talked>[] = [
  figureColumn('Conversations', ({ conversations }) => conversations, formatCount),
  figureColumn('Minutes', ({ minutes }) => minutes, formatMinutes),
  figureColumn('Income', ({ earned }) => earned, formatDollars),
  figureColumn('Voice cost', ({ voiceCost }) => voiceCost, formatDollars),
  figureColumn('Margin', ({ margin }) => margin, formatDollars),
]

type Period = NonNullable<ChosenPeriod['query']>
type Agent = Answer<typeof overviewAgents>[number]

/** Income, voice cost and failed calls of each agent, and apart those whose calls failed. */
function AgentTables({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewAgents, { query: period }), staleTime: 0 })
  return (
    <Loaded read={read} what="the agents">
      {(agents) => (
        <>
          <AgentMargins agents={agents} />
          <FailingAgents agents={agents} />
        </>
      )}
    </Loaded>
  )
}

function AgentMargins({ agents }: { agents: readonly Agent[] }) {
  const hrefOf = useRowsHref()
  const own: readonly ListColumn<Agent>[] = [
    linkColumn(
      'Agent',
      ({ name }) => name,
      ({ id }) => hrefOf({ rows: 'conversations', outcome: 'counted', agentId: id }),
      { phone: undefined },
    ),
    ...columns,
    figureColumn('Failed calls', ({ failedCalls }) => failedCalls, formatCount, {
      cell: ({ id, failedCalls, failedPercent }) => {
        const text = `${formatCount(failedCalls)} (${formatPercent(failedPercent)})`
        if (failedCalls === 0) return text
        const href = hrefOf({ rows: 'conversations', outcome: 'failed', agentId: id })
        return (
          <TextLink href={href} className={overRowLinkClasses}>
            {text}
          </TextLink>
        )
      },
    }),
  ]
  return <FigureTable title="Agents" isLinked rows={agents} rowKey={({ id }) => id} columns={own} />
}

/** The worst first. */
function FailingAgents({ agents }: { agents: readonly Agent[] }) {
  const hrefOf = useRowsHref()
  const failing = agents
    .filter(({ failedCalls }) => failedCalls > 0)
    .toSorted((a, b) => b.failedPercent - a.failedPercent || b.failedCalls - a.failedCalls)
  const own: readonly ListColumn<Agent>[] = [
    linkColumn(
      'Agent',
      ({ name }) => name,
      ({ id }) => hrefOf({ rows: 'conversations', outcome: 'failed', agentId: id }),
    ),
    figureColumn('Failed calls', ({ failedCalls }) => failedCalls, formatCount, { phone: 'left' }),
    figureColumn('Share', ({ failedPercent }) => failedPercent, formatPercent, { phone: 'figure' }),
  ]
  return (
    <FigureTable
      title="Failing agents"
      description="Calls that never began or in which the agent said nothing. The share is of these and the charged calls."
      isLinked
      rows={failing}
      rowKey={({ id }) => id}
      columns={own}
    />
  )
}

/** Income and voice cost of each organization, and of individuals. */
function OrganizationMargins({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewOrganizations, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  const own: readonly ListColumn<Answer<typeof overviewOrganizations>[number]>[] = [
    linkColumn(
      'Customer',
      ({ id, name }) => (id === null ? 'Individuals' : name),
      ({ id }) => hrefOf({ rows: 'conversations', outcome: 'counted', organization: String(id ?? 'people') }),
      { phone: undefined },
    ),
    ...columns,
  ]
  return (
    <Loaded read={read} what="the organizations">
      {(rows) => (
        <FigureTable
          title="Organizations and people"
          isLinked
          rows={rows}
          rowKey={({ id }) => String(id)}
          columns={own}
        />
      )}
    </Loaded>
  )
}

/** Whether the services work, how long events and background work have been waiting, and the last backup. */
export function Health() {
  const read = useQuery({ ...query(overviewHealth), staleTime: 0, refetchInterval: 60_000 })
  return (
    <div id="services">
      <Loaded read={read} what="the services">
        {(health) => <HealthCard health={health} />}
      </Loaded>
    </div>
  )
}

function HealthCard({ health }: { health: Answer<typeof overviewHealth> }) {
  const { services, events, jobs, lastBackupAt } = health
  return (
    <Card title="Services and background work" aside={<TextLink href={paths.status()}>See Service Status</TextLink>}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {services.map(({ name, state }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{serviceWords[name]}</dt>
            <dd className="font-medium">{stateWords[state]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        {events.waiting === 0
          ? 'No payment event is waiting.'
          : `${countText(events.waiting, 'payment event')} waiting, the oldest for ${formatDuration(events.oldestSeconds)}.`}
      </p>
      <p>
        {lastBackupAt ? (
          <>
            The last good backup is from <DateTime value={lastBackupAt} withTime />.
          </>
        ) : (
          'No backup has been made yet.'
        )}
      </p>
      {jobs.length === 0 && <p>No background work is waiting.</p>}
      {jobs.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {jobs.map(({ work, waiting, oldestSeconds, failed }) => (
            <li key={work}>
              <span className="font-medium">{workWords[work]}</span>:{' '}
              {[
                waiting > 0 && `${countText(waiting, 'job')} waiting, the oldest for ${formatDuration(oldestSeconds)}`,
                failed > 0 && `${countText(failed, 'job')} failed for good`,
              ]
                .filter(Boolean)
                .join('; ')}
              .
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
