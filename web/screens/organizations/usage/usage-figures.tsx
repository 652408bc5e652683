import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatShortDay, ownTimeZone } from '#contract/dates.ts'
import { countText, formatCount, formatDollars, formatMinutes, formatRate, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { query } from '#web/client/api.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { PlotSwitch } from '#web/kit/charts/plot-switch.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { RankedBars } from '#web/kit/charts/ranked-bars.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { useConversationsPath } from './conversations-path.ts'
import type { ShownPeriod } from './period.ts'
import { usageCsv, usageTables, type UsageTable } from './usage-tables.ts'

type UsageAnswer = Answer<typeof organizationUsage>

/** More bars would be hard to take in at a glance; the table has the rest. */
const mostBars = 7

interface FiguresProps extends Pick<TabProps, 'scope'> {
  period: ShownPeriod
}

/** Minutes by day, member and agent, as a plot, a table or a file for spreadsheets (D131). */
export function UsageFigures({ scope, period }: FiguresProps) {
  const read = useQuery({
    ...query(organizationUsage, { query: { ...scope, ...period.query, timeZone: ownTimeZone() } }),
    enabled: period.query !== null,
  })
  if (period.query === null) return null
  return (
    <Loaded read={read} what="the usage data" skeleton={<LoadingTab />}>
      {(usage) =>
        usage.members.length > 0 ? (
          <Usage usage={usage} period={period} />
        ) : (
          <EmptyState title="No sessions in this period">
            Your members' talk time will appear here, but never what they said.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function Usage({ usage, period }: { usage: UsageAnswer; period: ShownPeriod }) {
  const [isTable, setTable] = useState(false)
  const tables = usageTables(usage)
  const seconds = usage.days.reduce((sum, day) => sum + day.seconds, 0)
  const sessions = usage.days.reduce((sum, day) => sum + day.sessions, 0)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-muted">
          <span>{minutesText(seconds / 60)}</span> in <span>{countText(sessions, 'session')}</span> {period.text}.{' '}
          <span>
            {usage.minuteRate === null
              ? "Costs aren't shown because the pool's minutes were bought at different prices."
              : `Costs at ${formatRate(usage.minuteRate)} a minute, the price of every minute in the pool.`}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <PlotSwitch isTable={isTable} onChange={setTable} />
          <Menu
            trigger={
              <Button variant="secondary" size="dense" icon={<Download aria-hidden className="size-4" />}>
                Download CSV
              </Button>
            }
          >
            {tables.map((table) => (
              <MenuAction
                key={table.of}
                onSelect={() => downloadText(usageCsv(table), `usage-by-${table.of}.csv`, 'text/csv')}
              >
                {table.title}
              </MenuAction>
            ))}
          </Menu>
        </div>
      </div>
      <Views usage={usage} tables={tables} isTable={isTable} />
    </>
  )
}

interface ViewProps {
  usage: UsageAnswer
  tables: readonly UsageTable[]
  isTable: boolean
}

/** The same figures by day, member and agent, as plots or as tables. */
function Views({ usage, tables, isTable }: ViewProps) {
  return (
    <div className={classes('grid grid-cols-1 gap-x-10 gap-y-8', isTable ? 'lg:grid-cols-3' : 'lg:grid-cols-2')}>
      {tables.map((table) => {
        const isPlot = table.of === 'day' && !isTable
        return (
          <section key={table.of} className={classes('min-w-0', isPlot && 'lg:col-span-2')}>
            <h3 className="mb-3 font-medium">{table.title}</h3>
            {isPlot ? <Days days={usage.days} /> : isTable ? <UsageRows table={table} /> : <Bars table={table} />}
          </section>
        )
      })}
    </div>
  )
}

function Days({ days }: Pick<UsageAnswer, 'days'>) {
  const columns = days.map(({ date, minutes }) => ({
    label: formatShortDay(date),
    value: minutes,
    valueText: minutesText(minutes),
  }))
  return <Plot columns={columns} summary="Minutes per day. The table has the same figures." />
}

function Bars({ table: { of, title, rows } }: { table: UsageTable }) {
  const hrefOf = useConversationsPath()
  const bars = rows.slice(0, mostBars).map(({ id, name, minutes, cost }) => ({
    id,
    name,
    href: hrefOf(filterOf(of, id)),
    value: minutes,
    valueText: [minutesText(minutes), ...(cost === null ? [] : [formatDollars(cost)])].join(' · '),
  }))
  return (
    <>
      <RankedBars label={title} rows={bars} />
      {rows.length > mostBars && (
        <p className="mt-3 text-sm text-muted">
          {`Showing ${mostBars} of ${formatCount(rows.length)}. The table has the rest.`}
        </p>
      )}
    </>
  )
}

function UsageRows({ table: { of, title, heading, rows } }: { table: UsageTable }) {
  const hrefOf = useConversationsPath()
  const hasCosts = rows.some(({ cost }) => cost !== null)
  return (
    <Table
      caption={title}
      columns={[
        {
          title: heading,
          cell: ({ id, name }) =>
            of === 'day' ? (
              <time dateTime={name}>{formatDay(name)}</time>
            ) : (
              <TextLink href={hrefOf(filterOf(of, id))}>{name}</TextLink>
            ),
          phone: 'lead',
        },
        { title: 'Minutes', numeric: true, cell: ({ minutes }) => formatMinutes(minutes), phone: 'figure' },
        {
          title: 'Sessions',
          numeric: true,
          cell: ({ sessions }) => (
            <>
              <span translate="no">{formatCount(sessions)}</span>
              <span className="sm:hidden">{sessions === 1 ? ' session' : ' sessions'}</span>
            </>
          ),
          phone: 'left',
        },
        ...(hasCosts
          ? [{ title: 'Cost', numeric: true, cell: Cost, phone: 'right' } satisfies Column<UsageTable['rows'][number]>]
          : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

function Cost({ cost }: { cost: number | null }) {
  return cost === null ? null : <span translate="no">{formatDollars(cost)}</span>
}

/** Returns the filter of the conversations behind a bar. */
function filterOf(of: UsageTable['of'], id: string) {
  return of === 'member' ? { personId: id } : { agentId: id }
}
