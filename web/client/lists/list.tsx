import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Call } from '#contract/call.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { classes } from '#web/kit/classes.ts'
import { Acts } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination, usePage } from '#web/kit/pagination.tsx'
import { overRowLinkClasses, Table, type Column } from '#web/kit/table.tsx'
import { countAbove } from '#web/kit/kept-focus.ts'
import {
  cellsOf,
  ClearFilters,
  type Common,
  type ListColumn,
  type ListFilter,
  ListTools,
  narrowingOf,
  useListValue,
} from './list-tools.tsx'
import { listQuery, pageSize, readAll, type ListInput, type RowOf } from './pages.ts'
import { type Selection, SelectionBar, selectColumn } from './selection.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
/** A list whose server searches, filters, sorts and pages. */
interface CallProps<C extends Call> extends Common<RowOf<C>> {
  call: C
  rows?: undefined
  /** Sent with every request, such as the organization that the list is about. */
  fixed?: ListInput
  /** The names in the URL of what else narrows the list, sent as `fixed`. */
  narrowing?: readonly string[]
}

/** A list of rows that the screen has; its columns say how to sort, and its filters what to keep. */
interface RowsProps<Row> extends Common<Row> {
  rows: readonly Row[]
  call?: undefined
  /** The texts of a row that the search looks through. */
  textsOf?: (row: Row) => readonly string[]
}

/** The rows that a list shows. */
interface Found<Row> {
  rows: readonly Row[]
  /** The number of rows on all pages. */
  total: number
  page: number
  pageCount: number
  /** Whether the rows are those of the page before. */
  isOld?: boolean
  /** Every row that was found, where the screen has them all. */
  all?: readonly Row[]
}

/**
 * A list with search, filters, sorting, pages, a file, selection and acts. The URL holds what is searched for, so that
 * every view can be linked to and returned to. The downloaded file contains every row that was found (D150).
 */
export function List<C extends Call>(props: CallProps<C>): React.ReactNode
export function List<Row>(props: RowsProps<Row>): React.ReactNode
export function List(props: CallProps<Call> | RowsProps<unknown>) {
  return props.rows ? <RowsList {...props} /> : <CallList {...props} />
}

function CallList<C extends Call>(props: CallProps<C>) {
  const { call, columns, filters = [], fixed, nouns, rowsPerPage = pageSize } = props
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const listInput = { ...fixed, ...readListInput(search, filters, columns) }
  const read = useQuery(listQuery(call, listInput, page, rowsPerPage))
  const { data } = read
  const found = data && {
    ...data,
    page,
    pageCount: Math.ceil(data.total / rowsPerPage),
    isOld: read.isPlaceholderData,
  }
  return (
    <div className="flex flex-col gap-4">
      <ListTools
        {...props}
        listInput={listInput}
        total={data?.total}
        hasMore={data?.hasMore}
        readRows={() => readAll(call, listInput)}
      />
      <Loaded read={read} what={`the ${nouns[1]}`}>
        {() => found && <Listed {...props} found={found} sort={listInput.sort ?? props.sortedBy} />}
      </Loaded>
    </div>
  )
}

function RowsList<Row>(props: RowsProps<Row>) {
  const { rows, textsOf, columns, filters = [], sortedBy, rowsPerPage = pageSize } = props
  const [search] = useSearchParams()
  const listInput = readListInput(search, filters, columns)
  const words = searchable(listInput.search ?? '')
  const kept = rows.filter((row) => {
    const isFound = !words || textsOf?.(row).some((text) => searchable(text).includes(words))
    return isFound && filters.every(({ name, keeps }) => !listInput[name] || keeps?.(row as never, listInput[name]))
  })
  const sort = listInput.sort ?? sortedBy
  const all = sortRows(kept, columns, sort)
  const { page, pageCount, shown } = usePage(all, rowsPerPage)
  return (
    <div className="flex flex-col gap-4">
      <ListTools {...props} listInput={listInput} total={all.length} known={rows} readRows={async () => all} />
      <Listed {...props} found={{ rows: shown, total: all.length, page, pageCount, all }} sort={sort} />
    </div>
  )
}

/** Returns the rows in the order of a column; equal ones keep theirs. */
function sortRows<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], sort: string): readonly Row[] {
  const compare = columns.find((column) => column.sort === sort.replace(/^-/, ''))?.compare
  if (!compare) return rows
  return rows.toSorted((one, other) => (sort.startsWith('-') ? compare(other, one) : compare(one, other)))
}

interface ListedProps<Row> extends Common<Row> {
  narrowing?: readonly string[]
  found: Found<Row>
  sort: string
}

/** The rows with their pages, their acts and their selection. */
function Listed<Row>(props: ListedProps<Row>) {
  const { nouns, columns, emptyText, found, sort, acts, nameOf = idOf, selection } = props
  const [search] = useSearchParams()
  const [path] = useLocation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { page, pageCount, isOld, all = found.rows } = found
  const isNarrowed = ['page', ...narrowingOf(props)].some((name) => search.has(name))
  // Rows that the filters hide are never changed with the rest.
  const selected: Selection<Row> | undefined = selection && {
    ...selection,
    nameOf,
    all: all.filter((row) => selection.may?.(row) ?? true),
    rows: all.filter((row) => chosen.has(idOf(row))),
    onSelect: (rows) => setChosen(new Set(rows.map(idOf))),
  }
  const shown = [
    ...(selected ? [selectColumn(found.rows, selected)] : []),
    ...cellsOf(columns).map((column) => withSort(column, sort)),
    ...(acts ? [actsColumn(acts, nameOf, columns.some(({ phone }) => phone === 'figure') ? 'end' : 'figure')] : []),
  ]
  return (
    <div className={classes('flex flex-col gap-4 transition-opacity', isOld && 'opacity-60')}>
      <Table
        caption={`${capital(nouns[1])}, page ${page} of ${Math.max(1, pageCount)}`}
        columns={shown}
        rows={found.rows}
        isLinked={props.isLinked}
        {...(props.stickyHead && { stickyHead: true })}
        rowKey={idOf}
        focusAfter={countAbove}
        empty={
          isNarrowed ? (
            <EmptyState title={`No ${nouns[1]} found`} action={<ClearFilters {...props} />}>
              Try different words or filters.
            </EmptyState>
          ) : (
            <EmptyState title={`No ${nouns[1]} yet`}>{emptyText}</EmptyState>
          )
        }
      />
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => `${path}?${withValue(search, 'page', to === 1 ? '' : String(to))}`}
      />
      {selected && selected.rows.length > 0 && <SelectionBar {...selected} />}
    </div>
  )
}

/** Returns the id of a row. */
function idOf(row: unknown): string {
  return String((row as { id: unknown }).id)
}

function actsColumn<Row>(
  acts: NonNullable<Common<Row>['acts']>,
  nameOf: (row: Row) => string,
  phone: 'end' | 'figure',
): ListColumn<Row> & {
  cell: (row: Row) => React.ReactNode
} {
  return {
    title: 'Actions',
    phone,
    cell: (row) => (
      <div className={overRowLinkClasses}>
        <Acts id={`actions-${idOf(row)}`} of={nameOf(row)} acts={acts(row)} />
      </div>
    ),
  }
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the column with a heading that sorts by it; `current` is the sort order of the list. */
function withSort<Row>(
  { sort, csv: _csv, compare: _compare, orders: _orders, cell = () => null, ...rest }: ListColumn<Row>,
  current: string,
): Column<Row> {
  const column = { ...rest, cell }
  if (!sort) return column
  const isUp = current === sort
  const sorted = isUp ? 'ascending' : current === `-${sort}` ? 'descending' : undefined
  return {
    ...column,
    sorted,
    heading: (
      <SortButton title={column.title} isRight={column.numeric} next={isUp ? `-${sort}` : sort} sorted={sorted} />
    ),
  }
}

interface SortProps {
  title: string
  /** The sort order after the button is pressed. */
  next: string
  sorted: Column<unknown>['sorted']
  /** Right-aligns the heading of a column of numbers, with the arrow before the title. */
  isRight: boolean | undefined
}

function SortButton({ title, next, sorted, isRight }: SortProps) {
  const set = useListValue()
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => set('sort', next)}
      className={classes(
        'group inline-flex min-h-6 items-center gap-1 rounded-control whitespace-nowrap text-left font-medium hover:text-text pointer-coarse:min-h-11',
        isRight && 'flex-row-reverse',
      )}
    >
      {title}
      <Arrow aria-hidden className={classes('size-3.5', !sorted && 'opacity-0 group-hover:opacity-60')} />
    </button>
  )
}
