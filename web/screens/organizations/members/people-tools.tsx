import { Download } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { countText } from '#contract/amounts.ts'
import { countId } from '#web/client/lists/list-focus.ts'
import { useListValue } from '#web/client/lists/list-tools.tsx'
import { Button } from '#web/kit/button.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { categories, hasFilters, readFilters, roles, states } from './people-filters.ts'
import { all, peopleCsv, type PeopleSort, type PersonRow, stateOf } from './people.ts'

interface Props {
  /** Everybody, and those whom the filters leave. */
  rows: readonly PersonRow[]
  found: readonly PersonRow[]
  words: string
  onWords: (words: string) => void
  onClear: () => void
}

const unsorted = 'invited'
const sorts: readonly { value: PeopleSort | typeof unsorted; label: string }[] = [
  { value: unsorted, label: 'Invited first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-lastActive', label: 'Last active, newest first' },
  { value: 'lastActive', label: 'Last active, oldest first' },
  { value: '-minutes', label: 'Minutes this month, most first' },
  { value: 'minutes', label: 'Minutes this month, fewest first' },
  { value: 'role', label: 'Role, admins first' },
  { value: '-role', label: 'Role, admins last' },
  { value: 'category', label: 'Category, A to Z' },
  { value: '-category', label: 'Category, Z to A' },
  { value: 'status', label: 'Status, active first' },
  { value: '-status', label: 'Status, active last' },
]

/** Above the list: search, filters, count and download. */
export function PeopleTools(props: Props) {
  return (
    <>
      <Filters {...props} />
      <CountAndFile {...props} />
    </>
  )
}

function Filters({ rows, words, onWords }: Props) {
  const [search] = useSearchParams()
  const set = useListValue()
  const { category, role, state, sort } = readFilters(search)
  const choose = (name: string, value: string) => set(name, value === all ? '' : value)
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_9rem]">
        <SearchField
          label="Search members"
          placeholder="Name or email"
          value={words}
          onChange={onWords}
          className="max-sm:col-span-2"
        />
        <Select
          name="category"
          label="Filter by category"
          hideLabel
          options={categories}
          value={category}
          onChange={(value) => choose('category', value)}
        />
        <Select
          name="role"
          label="Filter by role"
          hideLabel
          options={roles}
          value={role}
          onChange={(value) => choose('role', value)}
        />
        <div className="col-span-2 sm:hidden">
          <Select
            name="sort"
            label="Sort members by"
            hideLabel
            options={sorts}
            value={sort ?? unsorted}
            onChange={(value) => set('sort', value === unsorted ? '' : value)}
          />
        </div>
      </div>
      <FilterPills
        label="Filter by status"
        options={states.map((option) => ({ ...option, count: countOf(rows, option.value) }))}
        value={state}
        onChange={(value) => choose('state', value)}
      />
    </>
  )
}

function CountAndFile({ found, words, onClear }: Props) {
  const [search] = useSearchParams()
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="flex items-center gap-2">
        <p id={countId} role="status" tabIndex={-1} className="text-sm text-muted tabular outline-none">
          {countText(found.length, 'person', 'people')}
        </p>
        {found.length > 0 && (hasFilters(search) || words) && (
          <Button variant="ghost" size="dense" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
      <Button
        variant="secondary"
        size="dense"
        disabled={found.length === 0}
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => downloadText(peopleCsv(found), `members-${today()}.csv`, 'text/csv')}
      >
        Download CSV
      </Button>
    </div>
  )
}

function countOf(rows: readonly PersonRow[], state: (typeof states)[number]['value']): number {
  return state === all ? rows.length : rows.filter((row) => stateOf(row) === state).length
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
