import type { AdminUser } from '#contract/admin/users.ts'
import { creditText, formatMinutes } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import type { Role } from '#contract/identity/people.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { nameRole, roleNames } from '../labels.ts'

/** The list of users, on screen and as a CSV file. */

export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value: value as Role, label }))

export const userFilters: readonly ListFilter[] = [
  { name: 'role', label: 'Filter by role', options: [{ value: 'all', label: 'All roles' }, ...roleOptions] },
  {
    name: 'status',
    label: 'Filter by status',
    options: [
      { value: 'all', label: 'All statuses' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
      { value: 'deleted', label: 'Deleted' },
    ],
  },
]

export function nameOf({ firstName, lastName, email }: AdminUser): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** Returns the names of the organizations that have no other admin. */
export function aloneIn({ organizations }: AdminUser): string[] {
  return organizations.filter(({ isOnlyAdmin }) => isOnlyAdmin).map(({ name }) => name)
}

export function statusOf({ isActive, deletedAt, erasedAt }: AdminUser): { label: string; tone: BadgeTone } {
  if (deletedAt) return { label: 'Deleted', tone: 'danger' }
  if (erasedAt) return { label: 'Leaving', tone: 'warning' }
  return isActive ? { label: 'Active', tone: 'success' } : { label: 'Inactive', tone: 'neutral' }
}

export const userColumns: readonly ListColumn<AdminUser>[] = [
  {
    title: 'Name',
    sort: 'name',
    phone: 'lead',
    cell: (user) => (
      <div className="lg:min-w-60">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{nameOf(user)}</span>
          <OwnMark personId={user.id} />
        </span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{user.email}</span>
      </div>
    ),
  },
  { title: 'Role', sort: 'role', phone: 'left', cell: nameRole },
  {
    title: 'Status',
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
  },
  {
    title: 'Joined',
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  {
    title: 'Credits',
    sort: 'credits',
    numeric: true,
    phone: 'right',
    cell: ({ creditBalance }) => (
      <>
        {formatMinutes(creditBalance)}
        <span className="sm:hidden"> {creditBalance === 1 ? 'credit' : 'credits'}</span>
      </>
    ),
  },
  { title: 'Organization', phone: 'left', cell: (user) => <Organizations user={user} /> },
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

export const userCsv: readonly CsvColumn<AdminUser>[] = [
  ['Id', ({ id }) => id],
  ['Email', ({ email }) => email],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Role', nameRole],
  ['Status', (user) => statusOf(user).label],
  ['Credits', ({ creditBalance }) => creditBalance],
  ['Organization access', ({ hasOrganizationAccess }) => (hasOrganizationAccess ? 'Yes' : 'No')],
  ['Organization credits', ({ organizationCredits }) => organizationCredits ?? ''],
  ['Category', ({ category }) => category],
  ['Organizations', ({ organizations }) => organizations.map(({ name }) => name).join('; ')],
  ['Joined', ({ createdAt }) => createdAt],
]
