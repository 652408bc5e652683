import { Link, useLocation, useSearchParams } from 'wouter'
import { formatCount, formatMinutes } from '#contract/amounts.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { withSort } from '#web/client/lists/sort-heading.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { overRowLinkClasses, rowLinkClasses, Table } from '#web/kit/table.tsx'
import { RelativeDate } from '#web/kit/text/relative-date.tsx'
import type { TabProps } from '../scope.ts'
import { CategorySelect } from './category-select.tsx'
import { levelNames, roleNames } from '../labels.ts'
import { isNearLimit } from './month-share.ts'
import { linkIdOf, type PeopleSort, type PersonRow } from './people.ts'
import { StateBadge } from './person-state.tsx'

interface Props extends Pick<TabProps, 'scope'> {
  /** The people on this page. */
  rows: readonly PersonRow[]
  sort: PeopleSort | null
  selected: readonly PersonRow[]
  /** Replaces the selection. */
  onSelect: (people: readonly PersonRow[]) => void
}

/** One line for each person; it opens their details. On a phone it is a card of two lines. */
export function PeopleTable({ rows, sort, scope, selected, onSelect }: Props) {
  const ids = new Set(selected.map(({ id }) => id))
  const toggle = (row: PersonRow) =>
    onSelect(ids.has(row.id) ? selected.filter(({ id }) => id !== row.id) : [...selected, row])
  return (
    <Table
      caption="Members"
      rows={rows}
      rowKey={({ id }) => id}
      isLinked
      stickyHead
      focusAfter={countAbove}
      columns={[
        {
          title: 'Select',
          heading: <SelectPage rows={rows} ids={ids} selected={selected} onSelect={onSelect} />,
          cell: (row) =>
            row.kind === 'invited' ? (
              // Names stay in line where there is no box.
              <span className="block size-5" />
            ) : (
              <div className={overRowLinkClasses}>
                <Checkbox
                  name={`select-${row.id}`}
                  label={`Select ${row.name}`}
                  hideLabel
                  checked={ids.has(row.id)}
                  onChange={() => toggle(row)}
                />
              </div>
            ),
          phone: 'mark',
        },
        ...[...columns, categoryColumn(scope), statusColumn].map((column) => withSort(column, sort ?? '')),
      ]}
    />
  )
}

function SelectPage({ rows, ids, selected, onSelect }: Omit<Props, 'scope' | 'sort'> & { ids: ReadonlySet<string> }) {
  const here = rows.filter(({ kind }) => kind === 'member')
  const count = here.filter(({ id }) => ids.has(id)).length
  const isAll = count === here.length && count > 0
  const away = selected.filter(({ id }) => !here.some((row) => row.id === id))
  return (
    <Checkbox
      name="select-page"
      label="Select everyone on this page"
      hideLabel
      disabled={here.length === 0}
      checked={isAll}
      isMixed={count > 0 && !isAll}
      onChange={() => onSelect(isAll ? away : [...away, ...here])}
    />
  )
}

const columns: readonly ListColumn<PersonRow>[] = [
  { title: 'Name', sort: 'name', grows: true, phone: 'both', cell: (row) => <NameAndAddress row={row} /> },
  {
    title: 'Role',
    sort: 'role',
    from: 'md',
    phone: 'none',
    cell: ({ role, accessLevel }) => (
      <span className="whitespace-nowrap">
        {roleNames[role]}
        <span className="block text-muted">{levelNames[accessLevel]}</span>
      </span>
    ),
  },
  { title: 'Minutes this month', sort: 'minutes', numeric: true, phone: 'none', cell: (row) => <Month row={row} /> },
  {
    title: 'Last active',
    sort: 'lastActive',
    phone: 'right',
    cell: ({ kind, lastActiveAt }) => (
      <span className="whitespace-nowrap">
        {kind === 'invited' ? 'Pending' : lastActiveAt ? <RelativeDate value={lastActiveAt} /> : 'No visits yet'}
      </span>
    ),
  },
]

/** A member's category changes in place (S395). */
function categoryColumn(scope: Props['scope']): ListColumn<PersonRow> {
  return {
    title: 'Category',
    sort: 'category',
    from: 'lg',
    phone: 'none',
    cell: (row) =>
      row.kind === 'member' ? (
        <div className={`${overRowLinkClasses} w-32`}>
          <CategorySelect row={row} scope={scope} />
        </div>
      ) : (
        <span className="pl-3">{row.userCategory}</span>
      ),
  }
}

const statusColumn: ListColumn<PersonRow> = {
  title: 'Status',
  sort: 'status',
  phone: 'figure',
  cell: (row) => <StateBadge row={row} />,
}

function NameAndAddress({ row }: { row: PersonRow }) {
  const [search] = useSearchParams()
  const [path] = useLocation()
  return (
    <>
      <span className="flex items-center gap-2">
        <Link
          id={linkIdOf(row.id)}
          href={`${path}?${withValue(search, 'person', row.id)}`}
          className={`truncate rounded-[2px] font-medium ${rowLinkClasses}`}
        >
          {row.name}
        </Link>
        <OwnMark personId={row.id} />
      </span>
      <span className="block truncate text-sm font-normal text-muted">{row.email}</span>
    </>
  )
}

/** The minutes used this month, and the limit if there is one (D131). */
function Month({ row: { kind, minutesThisMonth, monthlyLimit } }: { row: PersonRow }) {
  if (kind === 'invited') return <span className="text-muted">–</span>
  if (monthlyLimit === null) return <span translate="no">{formatMinutes(minutesThisMonth)}</span>
  return (
    <span className={isNearLimit(minutesThisMonth, monthlyLimit) ? 'text-warning' : undefined}>
      <span translate="no">{formatMinutes(minutesThisMonth)}</span>
      <span className="block text-muted">{`of ${formatCount(monthlyLimit)}`}</span>
    </span>
  )
}
