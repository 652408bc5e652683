import { adminUsers, type AdminUser } from '#contract/admin/users.ts'
import { creditText } from '#contract/amounts.ts'
import { roles } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { type ListColumn, type ListFilter } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { createdColumn, balanceColumn, textColumn, stateColumn, filterBy } from '../columns.tsx'
import { nameRole, roleNames, statusOf } from '../labels.ts'
import { nameOf } from '../person-name.tsx'
import { useUserActs } from './user-acts.tsx'

const filters: readonly ListFilter[] = [
  filterBy('role', ['role', 'roles'], roles, (role) => roleNames[role]),
  filterBy('status', ['status', 'statuses'], ['active', 'inactive', 'deleted']),
]

const columns: readonly ListColumn<AdminUser>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Email', csv: ({ email }) => email },
  { title: 'First name', csv: ({ firstName }) => firstName },
  { title: 'Last name', csv: ({ lastName }) => lastName },
  {
    title: 'Name',
    sort: 'name',
    phone: 'lead',
    cell: (user) => (
      <div className="lg:min-w-60">
        <span className="flex flex-wrap items-center gap-x-2">
          <TextLink href={paths.adminCustomer(user.id)} quiet className="min-w-0 font-medium wrap-anywhere text-text!">
            {nameOf(user)}
          </TextLink>
          <OwnMark personId={user.id} />
        </span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{user.email}</span>
      </div>
    ),
  },
  textColumn('Role', nameRole, { sort: 'role', phone: 'left' }),
  stateColumn('Status', statusOf, {
    sort: 'status',
    phone: 'right',
    cell: (user) => (
      <>
        <Badge tone={statusOf(user).tone}>{statusOf(user).label}</Badge>
        {user.erasedAt && (
          <span className="mt-1 block text-xs text-muted">
            Will be erased <DateTime value={user.erasedAt} />
          </span>
        )}
      </>
    ),
  }),
  createdColumn('Joined'),
  balanceColumn,
  { title: 'Organization', phone: 'left', cell: (user) => <Organizations user={user} /> },
  { title: 'Organization access', csv: ({ hasOrganizationAccess }) => (hasOrganizationAccess ? 'Yes' : 'No') },
  { title: 'Organization credits', csv: ({ organizationCredits }) => organizationCredits ?? '' },
  { title: 'Category', csv: ({ category }) => category },
  { title: 'Organizations', csv: ({ organizations }) => organizations.map(({ name }) => name).join('; ') },
]

/** The organization that the person joined first, with category and pool, and the number of others. */
function Organizations({ user: { organizations, organizationCredits, category } }: { user: AdminUser }) {
  const [first, ...others] = organizations
  if (!first) return <span className="text-muted max-sm:hidden">None</span>
  const pool = organizationCredits === null ? [] : [creditText(organizationCredits)]
  return (
    <>
      <span className="block wrap-anywhere" title={organizations.map(({ name }) => name).join(', ')}>
        {first.name}
        {others.length > 0 && ` +${others.length}`}
      </span>
      <span className="block text-xs text-muted">{[category, ...pool].join(' · ')}</span>
    </>
  )
}

/** Everyone with an account, with their role, status and credits, and the acts for each (S422-S425, S459). */
export default function UsersTab() {
  return (
    <List
      call={adminUsers}
      nouns={['user', 'users']}
      searchHint="Name or email"
      emptyText="People who register will appear here."
      filters={filters}
      columns={columns}
      sortedBy="name"
      acts={useUserActs()}
      nameOf={nameOf}
    />
  )
}
