import { adminOrganizations, type AdminOrganization } from '#contract/admin/organizations.ts'
import { formatCount, minutesText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { type ListColumn } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { nameStatus } from '#web/screens/organizations/labels.ts'
import { openCreateOrganization } from '#web/screens/organizations/management/create-dialog.tsx'
import { StatusBadge } from '#web/screens/organizations/status-badge.tsx'
import { balanceColumn, createdColumn, filterBy, textColumn } from '../columns.tsx'
import { CreateButton } from '../create-button.tsx'
import { nameTier } from '../labels.ts'
import { useDuty } from '../use-duty.ts'
import { OrganizationActs } from './organization-acts.tsx'

/** All organizations; a row opens the dashboard, its buttons the admin's acts (S429-S432, D149, D150). */
export default function OrganizationsTab() {
  return (
    <>
      <CreateButton label="Create Organization" duty="roles.change" onClick={() => void openCreateOrganization()} />
      <List
        call={adminOrganizations}
        nouns={['organization', 'organizations']}
        searchHint="Name, ID, slug, email or industry"
        emptyText="Organizations that register and pay, or that you create, will appear here."
        filters={filters}
        columns={columns}
        sortedBy="name"
        isLinked
      />
    </>
  )
}

const filters = [filterBy('status', ['status', 'statuses'], ['active', 'inactive', 'canceled'])]

const columns: readonly ListColumn<AdminOrganization>[] = [
  { title: 'Id', csv: ({ id }) => id },
  textColumn('Name', ({ name }) => name, {
    sort: 'name',
    phone: 'lead',
    cell: ({ id, name, contactEmail }) => (
      <>
        <NameLink id={id} name={name} />
        <span className="block text-sm font-normal wrap-anywhere text-muted">
          {id} · {contactEmail}
        </span>
      </>
    ),
  }),
  { title: 'Slug', csv: ({ slug }) => slug },
  { title: 'Industry', csv: ({ industry }) => industry },
  { title: 'Contact email', csv: ({ contactEmail }) => contactEmail },
  textColumn('Status', nameStatus, {
    sort: 'status',
    phone: 'right',
    cell: (organization) => <StatusBadge organization={organization} />,
  }),
  { title: 'Tier', csv: nameTier },
  { title: 'Access', csv: ({ givesAccess }) => (givesAccess ? 'Yes' : 'No') },
  {
    title: 'Members',
    sort: 'members',
    numeric: true,
    phone: 'left',
    csv: ({ memberCount }) => memberCount,
    cell: ({ memberCount, maxUsers }) => (
      <>
        {formatCount(memberCount)} of {formatCount(maxUsers)}
        <span className="sm:hidden"> members</span>
      </>
    ),
  },
  { title: 'Seats', csv: ({ maxUsers }) => maxUsers },
  { title: 'Agents', csv: ({ activeAgents }) => activeAgents },
  balanceColumn,
  {
    title: 'This month',
    numeric: true,
    phone: 'left',
    cell: ({ monthlyUsage }) => (
      <>
        {minutesText(monthlyUsage)}
        <span className="sm:hidden"> this month</span>
      </>
    ),
  },
  { title: 'Minutes this month', csv: ({ monthlyUsage }) => monthlyUsage },
  { title: 'Total minutes', csv: ({ totalMinutesUsed }) => totalMinutesUsed },
  createdColumn('Created', 'right'),
  { title: 'Actions', phone: 'figure', cell: (organization) => <OrganizationActs organization={organization} /> },
]

/** Opens the dashboard for owners, who run every organization (S431), and the customer page for other staff. */
function NameLink({ id, name }: Pick<AdminOrganization, 'id' | 'name'>) {
  const runs = useDuty('roles.change')
  return (
    <TextLink
      href={runs ? paths.organizationDashboard({ organizationId: id }) : paths.adminOrganization(id)}
      quiet
      className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}
    >
      {name}
    </TextLink>
  )
}
