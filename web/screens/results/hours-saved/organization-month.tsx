import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { countText, formatCount, savedTimeText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { type CsvColumn, toCsv } from '#contract/csv.ts'
import { formatMonth } from '#contract/dates.ts'
import { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { OrganizationSteps } from '#web/screens/results/next-steps/organization-steps.tsx'
import { MonthActions, MonthFigure, PrintedFor } from './month-figure.tsx'
import { MonthSelect } from './month-select.tsx'
import { monthOf, readMonth } from './months.ts'

type Month = Answer<typeof organizationHoursSaved>
type Counted = NonNullable<Month['counted']>
type AgentRow = NonNullable<Month['agents']>[number]

interface Props {
  /** Names the organization in the call; without an id, the current one. */
  scope: { organizationId?: number }
  name: string
}

/** What an organization's people said a month saved them: sums from which no single answer can be read (D135). */
export default function OrganizationMonth({ scope, name }: Props) {
  const [search] = useSearchParams()
  const [latest] = useState(() => monthOf(new Date()))
  const month = readMonth(search, latest)
  const read = useQuery(query(organizationHoursSaved, { query: { ...scope, month } }))
  const shown = read.data
  const agents = shown?.agents
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <MonthSelect month={month} latest={latest} />
        {shown?.counted && (
          <MonthActions
            onDownload={
              agents ? () => downloadText(toCsv(csv, agents), `hours-saved-${month}.csv`, 'text/csv') : undefined
            }
          />
        )}
      </div>
      {read.isPending && (
        <SkeletonGroup label="Loading the month…">
          <Skeleton className="h-48" />
        </SkeletonGroup>
      )}
      {read.isError && <LoadError what="the month" failed={read} />}
      {shown && !shown.counted && <TooFew shown={shown} />}
      {shown?.counted && <Sheet shown={shown} counted={shown.counted} name={name} />}
      <OrganizationSteps scope={scope} month={month} />
    </>
  )
}

function TooFew({ shown: { month, conversations } }: { shown: Month }) {
  if (conversations === 0) {
    return (
      <EmptyState title={`No sessions in ${formatMonth(month)}`}>
        After a session, your members can say how much time it saved them.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Too few answers to show">
      Fewer than {fewestPeople} people have answered for {formatMonth(month)}, which had{' '}
      <span>{countText(conversations, 'session')}</span>. With so few, a total could reveal what one person said.
    </EmptyState>
  )
}

function Sheet({ shown, counted, name }: { shown: Month; counted: Counted; name: string }) {
  const { month, conversations, agents, agentsFrom, hasWaiting } = shown
  return (
    <>
      <MonthFigure month={month} savedMinutes={counted.savedMinutes}>
        <span>{countText(counted.answers, 'answer')}</span> from{' '}
        <span>{countText(counted.people, 'person', 'people')}</span>, out of{' '}
        <span>{countText(conversations, 'session')}</span>.
      </MonthFigure>
      <p className="mt-2 max-w-prose text-muted">
        This is the sum of what your members said, and nothing is estimated. It’s updated only after {fewestPeople} more
        people have answered, so no one’s answer can be worked out.
        {hasWaiting && <span> Newer answers are waiting to be added.</span>}{' '}
        <TextLink href={paths.howHoursCount()}>How saved hours are counted</TextLink>
      </p>
      <section className="mt-6">
        <h3 className="mb-3 font-medium">By agent</h3>
        {agents ? (
          <Table
            caption="Saved time by agent"
            columns={columns}
            rows={agents}
            rowKey={({ agentId }) => agentId ?? 'others'}
          />
        ) : (
          <p className="text-muted">
            Available from <DateTime value={agentsFrom} />, when this month’s answers are final.
          </p>
        )}
      </section>
      <PrintedFor name={name} />
    </>
  )
}

/** Agents with too few people are one row. */
function nameOf({ agentName }: AgentRow): string {
  return agentName ?? 'Other agents'
}

const columns: Column<AgentRow>[] = [
  { title: 'Agent', cell: nameOf, phone: 'lead' },
  {
    title: 'Answers',
    numeric: true,
    cell: ({ answers }) => (
      <>
        <span translate="no">{formatCount(answers)}</span>
        <span className="sm:hidden">{answers === 1 ? ' answer' : ' answers'}</span>
      </>
    ),
    phone: 'left',
  },
  { title: 'Saved', numeric: true, cell: ({ savedMinutes }) => savedTimeText(savedMinutes), phone: 'figure' },
]

const csv: readonly CsvColumn<AgentRow>[] = [
  ['Agent', nameOf],
  ['Answers', ({ answers }) => answers],
  ['Minutes saved', ({ savedMinutes }) => savedMinutes],
]
