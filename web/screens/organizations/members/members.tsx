import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { formatCount, formatMinutes } from '#contract/amounts.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { List } from '#web/client/lists/list.tsx'
import type { ListColumn, ListFilter } from '#web/client/lists/list-tools.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Card } from '#web/kit/card.tsx'
import { overRowLinkClasses, rowLinkClasses } from '#web/kit/table.tsx'
import { RelativeDate } from '#web/kit/text/relative-date.tsx'
import { levelNames, roleNames } from '../labels.ts'
import type { Scope } from '../scope.ts'
import { categoryOptions, roleOptions } from './choices.ts'
import { useMemberActs } from './member-acts.tsx'
import { isNearLimit } from './month-share.ts'
import { listPeople, type PersonRow, stateOf } from './people.ts'
import { CategorySelect, linkIdOf, type PeopleProps, PersonDialog, StateBadge } from './person-details.tsx'

const roleOrder = ['admin', 'member', 'guest'] satisfies OrganizationRole[]
const levelOrder = ['admin-only', 'full', 'premium', 'standard'] satisfies AccessLevel[]
const stateNames = { active: 'Active', invited: 'Invited', inactive: 'Inactive' }
const states = Object.keys(stateNames)

const placeColumns: readonly ListColumn<PersonRow>[] = [
  {
    title: 'Name',
    sort: 'name',
    grows: true,
    phone: 'both',
    compare: (one, other) => one.name.localeCompare(other.name, 'en'),
    csv: ({ name }) => name,
    cell: (row) => <NameAndAddress row={row} />,
  },
  { title: 'Email', csv: ({ email }) => email },
  {
    title: 'Status',
    sort: 'status',
    orders: ['Status, active first', 'Status, active last'],
    phone: 'figure',
    compare: (one, other) => states.indexOf(stateOf(one)) - states.indexOf(stateOf(other)),
    csv: (row) => stateNames[stateOf(row)],
    cell: (row) => (
      <>
        <StateBadge row={row} />
        {row.kind === 'invited' && <span className="block text-sm font-normal text-muted">Pending</span>}
      </>
    ),
  },
  {
    title: 'Role',
    sort: 'role',
    orders: ['Role, admins first', 'Role, admins last'],
    from: 'md',
    phone: 'none',
    compare: (one, other) =>
      roleOrder.indexOf(one.role) - roleOrder.indexOf(other.role) ||
      levelOrder.indexOf(one.accessLevel) - levelOrder.indexOf(other.accessLevel),
    csv: ({ role }) => roleNames[role],
    cell: ({ role, accessLevel }) => (
      <span className="whitespace-nowrap">
        {roleNames[role]}
        <span className="block text-muted">{levelNames[accessLevel]}</span>
      </span>
    ),
  },
  { title: 'Access level', csv: ({ accessLevel }) => levelNames[accessLevel] },
]

/** A member's category changes in place (S395). */
function categoryColumn(scope: Scope): ListColumn<PersonRow> {
  return {
    title: 'Category',
    sort: 'category',
    from: 'lg',
    phone: 'none',
    compare: (one, other) => one.userCategory.localeCompare(other.userCategory, 'en'),
    csv: ({ userCategory }) => userCategory,
    cell: (row) =>
      row.kind === 'invited' ? (
        <span className="pl-3">{row.userCategory}</span>
      ) : (
        <div className={`${overRowLinkClasses} w-32`}>
          <CategorySelect row={row} scope={scope} />
        </div>
      ),
  }
}

/** People who were never active count as the longest away. */
const activityColumns: readonly ListColumn<PersonRow>[] = [
  {
    title: 'Minutes this month',
    sort: 'minutes',
    numeric: true,
    phone: 'none',
    compare: (one, other) => one.minutesThisMonth - other.minutesThisMonth,
    csv: ({ minutesThisMonth }) => minutesThisMonth,
    cell: (row) => <Month row={row} />,
  },
  { title: 'Monthly limit', csv: ({ monthlyLimitMinutes }) => monthlyLimitMinutes ?? '' },
  { title: 'Joined', csv: ({ joinedAt }) => joinedAt ?? '' },
  {
    title: 'Last active',
    sort: 'lastActive',
    orders: ['Last active, oldest first', 'Last active, newest first'],
    phone: 'right',
    compare: (one, other) => (one.lastActiveAt ?? '').localeCompare(other.lastActiveAt ?? ''),
    csv: ({ lastActiveAt }) => lastActiveAt ?? '',
    cell: ({ kind, lastActiveAt }) => (
      <span className="block whitespace-nowrap">
        {lastActiveAt ? <RelativeDate value={lastActiveAt} /> : kind === 'member' && 'No visits yet'}
      </span>
    ),
  },
]

/** The columns of the list and of its file. */
export function columnsOf(scope: Scope): readonly ListColumn<PersonRow>[] {
  return [...placeColumns, categoryColumn(scope), ...activityColumns]
}

export const filters: readonly ListFilter[] = [
  {
    name: 'category',
    label: 'Filter by category',
    options: [{ value: 'all', label: 'All categories' }, ...categoryOptions],
    keeps: ({ userCategory }: PersonRow, value) => userCategory === value,
  },
  {
    name: 'role',
    label: 'Filter by role',
    options: [{ value: 'all', label: 'All roles' }, ...roleOptions],
    keeps: ({ role }: PersonRow, value) => role === value,
  },
  {
    name: 'state',
    label: 'Filter by status',
    isOpen: true,
    options: [
      { value: 'all', label: 'All' },
      { value: 'active', label: 'Active' },
      { value: 'invited', label: 'Invited' },
      { value: 'inactive', label: 'Inactive' },
    ],
    keeps: (row: PersonRow, value) => stateOf(row) === value,
  },
]

interface Props extends PeopleProps {
  /** Right of the heading. */
  aside?: ReactNode
}

/** An organization's members and open invitations, for its admins, with everything that they can do (S391-S395, S537). */
export function Members({ aside, ...props }: Props) {
  const known = useQuery(query(members, { query: props.scope }))
  const invited = useQuery(query(invitations, { query: props.scope }))
  return (
    <Card title="Members" aside={aside}>
      <Loaded read={known} what="the members">
        {(all) => (
          <Loaded read={invited} what="the invitations">
            {(open) => <People rows={listPeople(all, open)} {...props} />}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

/** The address holds search, filters, sort order, page and the opened person. */
function People({ rows, ...props }: PeopleProps & { rows: readonly PersonRow[] }) {
  const [search, setSearch] = useSearchParams()
  const actsOf = useMemberActs(props.scope)
  return (
    <>
      <List
        rows={rows}
        nouns={['member', 'members']}
        counted={['person', 'people']}
        searchHint="Name or email"
        textsOf={({ name, email }) => [name, email]}
        emptyText="People who join will appear here."
        filters={filters}
        columns={columnsOf(props.scope)}
        sortedBy=""
        ownOrder="Invited first"
        rowsPerPage={25}
        isLinked
        stickyHead
        nameOf={({ name }) => name}
        acts={(row) => actsOf([row]).list}
        selection={{ acts: (chosen, clear) => actsOf(chosen, clear).list }}
      />
      <PersonDialog
        row={rows.find(({ id }) => id === search.get('person'))}
        onClose={() => setSearch((old) => withValue(old, 'person', ''), { replace: true })}
        {...props}
      />
    </>
  )
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
          className={`truncate rounded-[2px] font-medium text-link hover:underline ${rowLinkClasses}`}
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
function Month({ row: { kind, minutesThisMonth, monthlyLimitMinutes } }: { row: PersonRow }) {
  if (kind === 'invited') return <span className="text-muted">–</span>
  if (monthlyLimitMinutes === null) return <span translate="no">{formatMinutes(minutesThisMonth)}</span>
  return (
    <span className={isNearLimit(minutesThisMonth, monthlyLimitMinutes) ? 'text-warning' : undefined}>
      <span translate="no">{formatMinutes(minutesThisMonth)}</span>
      <span className="block text-muted">{`of ${formatCount(monthlyLimitMinutes)}`}</span>
    </span>
  )
}
