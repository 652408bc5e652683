import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import { useState } from 'react'
import { formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { organizationUsage, usagePeriods, type UsagePeriod } from '#contract/organizations/usage.ts'
import { query } from '#web/client/api.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { RankedBars } from '#web/kit/charts/ranked-bars.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Table } from '#web/kit/table.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { usageCsv, usageTables, type UsageTable } from './usage-tables.ts'

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
const periods = usagePeriods.map((value) => ({ value, label: `Last ${value} days` }))
/** Formats a calendar day as `Nov 21`, regardless of the time zone. */
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** More bars would be hard to take in at a glance; the table has the rest. */
const mostBars = 7

/** Minutes by day, member and agent, as a plot, a table or a file for spreadsheets (D131). */
export default function UsageTab({ scope }: TabProps) {
  const [period, setPeriod] = useState<UsagePeriod>('30')
  const read = useQuery(query(organizationUsage, { query: { ...scope, days: period, timeZone } }))
  return (
    <Card title="Usage Analytics" description="Conversations of 10 seconds or more, by the day they started.">
      <div className="mb-6 max-w-56">
        <Select name="period" label="Period" options={periods} value={period} onChange={setPeriod} />
      </div>
      {read.isPending && <LoadingTab />}
      {read.isError && <LoadError what="the usage data" failed={read} />}
      {read.data?.members.length === 0 && (
        <EmptyState title="No conversations in this period" icon={<ChartColumn aria-hidden className="size-6" />}>
          Your members' talk time will appear here, but never what they said.
        </EmptyState>
      )}
      {read.data && read.data.members.length > 0 && <Usage usage={read.data} period={period} />}
    </Card>
  )
}

function Usage({ usage, period }: { usage: Answer<typeof organizationUsage>; period: UsagePeriod }) {
  const [isTable, setTable] = useState(false)
  const tables = usageTables(usage)
  const seconds = usage.days.reduce((sum, day) => sum + day.seconds, 0)
  const sessions = usage.days.reduce((sum, day) => sum + day.sessions, 0)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {formatMinutes(seconds / 60)} minutes in {sessions} {sessions === 1 ? 'session' : 'sessions'} over the last{' '}
          {period} days.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="dense"
            icon={isTable ? <ChartColumn aria-hidden className="size-4" /> : <Table2 aria-hidden className="size-4" />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Show as Chart' : 'Show as Table'}
          </Button>
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
      {isTable ? <Tables tables={tables} /> : <Plots usage={usage} tables={tables} />}
    </>
  )
}

const sideBySide = 'grid grid-cols-1 gap-x-10 gap-y-8'

function Plots({ usage, tables }: { usage: Answer<typeof organizationUsage>; tables: readonly UsageTable[] }) {
  const columns = usage.days.map(({ date, minutes }) => ({
    label: dayName.format(new Date(`${date}T00:00:00Z`)),
    value: minutes,
    valueText: `${formatMinutes(minutes)} min`,
  }))
  return (
    <div className={`${sideBySide} lg:grid-cols-2`}>
      {tables.map((table) => (
        <section key={table.of} className={table.of === 'day' ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
          <h3 className="mb-3 font-medium">{table.title}</h3>
          {table.of === 'day' ? (
            <Plot columns={columns} summary="Minutes per day. The table has the same figures." />
          ) : (
            <Bars table={table} />
          )}
        </section>
      ))}
    </div>
  )
}

function Tables({ tables }: { tables: readonly UsageTable[] }) {
  return (
    <div className={`${sideBySide} lg:grid-cols-3`}>
      {tables.map((table) => (
        <section key={table.of} className="min-w-0">
          <h3 className="mb-3 font-medium">{table.title}</h3>
          <UsageRows table={table} />
        </section>
      ))}
    </div>
  )
}

function Bars({ table: { title, rows } }: { table: UsageTable }) {
  const bars = rows
    .slice(0, mostBars)
    .map(({ id, name, minutes }) => ({ id, name, value: minutes, valueText: `${formatMinutes(minutes)} min` }))
  return (
    <>
      <RankedBars label={title} rows={bars} />
      {rows.length > mostBars && (
        <p className="mt-3 text-sm text-muted">
          Showing {mostBars} of {rows.length}. The table has the rest.
        </p>
      )}
    </>
  )
}

function UsageRows({ table: { title, heading, rows } }: { table: UsageTable }) {
  return (
    <Table
      caption={title}
      columns={[
        { title: heading, cell: ({ name }) => name, phone: 'lead' },
        { title: 'Minutes', numeric: true, cell: ({ minutes }) => formatMinutes(minutes), phone: 'figure' },
        {
          title: 'Sessions',
          numeric: true,
          cell: ({ sessions }) => (
            <>
              {sessions}
              <span className="sm:hidden"> {sessions === 1 ? 'session' : 'sessions'}</span>
            </>
          ),
          phone: 'left',
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
