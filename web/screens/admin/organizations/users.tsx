import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { useDuty } from '../use-duty.ts'
import { roleNames } from '#web/screens/organizations/labels.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { type Details, Facts, Section } from './section.tsx'

/** The number of users shown; the Users tab of the dashboard has all of them. */
const mostUsers = 8

/** The number of people in an organization, and who they are for owners, who run every organization (S592, D120). */
export function Users({ details: { organization, users } }: { details: Details }) {
  const { id } = organization
  const runs = useDuty('roles.change')
  return (
    <Section
      title="Users"
      aside={
        runs && (
          <TextLink href={paths.organizationDashboard({ organizationId: id, tab: 'users' })}>Manage users</TextLink>
        )
      }
    >
      <Facts
        facts={[
          ['Active', `${formatCount(users.active)} of ${formatCount(users.maxUsers)} seats`],
          ['Admins', formatCount(users.admins)],
          ['Inactive', formatCount(users.inactive)],
          ['Invited', formatCount(users.invited)],
        ]}
      />
      {runs && <People organizationId={id} />}
    </Section>
  )
}

/** Read only for the chosen organization. */
function People({ organizationId }: { organizationId: number }) {
  const params = { organizationId: String(organizationId) }
  const list = useQuery({ ...query(organizationUsers, { params }), staleTime: 0 })
  return (
    <>
      {list.isPending && <LoadingRows what="users" />}
      {list.isError && <LoadError what="the users" failed={list} />}
      {list.data && (
        <Table
          caption="Users"
          columns={columns}
          rows={list.data.slice(0, mostUsers)}
          rowKey={(user) => user.id}
          empty={<p className="text-muted">No one has joined yet.</p>}
        />
      )}
      {list.data && list.data.length > mostUsers && (
        <p className="text-sm text-muted">And {formatCount(list.data.length - mostUsers)} more.</p>
      )}
    </>
  )
}

const columns: Column<Answer<typeof organizationUsers>[number]>[] = [
  {
    title: 'Name',
    phone: 'lead',
    cell: ({ id, firstName, lastName, email }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{`${firstName} ${lastName}`.trim() || email}</span>
          <OwnMark personId={id} />
        </span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{email}</span>
      </>
    ),
  },
  { title: 'Role', phone: 'left', cell: ({ role }) => role && roleNames[role] },
  { title: 'Category', phone: 'right', cell: ({ userCategory }) => userCategory },
  {
    title: 'Status',
    phone: 'figure',
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>,
  },
]
