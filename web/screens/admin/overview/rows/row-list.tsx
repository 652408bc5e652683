import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import { countText } from '#contract/amounts.ts'
import type { Call } from '#contract/call.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { DownloadCsv } from '#web/client/lists/list-tools.tsx'
import { listQuery, pageSize, readAll, type ListInput, type RowOf } from '#web/client/lists/pages.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { Table, type Column } from '#web/kit/table.tsx'

interface Props<C extends Call> {
  call: C
  input: ListInput
  nouns: readonly [one: string, many: string]
  columns: Column<RowOf<C>>[]
  csv: readonly CsvColumn<RowOf<C>>[]
  /** What the list is about and which days it covers. */
  title: string
  description: string
  /** What all rows have in common, such as `with Mindset Coach`; it follows their number. */
  subjectOf?: (row: RowOf<C>) => string
  /** Whether each row is a link. */
  isLinked?: boolean
}

/** The rows that one figure counts, page by page and as a file. */
export function RowList<C extends Call>(props: Props<C>) {
  const { call, input, nouns, columns, csv, title, description, subjectOf, isLinked } = props
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
      aside={<DownloadCsv readRows={() => readAll(call, input)} csv={csv} name={nouns[1]} disabled={!total} />}
    >
      <p role="status" className="mb-2 min-h-5 text-sm text-muted tabular">
        {total !== undefined && `${countText(total, ...nouns)}${subject ? ` ${subject}` : ''}`}
      </p>
      {found.isPending && <LoadingRows what={nouns[1]} />}
      {found.isError && <LoadError what={`the ${nouns[1]}`} failed={found} />}
      {found.data && (
        <div className={classes('flex flex-col gap-4 transition-opacity', found.isPlaceholderData && 'opacity-60')}>
          <Table
            caption={`${title}, page ${page} of ${Math.max(1, pageCount)}`}
            columns={columns}
            rows={found.data.rows}
            rowKey={(row) => String((row as { id: unknown }).id)}
            isLinked={isLinked}
            empty={<EmptyState title={`No ${nouns[1]} found`}>Try other days, or go back to the overview.</EmptyState>}
          />
          <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
        </div>
      )}
    </Card>
  )
}
