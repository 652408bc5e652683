import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { countText, formatCount } from '#contract/amounts.ts'
import { type CsvColumn, toCsv } from '#contract/csv.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import type { ActList } from '#web/kit/dialogs/acts.tsx'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import type { Column } from '#web/kit/table.tsx'
import { useKeptFocus, countAbove, countId } from '#web/kit/kept-focus.ts'
import type { ListInput } from './pages.ts'
import type { SelectionProps } from './selection.tsx'
export interface ListColumn<Row> extends Omit<Column<Row>, 'heading' | 'sorted' | 'cell'> {
  /** Its cells on the screen; left out, the column is only in the file. */
  cell?: (row: Row) => ReactNode
  /** Its cells in the file; left out, it is only on the screen. */
  csv?: (row: Row) => string | number
  /** Its name in the URL and for the server, if the list can be sorted by it. */
  sort?: string
  /** Orders two rows of a list that the screen has. */
  compare?: (one: Row, other: Row) => number
  /** The names of the two sort orders in the menu. */
  orders?: readonly [up: string, down: string]
}

/** Returns the columns of the table. */
export function cellsOf<Row>(columns: readonly ListColumn<Row>[]) {
  return columns.flatMap(({ cell, ...column }) => (cell ? [{ ...column, cell }] : []))
}

/** Returns the columns of the file. */
export function csvOf<Row>(columns: readonly ListColumn<Row>[]): readonly CsvColumn<Row>[] {
  return columns.flatMap(({ title, csv }) => (csv ? [[title, csv] as const] : []))
}

/** For columns of times. */
export const timeOrders = ['Oldest first', 'Newest first'] as const

/** A filter above the list; its first option shows everything. */
export interface ListFilter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Whether there may be so many options that people search among them. */
  isLong?: boolean
  /** Whether all options are in sight, with the number of their rows if the screen has them. */
  isOpen?: boolean
  /** Whether a row belongs to the chosen value, for a list that the screen has. */
  keeps?: (row: never, value: string) => boolean
}

/** The properties of every list. */
export interface Common<Row> {
  /** The singular and plural of the listed things, such as `['user', 'users']`. */
  nouns: readonly [one: string, many: string]
  /** The nouns of the number of rows, where they differ. */
  counted?: readonly [one: string, many: string]
  /** Names the texts that the search looks through; left out, there is no search. */
  searchHint?: string
  /** Tells people what will appear in the empty list. */
  emptyText: string
  filters?: readonly ListFilter[]
  columns: readonly ListColumn<Row>[]
  /** The column that the list is sorted by at first; of rows, empty for their own order. */
  sortedBy: string
  /** The name of the rows' own order in the menu. */
  ownOrder?: string
  /** Whether each row is a link. */
  isLinked?: boolean
  /** The acts of a row, in a menu at its end. */
  acts?: ((row: Row) => ActList) | undefined
  /** The name of a row for screen readers, where there are acts or a selection. */
  nameOf?: (row: Row) => string
  selection?: SelectionProps<Row> | undefined
  rowsPerPage?: number
  /** Keeps the headings in sight while the rows scroll. */
  stickyHead?: boolean
}

interface ToolsProps<Row> extends Common<Row> {
  narrowing?: readonly string[]
  listInput: ListInput
  total: number | undefined
  /** Whether there are more rows than were counted. */
  hasMore?: boolean | undefined
  /** Every row before the filters, where the screen has them. */
  known?: readonly Row[]
  /** Returns every row that was found, for the file. */
  readRows: () => Promise<readonly Row[]>
}

/** The controls above a list: search, filters, count and download. */
export function ListTools<Row>(props: ToolsProps<Row>) {
  const { nouns, counted = nouns, searchHint, filters = [], listInput, total, hasMore, known, readRows } = props
  const [search] = useSearchParams()
  const csv = csvOf(props.columns)
  const pills = filters.filter(({ isOpen }) => isOpen)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {searchHint && <Search what={nouns[1]} hint={searchHint} />}
        {filters
          .filter(({ isOpen }) => !isOpen)
          .map((filter) => (
            <div key={filter.name} className="grow basis-36 sm:max-w-48">
              <FilterChoice {...filter} chosen={listInput[filter.name]} />
            </div>
          ))}
        <PhoneSort {...props} />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        {pills.map((filter) => (
          <Pills key={filter.name} {...filter} chosen={listInput[filter.name]} known={known} />
        ))}
        <div className="flex grow items-center gap-2">
          <p id={countId} role="status" tabIndex={-1} className="text-sm text-muted tabular outline-none">
            {total !== undefined && (hasMore ? `${formatCount(total)}+ ${counted[1]}` : countText(total, ...counted))}
          </p>
          {Boolean(total) && narrowingOf(props).some((name) => search.has(name)) && (
            <ClearFilters {...props} variant="ghost" />
          )}
        </div>
        {csv.length > 0 && <DownloadCsv readRows={readRows} csv={csv} name={nouns[1]} disabled={!total} />}
      </div>
    </>
  )
}

interface Narrowing {
  filters?: readonly ListFilter[]
  /** The names in the URL of what else narrows the list. */
  narrowing?: readonly string[]
}

/** Returns the names in the URL of all that narrows a list. */
export function narrowingOf({ filters = [], narrowing = [] }: Narrowing): readonly string[] {
  return ['q', ...filters.map(({ name }) => name), ...narrowing]
}

/** Shows everything again; the button goes with the filters, and the focus to the count. */
export function ClearFilters({ variant = 'secondary', ...list }: Narrowing & { variant?: 'ghost' | 'secondary' }) {
  const [, setSearch] = useSearchParams()
  const box = useKeptFocus<HTMLDivElement>(countAbove)
  const clear = () =>
    setSearch((old) => ['page', ...narrowingOf(list)].reduce((rest, name) => withValue(rest, name, ''), old))
  return (
    <div ref={box}>
      <Button variant={variant} {...(variant === 'ghost' && { size: 'dense' })} onClick={clear}>
        Clear Filters
      </Button>
    </div>
  )
}

function Search({ what, hint }: { what: string; hint: string }) {
  const [words, setWords] = useAddressText('q', { restarts: 'page' })
  return (
    <SearchField
      label={`Search ${what}`}
      placeholder={hint}
      value={words}
      onChange={setWords}
      className="min-w-0 grow basis-64"
    />
  )
}

const unsorted = 'unsorted'

/** On a phone, where columns have no headings. */
function PhoneSort<Row>({ nouns, columns, sortedBy, ownOrder, listInput }: ToolsProps<Row>) {
  const set = useListValue()
  const sorts = [...(ownOrder ? [{ value: unsorted, label: ownOrder }] : []), ...sortsOf(columns)]
  if (sorts.length === 0) return null
  return (
    <div className="grow basis-36 sm:hidden">
      <Select
        name="sort"
        label={`Sort ${nouns[1]} by`}
        hideLabel
        options={sorts}
        value={(listInput.sort ?? sortedBy) || unsorted}
        onChange={(value) => set('sort', value === sortedBy || value === unsorted ? '' : value)}
      />
    </div>
  )
}

interface ChoiceProps extends ListFilter {
  chosen: string | undefined
}

function FilterChoice({ name, label, options, isLong = false, chosen }: ChoiceProps) {
  const set = useListValue()
  const choice = {
    name,
    label,
    options,
    value: chosen ?? options[0]?.value ?? null,
    onChange: (value: string) => set(name, value === options[0]?.value ? '' : value),
  }
  return isLong ? (
    <SearchSelect {...choice} hideLabel searchLabel={`Search by ${label.toLowerCase()}`} />
  ) : (
    <Select {...choice} hideLabel />
  )
}

function Pills({
  name,
  label,
  options,
  keeps,
  chosen,
  known,
}: ChoiceProps & { known: readonly unknown[] | undefined }) {
  const set = useListValue()
  const all = options[0]?.value ?? ''
  const countOf = (value: string) =>
    known && { count: value === all ? known.length : known.filter((row) => keeps?.(row as never, value)).length }
  return (
    <FilterPills
      label={label}
      options={options.map((option) => ({ ...option, ...countOf(option.value) }))}
      value={chosen ?? all}
      onChange={(value) => set(name, value === all ? '' : value)}
    />
  )
}

/** Returns both orders of every column that the server can sort by. */
function sortsOf<Row>(columns: readonly ListColumn<Row>[]) {
  return columns.flatMap((column) => {
    if (!column.sort) return []
    const [up, down] = ordersOf(column)
    return [
      { value: column.sort, label: up },
      { value: `-${column.sort}`, label: down },
    ]
  })
}

function ordersOf<Row>({ title, numeric, orders }: ListColumn<Row>): readonly [up: string, down: string] {
  if (orders) return orders
  return numeric ? [`${title}, fewest first`, `${title}, most first`] : [`${title}, A to Z`, `${title}, Z to A`]
}

/** Returns a function that changes one value of the list in the URL and goes back to the first page. */
export function useListValue(): (name: string, value: string) => void {
  const [, setSearch] = useSearchParams()
  return (name, value) => setSearch((old) => withValue(withValue(old, name, value), 'page', ''))
}

interface DownloadProps<Row> {
  readRows: () => Promise<readonly Row[]>
  csv: readonly CsvColumn<Row>[]
  name: string
  disabled: boolean
}

/** Downloads every row that was found, not just the current page. */
export function DownloadCsv<Row>({ readRows, csv, name, disabled }: DownloadProps<Row>) {
  const [isPending, setPending] = useState(false)

  async function download() {
    setPending(true)
    try {
      const day = new Date().toISOString().slice(0, 10)
      downloadText(toCsv(csv, await readRows()), `${name.replaceAll(' ', '-')}-${day}.csv`, 'text/csv')
    } catch (error) {
      showFailure({ title: 'Download Failed', text: 'Please try again.' }, error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      variant="secondary"
      size="dense"
      disabled={disabled}
      pending={isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => void download()}
    >
      Download CSV
    </Button>
  )
}
