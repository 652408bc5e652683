import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { countText, formatCount, savedTimeText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { type CsvColumn, toCsv } from '#contract/csv.ts'
import { formatMonth, ownTimeZone } from '#contract/dates.ts'
import { ownHoursSaved } from '#contract/results/hours-saved.ts'
import { answerDays } from '#contract/results/hours-saved-rules.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useMe } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { MonthActions, MonthFigure, PrintedFor } from './month-figure.tsx'
import { MonthSelect } from './month-select.tsx'
import { localMonth, monthOptions, readMonth } from './months.ts'

type Month = Answer<typeof ownHoursSaved>
type Row = Month['rows'][number]

/** /dashboard/hours-saved: what the user said their conversations saved them, month by month, on a printable sheet. */
export default function OwnMonth() {
  const [search] = useSearchParams()
  const [latest] = useState(() => localMonth(new Date()))
  const month = readMonth(search, latest)
  const read = useQuery(query(ownHoursSaved, { query: { month, timeZone: ownTimeZone() } }))
  const shown = read.data
  return (
    <Page
      title="Hours Saved"
      description="What you said your sessions saved you."
      width="prose"
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
      actions={shown && shown.answers > 0 && <MonthActions onDownload={() => save(shown)} />}
    >
      <div className="flex flex-col gap-6">
        <MonthSelect month={month} latest={latest} />
        {read.isPending && (
          <SkeletonGroup label="Loading your month…">
            <Skeleton className="h-64" />
          </SkeletonGroup>
        )}
        {read.isError && <LoadError what="your month" failed={read} />}
        {shown && <Card className="print:border-0 print:p-0 print:shadow-none">{contentOf(shown, latest)}</Card>}
      </div>
    </Page>
  )
}

function contentOf(shown: Month, latest: string) {
  if (shown.conversations === 0) {
    return (
      <EmptyState
        title={`No sessions in ${formatMonth(shown.month)}`}
        action={<LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>}
      >
        After a session, you can say how much time it saved you.
      </EmptyState>
    )
  }
  if (shown.savedMinutes === null) {
    return (
      <EmptyState
        title={`No answers in ${formatMonth(shown.month)}`}
        action={<LinkButton href={paths.sessions()}>Your Sessions</LinkButton>}
      >
        {noAnswers(shown, latest)}
      </EmptyState>
    )
  }
  return <Sheet shown={shown} savedMinutes={shown.savedMinutes} />
}

/** Earlier months cannot be answered. */
function noAnswers({ month, conversations }: Month, latest: string): string {
  const sessions = countText(conversations, 'session')
  const answerable = monthOptions(latest).slice(0, 2)
  if (answerable.some(({ value }) => value === month)) {
    return `You had ${sessions}. You can answer for ${answerDays} days after each one, on its own page.`
  }
  return `You had ${sessions} and didn’t answer for any of them.`
}

function Sheet({ shown, savedMinutes }: { shown: Month; savedMinutes: number }) {
  const user = useMe()
  return (
    <>
      <MonthFigure month={shown.month} savedMinutes={savedMinutes}>
        You answered for <span translate="no">{formatCount(shown.answers)}</span> of{' '}
        <span>{countText(shown.conversations, 'session')}</span>.
      </MonthFigure>
      <p className="mt-2 mb-6 text-muted">
        This is the sum of your own answers. A session without an answer adds nothing, and nothing is estimated.{' '}
        <TextLink href={paths.howHoursCount()}>How saved hours are counted</TextLink>
      </p>
      <Table
        caption="Your answers, newest session first"
        columns={columns}
        rows={shown.rows}
        rowKey={({ sessionId }) => sessionId}
      />
      {user && <PrintedFor name={`${user.firstName} ${user.lastName}`.trim() || user.email} />}
    </>
  )
}

const columns: Column<Row>[] = [
  {
    title: 'Session',
    cell: ({ sessionId, agentName }) => <TextLink href={paths.session(sessionId)}>{agentName}</TextLink>,
    phone: 'lead',
  },
  { title: 'Started', cell: ({ startedAt }) => <DateTime value={startedAt} withTime />, phone: 'left' },
  { title: 'Saved', numeric: true, cell: ({ savedMinutes }) => savedTimeText(savedMinutes), phone: 'figure' },
]

const csv: readonly CsvColumn<Row>[] = [
  ['Agent', ({ agentName }) => agentName],
  ['Started', ({ startedAt }) => startedAt],
  ['Minutes saved', ({ savedMinutes }) => savedMinutes],
]

function save({ month, rows }: Month) {
  downloadText(toCsv(csv, rows), `hours-saved-${month}.csv`, 'text/csv')
}
