import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import type { Call } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { Pagination } from '#web/kit/pagination.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Table } from '#web/kit/table.tsx'
import { countAbove } from './list-focus.ts'
import { type ListFilter, type ListProps, ListTools } from './list-tools.tsx'
import { listQuery, pageSize, type ListInput } from './pages.ts'
import { withSort } from './sort-heading.tsx'

/**
 * A list that the server searches, filters, sorts and pages. The URL holds all of it, so that every view can be linked
 * to and returned to. The downloaded file contains every row that was found (D150).
 */
export function CallList<C extends Call>(props: ListProps<C>) {
  const { call, nouns, columns, filters = [], sortedBy, emptyText, rowsPerPage = pageSize } = props
  const [search] = useSearchParams()
  const [path] = useLocation()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const listInput = { ...props.fixed, ...readListInput(search, filters, columns) }
  const narrowing = ['q', 'page', ...filters.map(({ name }) => name), ...(props.narrowing ?? [])]
  const found = useQuery(listQuery(call, listInput, page, rowsPerPage))
  const pageCount = Math.ceil((found.data?.total ?? 0) / rowsPerPage)
  const hrefOf = (target: number) => `${path}?${withValue(search, 'page', target === 1 ? '' : String(target))}`
  return (
    <div className="flex flex-col gap-4">
      <ListTools {...props} listInput={listInput} total={found.data?.total} />
      {found.isPending && <LoadingRows what={nouns[1]} />}
      {found.isError && <LoadError what={`the ${nouns[1]}`} failed={found} />}
      {found.data && (
        <div className={classes('flex flex-col gap-4 transition-opacity', found.isPlaceholderData && 'opacity-60')}>
          <Table
            caption={`${capital(nouns[1])}, page ${page} of ${Math.max(1, pageCount)}`}
            columns={columns.map((column) => withSort(column, listInput.sort ?? sortedBy))}
            rows={found.data.rows}
            isLinked={props.isLinked}
            {...(props.stickyHead && { stickyHead: true })}
            rowKey={(row) => String((row as { id: unknown }).id)}
            focusAfter={countAbove}
            empty={
              narrowing.some((name) => search.has(name)) ? (
                <NothingFound noun={nouns[1]} narrowing={narrowing} />
              ) : (
                <EmptyState title={`No ${nouns[1]} yet`}>{emptyText}</EmptyState>
              )
            }
          />
          <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
        </div>
      )}
    </div>
  )
}

/** Returns the search, sort order and filters in the URL, ignoring values that the list does not know. */
export function readListInput(
  search: URLSearchParams,
  filters: readonly ListFilter[],
  columns: readonly { sort?: string }[],
): ListInput {
  const listInput: ListInput = { search: search.get('q')?.trim() || undefined }
  const sort = search.get('sort') ?? ''
  if (columns.some((column) => column.sort === sort.replace(/^-/, ''))) listInput.sort = sort
  for (const { name, options } of filters) {
    listInput[name] = options.slice(1).find(({ value }) => value === search.get(name))?.value
  }
  return listInput
}

export function LoadingRows({ what }: { what: string }) {
  return (
    <SkeletonGroup label={`Loading the ${what}…`} className="flex flex-col gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonGroup>
  )
}

function NothingFound({ noun, narrowing }: { noun: string; narrowing: readonly string[] }) {
  const [, setSearch] = useSearchParams()
  const box = useKeptFocus<HTMLDivElement>(countAbove)
  const clear = () => setSearch((old) => narrowing.reduce((rest, name) => withValue(rest, name, ''), old))
  return (
    <div ref={box}>
      <EmptyState
        title={`No ${noun} found`}
        action={
          <Button variant="secondary" onClick={clear}>
            Clear Filters
          </Button>
        }
      >
        Try different words or filters.
      </EmptyState>
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
