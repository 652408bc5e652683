import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDollars, formatMinutes, formatPercent } from '#contract/amounts.ts'
import { overviewAgents, overviewOrganizations } from '#contract/admin/overview.ts'
import { query } from '#web/client/api.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { FigureTable } from './figure-table.tsx'
import type { ChosenPeriod } from './period.tsx'
import { RowLink, useRowsHref } from './row-links.tsx'

interface Talked {
  name: string
  conversations: number
  minutes: number
  earned: number
  voiceCost: number
  margin: number
}

const columns: readonly ListColumn<Talked>[] = [
  {
    title: 'Conversations',
    numeric: true,
    cell: (row) => formatCount(row.conversations),
    csv: ({ conversations }) => conversations,
  },
  { title: 'Minutes', numeric: true, cell: ({ minutes }) => formatMinutes(minutes), csv: ({ minutes }) => minutes },
  { title: 'Income', numeric: true, cell: ({ earned }) => formatDollars(earned), csv: ({ earned }) => earned },
  {
    title: 'Voice cost',
    numeric: true,
    cell: ({ voiceCost }) => formatDollars(voiceCost),
    csv: ({ voiceCost }) => voiceCost,
  },
  { title: 'Margin', numeric: true, cell: ({ margin }) => formatDollars(margin), csv: ({ margin }) => margin },
]

type Period = NonNullable<ChosenPeriod['query']>

/** Income, voice cost and failed calls of each agent. */
export function AgentMargins({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewAgents, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  if (!read.data)
    return (
      <Loaded read={read} what="the agents">
        {() => null}
      </Loaded>
    )
  return (
    <FigureTable
      title="Agents"
      file="agents"
      rows={read.data}
      rowKey={({ id }) => id}
      isLinked
      columns={[
        {
          title: 'Agent',
          cell: ({ id, name }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'counted', agentId: id })}>{name}</RowLink>
          ),
          csv: ({ name }) => name,
        },
        ...columns,
        {
          title: 'Failed calls',
          numeric: true,
          csv: ({ failedCalls }) => failedCalls,
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
    />
  )
}

/** The agents whose calls failed, the worst first. */
export function FailingAgents({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewAgents, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  // The list of all agents, which reads the same, shows what loads or fails.
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
      isLinked
      columns={[
        {
          title: 'Agent',
          phone: 'lead',
          cell: ({ id, name }) => (
            <RowLink href={hrefOf({ rows: 'conversations', outcome: 'failed', agentId: id })}>{name}</RowLink>
          ),
          csv: ({ name }) => name,
        },
        {
          title: 'Failed calls',
          phone: 'left',
          numeric: true,
          cell: (row) => formatCount(row.failedCalls),
          csv: ({ failedCalls }) => failedCalls,
        },
        {
          title: 'Share',
          phone: 'figure',
          numeric: true,
          cell: (row) => formatPercent(row.failedPercent),
          csv: ({ failedPercent }) => failedPercent,
        },
      ]}
    />
  )
}

/** Income and voice cost of each organization, and of individuals. */
export function OrganizationMargins({ period }: { period: Period }) {
  const read = useQuery({ ...query(overviewOrganizations, { query: period }), staleTime: 0 })
  const hrefOf = useRowsHref()
  if (!read.data)
    return (
      <Loaded read={read} what="the organizations">
        {() => null}
      </Loaded>
    )
  const nameOf = ({ id, name }: { id: number | null; name: string }) => (id === null ? 'Individuals' : name)
  return (
    <FigureTable
      title="Organizations and people"
      file="organizations"
      rows={read.data}
      rowKey={({ id }) => String(id)}
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
          csv: nameOf,
        },
        ...columns,
      ]}
    />
  )
}
