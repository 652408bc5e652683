import type { AdminOrganization } from '#contract/admin/organizations.ts'
import { formatCount, formatMinutes, minutesText } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { nameStatus } from '#web/screens/organizations/labels.ts'
import { StatusBadge } from '#web/screens/organizations/management/status-badge.tsx'
import { useDuty } from '../use-duty.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'

/** The list of organizations, on screen and as a CSV file. */

/** Returns the tier of an organization's subscription in words. */
export function nameTier({ subscriptionTier: tier }: Pick<AdminOrganization, 'subscriptionTier'>): string {
  return tier === '' ? 'Free' : tier.charAt(0).toUpperCase() + tier.slice(1)
}

export const organizationFilters: readonly ListFilter[] = [
  {
    name: 'status',
    label: 'Filter by status',
    options: [
      { value: 'all', label: 'All statuses' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
      { value: 'canceled', label: 'Canceled' },
    ],
  },
]

export const organizationColumns: readonly ListColumn<AdminOrganization>[] = [
  {
    title: 'Name',
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
  },
  {
    title: 'Status',
    sort: 'status',
    phone: 'right',
    cell: (organization) => <StatusBadge organization={organization} />,
  },
  {
    title: 'Members',
    sort: 'members',
    numeric: true,
    phone: 'left',
    cell: ({ memberCount, maxUsers }) => (
      <>
        {formatCount(memberCount)} of {formatCount(maxUsers)}
        <span className="sm:hidden"> members</span>
      </>
    ),
  },
  {
    title: 'Credits',
    sort: 'credits',
    numeric: true,
    phone: 'right',
    cell: ({ creditBalance }) => (
      <>
        {formatMinutes(creditBalance)}
        <span className="sm:hidden"> credits</span>
      </>
    ),
  },
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
  {
    title: 'Created',
    sort: 'created',
    orders: timeOrders,
    phone: 'right',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
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

export const organizationCsv: readonly CsvColumn<AdminOrganization>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Slug', ({ slug }) => slug],
  ['Industry', ({ industry }) => industry],
  ['Contact email', ({ contactEmail }) => contactEmail],
  ['Status', (organization) => nameStatus(organization)],
  ['Tier', nameTier],
  ['Access', ({ givesAccess }) => (givesAccess ? 'Yes' : 'No')],
  ['Members', ({ memberCount }) => memberCount],
  ['Seats', ({ maxUsers }) => maxUsers],
  ['Agents', ({ activeAgents }) => activeAgents],
  ['Credits', ({ creditBalance }) => creditBalance],
  ['Minutes this month', ({ monthlyUsage }) => monthlyUsage],
  ['Total minutes', ({ totalMinutesUsed }) => totalMinutesUsed],
  ['Created', ({ createdAt }) => createdAt],
]
