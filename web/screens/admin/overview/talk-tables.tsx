import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDollars, formatMinutes, formatPercent } from '#contract/amounts.ts'
import { overviewAgents, overviewOrganizations } from '#contract/admin/overview.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { overRowLinkClasses, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { FigureTable } from './figure-table.tsx'
import type { ChosenPeriod } from './period.ts'
import { RowLink, useRowsHref } from './rows/row-links.tsx'

interface Talked {
  name: string
  conversations: number
  minutes: number
  earned: number
  voiceCost: number
  margin: number
}

const columns: Column<Talked>[] = [
  { title: 'Conversations', numeric: true, cell: (row) => formatCount(row.conversations) },
  { title: 'Minutes', numeric: true, cell: ({ minutes }) => formatMinutes(minutes) },
  { title: 'Income', numeric: true, cell: ({ earned }) => formatDollars(earned) },
  { title: 'Voice cost', numeric: true, cell: ({ voiceCost }) => formatDollars(voiceCost) },
  { title: 'Margin', numeric: true, cell: ({ margin }) => formatDollars(margin) },
]

const csv: CsvColumn<Talked>[] = [
  ['Conversations', ({ conversations }) => conversations],
  ['Minutes', ({ minutes }) => minutes],
  ['Income', ({ earned }) => earned],
  ['Voice cost', ({ voiceCost }) => voiceCost],
  ['Margin', ({ margin }) => margin],
]

type Period = NonNullable<ChosenPeriod['query']>

/** Income, voice cost and failed calls of each agent. */
export function AgentMargins({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewAgents, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  if (read.isPending) return <LoadingRows what="agents" />
  if (read.isError) return <LoadError what="the agents" failed={read} />
  return (
    <FigureTable
      title="Agents"
      file="agents"
      rows={read.data}
      rowKey={({ id }) => id}
      none="No conversations in this period."
      isLinked
      columns={[
        {
          title: 'Agent',
          cell: ({ id, name }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'counted', agentId: id })}>{name}</RowLink>
          ),
        },
        ...(columns as Column<(typeof read.data)[number]>[]),
        {
          title: 'Failed calls',
          numeric: true,
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
        },
      ]}
      csv={[['Agent', ({ name }) => name], ...csv, ['Failed calls', ({ failedCalls }) => failedCalls]]}
    />
  )
}

/** The agents whose calls failed, the worst first. */
export function FailingAgents({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewAgents, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  // What loads or fails is said by the list of all agents, which reads the same.
  if (!read.data) return null
  const failing = read.data
    .filter(({ failedCalls }) => failedCalls > 0)
    .toSorted((a, b) => b.failedPercent - a.failedPercent || b.failedCalls - a.failedCalls)
  return (
    <FigureTable
      title="Failing agents"
      description="Calls that never began or in which the agent said nothing. The share is of these and the charged calls."
      file="failing-agents"
      rows={failing}
      rowKey={({ id }) => id}
      none="No call failed in this period."
      isLinked
      columns={[
        {
          title: 'Agent',
          phone: 'lead',
          cell: ({ id, name }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'failed', agentId: id })}>{name}</RowLink>
          ),
        },
        { title: 'Failed calls', phone: 'left', numeric: true, cell: (row) => formatCount(row.failedCalls) },
        { title: 'Share', phone: 'figure', numeric: true, cell: (row) => formatPercent(row.failedPercent) },
      ]}
      csv={[
        ['Agent', ({ name }) => name],
        ['Failed calls', ({ failedCalls }) => failedCalls],
        ['Percent', ({ failedPercent }) => failedPercent],
      ]}
    />
  )
}

/** Income and voice cost of each organization, and of individuals. */
export function OrganizationMargins({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewOrganizations, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  if (read.isPending) return <LoadingRows what="organizations" />
  if (read.isError) return <LoadError what="the organizations" failed={read} />
  const nameOf = ({ id, name }: { id: number | null; name: string }) => (id === null ? 'Individuals' : name)
  return (
    <FigureTable
      title="Organizations and people"
      file="organizations"
      rows={read.data}
      rowKey={({ id }) => String(id)}
      none="No conversations in this period."
      isLinked
      columns={[
        {
          title: 'Customer',
          cell: (row) => (
            <RowLink
              href={hrefOf({ rows: 'conversations', outcome: 'counted', organization: String(row.id ?? 'people') })}
            >
              {nameOf(row)}
            </RowLink>
          ),
        },
        ...(columns as Column<(typeof read.data)[number]>[]),
      ]}
      csv={[['Customer', nameOf], ...csv]}
    />
  )
}
