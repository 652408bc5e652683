import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import { type FigureDays, readFigurePeriod } from '#contract/admin/figure-period.ts'
import {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { countText } from '#contract/amounts.ts'
import type { Call } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { cellsOf, csvOf, DownloadCsv, type ListColumn } from '#web/client/lists/list-tools.tsx'
import { listQuery, pageSize, readAll, type ListInput, type RowOf } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { Table } from '#web/kit/table.tsx'
import type { ChosenRows } from './chosen-rows.ts'
import { type ChosenPeriod, daysText, PeriodPicker } from './period.tsx'
import { balances, calls, callSubject, entries, money, presentBalances, steps } from './row-columns.tsx'

interface Props {
  rows: ChosenRows
  chosen: ChosenPeriod
  today: Date
}

/** The rows that one figure of the overview counts, with the period to choose. */
export function FigureRows({ rows, chosen, today }: Props) {
  return (
    <div className="in-order flex flex-col gap-4">
      <PeriodPicker chosen={chosen} today={today} />
      {chosen.query && (
        <Rows
          rows={rows}
          input={{ ...chosen.query, ...rows.filters }}
          days={readFigurePeriod(chosen.query, today)}
          today={today}
        />
      )}
    </div>
  )
}

interface RowsProps {
  rows: ChosenRows
  input: ListInput
  days: FigureDays
  today: Date
}

function Rows({ rows: { list, title }, input, days, today }: RowsProps) {
  const shown = { title, description: daysText(days), input }
  if (list === 'money') {
    return <RowList {...shown} call={overviewMoney} nouns={['transaction', 'transactions']} columns={money} isLinked />
  }
  if (list === 'subscriptions') {
    const nouns = ['subscriber', 'subscribers'] as const
    return <RowList {...shown} call={overviewSubscriptions} nouns={nouns} columns={steps} isLinked />
  }
  if (list === 'minutes') {
    return <RowList {...shown} call={overviewMinutes} nouns={['entry', 'entries']} columns={entries} isLinked />
  }
  if (list === 'owed') {
    const isPresent = days.to >= today.toISOString().slice(0, 10)
    const columns = isPresent ? presentBalances : balances
    return <RowList {...shown} call={overviewOwed} nouns={['balance', 'balances']} columns={columns} isLinked />
  }
  return (
    <RowList
      {...shown}
      call={overviewConversations}
      nouns={input.outcome === 'counted' ? ['conversation', 'conversations'] : ['call', 'calls']}
      columns={calls}
      subjectOf={callSubject(input)}
    />
  )
}

interface ListProps<C extends Call> {
  call: C
  input: ListInput
  nouns: readonly [one: string, many: string]
  columns: readonly ListColumn<RowOf<C>>[]
  /** What the list is about and which days it covers. */
  title: string
  description: string
  /** What all rows have in common, such as `with Mindset Coach`; it follows their number. */
  subjectOf?: (row: RowOf<C>) => string
  /** Whether each row is a link. */
  isLinked?: boolean
}

/** The rows that one figure counts, page by page and as a file. */
function RowList<C extends Call>(props: ListProps<C>) {
  const { call, input, nouns, columns, title, description, subjectOf, isLinked } = props
  const [search] = useSearchParams()
  const [path] = useLocation()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const found = useQuery(listQuery(call, input, page))
  const pageCount = Math.ceil((found.data?.total ?? 0) / pageSize)
  const hrefOf = (target: number) => `${path}?${withValue(search, 'page', target === 1 ? '' : String(target))}`
  const total = found.data?.total
  const first = found.data?.rows[0]
  const subject = first && subjectOf?.(first)
  return (
    <Card
      title={title}
      description={description}
      aside={
        <DownloadCsv readRows={() => readAll(call, input)} csv={csvOf(columns)} name={nouns[1]} disabled={!total} />
      }
    >
      <p role="status" className="mb-2 min-h-5 text-sm text-muted tabular">
        {total !== undefined && `${countText(total, ...nouns)}${subject ? ` ${subject}` : ''}`}
      </p>
      <Loaded read={found} what={`the ${nouns[1]}`}>
        {({ rows }) => (
          <div className={classes('flex flex-col gap-4 transition-opacity', found.isPlaceholderData && 'opacity-60')}>
            <Table
              caption={`${title}, page ${page} of ${Math.max(1, pageCount)}`}
              columns={cellsOf(columns)}
              rows={rows}
              rowKey={(row) => String((row as { id: unknown }).id)}
              isLinked={isLinked}
              empty={
                <EmptyState title={`No ${nouns[1]} found`}>Try other days, or go back to the overview.</EmptyState>
              }
            />
            <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
