import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { countText } from '#contract/amounts.ts'
import type { Call } from '#contract/call.ts'
import { type CsvColumn, toCsv } from '#contract/csv.ts'
import { useAddressText, withValue } from '#web/client/addresses/address-text.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import type { Column } from '#web/kit/table.tsx'
import { failures } from '#web/client/toasts.ts'
import { countId } from './list-focus.ts'
import { readAll, type RowOf, type ListInput } from './pages.ts'

export interface ListColumn<Row> extends Omit<Column<Row>, 'heading' | 'sorted'> {
  /** The server's name for the column, if it can sort by it. */
  sort?: string
  /** The names of the two sort orders in the menu. */
  orders?: readonly [up: string, down: string]
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
}

export interface ListProps<C extends Call> {
  call: C
  /** The singular and plural of the listed things, such as `['user', 'users']`. */
  nouns: readonly [one: string, many: string]
  searchHint: string
  /** Tells people what will appear in the empty list. */
  emptyText: string
  filters?: readonly ListFilter[]
  columns: readonly ListColumn<RowOf<C>>[]
  csv: readonly CsvColumn<RowOf<C>>[]
  /** The column that the server sorts by default. */
  sortedBy: string
  /** Whether each row is a link. */
  isLinked?: boolean
  /** Sent with every request, such as the organization that the list is about. */
  fixed?: ListInput
  /** The names in the URL of what else narrows the list, sent as `fixed`. */
  narrowing?: readonly string[]
  rowsPerPage?: number
  /** Keeps the headings in sight while the rows scroll. */
  stickyHead?: boolean
}

/** The controls above a list: search, filters, count and download. */
export function ListTools<C extends Call>({
  call,
  nouns,
  searchHint,
  filters = [],
  columns,
  csv,
  sortedBy,
  listInput,
  total,
}: ListProps<C> & { listInput: ListInput; total: number | undefined }) {
  const [words, setWords] = useAddressText('q', { restarts: 'page' })
  const set = useListValue()
  const sorts = sortsOf(columns)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <SearchField
          label={`Search ${nouns[1]}`}
          placeholder={searchHint}
          value={words}
          onChange={setWords}
          className="min-w-0 grow basis-64"
        />
        {filters.map(({ name, label, options, isLong = false }) => (
          <div key={name} className="grow basis-36 sm:max-w-48">
            <FilterChoice
              name={name}
              label={label}
              options={options}
              isLong={isLong}
              value={listInput[name] ?? options[0]?.value ?? null}
              onChange={(value) => set(name, value === options[0]?.value ? '' : value)}
            />
          </div>
        ))}
        <div className="grow basis-36 sm:hidden">
          <Select
            name="sort"
            label={`Sort ${nouns[1]} by`}
            hideLabel
            options={sorts}
            value={listInput.sort ?? sortedBy}
            onChange={(value) => set('sort', value === sortedBy ? '' : value)}
          />
        </div>
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <p id={countId} role="status" tabIndex={-1} className="text-sm text-muted tabular outline-none">
          {total !== undefined && countText(total, ...nouns)}
        </p>
        <DownloadCsv call={call} listInput={listInput} csv={csv} name={nouns[1]} disabled={!total} />
      </div>
    </>
  )
}

interface ChoiceProps extends Required<ListFilter> {
  value: string | null
  onChange: (value: string) => void
}

function FilterChoice({ isLong, ...choice }: ChoiceProps) {
  return isLong ? (
    <SearchSelect {...choice} hideLabel searchLabel={`Search by ${choice.label.toLowerCase()}`} />
  ) : (
    <Select {...choice} hideLabel />
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

interface DownloadProps<C extends Call> {
  call: C
  listInput: ListInput
  csv: readonly CsvColumn<RowOf<C>>[]
  name: string
  disabled: boolean
}

/** Downloads every row that was found, not just the current page. */
export function DownloadCsv<C extends Call>({ call, listInput, csv, name, disabled }: DownloadProps<C>) {
  const [isPending, setPending] = useState(false)

  async function download() {
    setPending(true)
    try {
      const day = new Date().toISOString().slice(0, 10)
      downloadText(toCsv(csv, await readAll(call, listInput)), `${name.replaceAll(' ', '-')}-${day}.csv`, 'text/csv')
    } catch (error) {
      showFailure(failures.download, error)
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
