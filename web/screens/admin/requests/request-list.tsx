import type { AdminRequest } from '#contract/agents/admin-requests.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { requestStatuses } from '#contract/agents/requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { priorityNames, statusNames } from '#web/screens/agents/labels.ts'
import { RequestStatusBadge } from '#web/screens/agents/requests/request-status.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { CustomerLines, CustomerLink, nameOf } from '../person-name.tsx'

/** The list of requests, on screen and as a CSV file. */

/** The seven statuses, spelled as the specification does (S489). */
export const statusOptions = requestStatuses.map((value) => ({ value, label: value }))

export const requestFilters: readonly ListFilter[] = [
  { name: 'status', label: 'Filter by status', options: [{ value: 'all', label: 'All statuses' }, ...statusOptions] },
]

export const requestColumns: readonly ListColumn<AdminRequest>[] = [
  {
    title: 'Agent',
    sort: 'agent',
    phone: 'lead',
    cell: ({ agentName, useCase, priority }) => (
      <>
        <span className="block font-medium wrap-anywhere">{agentName}</span>
        <span className="block text-xs font-normal text-muted">
          {useCase} · {priorityNames[priority]} priority
        </span>
      </>
    ),
  },
  { title: 'Person', sort: 'person', phone: 'left', cell: ({ person }) => <CustomerLines person={person} /> },
  {
    title: 'Organization',
    sort: 'organization',
    phone: 'left',
    cell: ({ organization }) =>
      organization ? (
        <CustomerLink href={paths.adminOrganization(organization.id)} name={organization.name} />
      ) : (
        <span className="text-muted max-sm:hidden">None</span>
      ),
  },
  {
    title: 'Requested',
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  {
    title: 'Status',
    sort: 'status',
    phone: 'figure',
    cell: ({ status }) => <RequestStatusBadge status={status} />,
  },
]

export const requestCsv: readonly CsvColumn<AdminRequest>[] = [
  ['Id', ({ id }) => id],
  ['Agent', ({ agentName }) => agentName],
  ['Description', ({ description }) => description],
  ['Use case', ({ useCase }) => useCase],
  ['Priority', ({ priority }) => priorityNames[priority]],
  ['Status', ({ status }) => statusNames[status]],
  ['Person', ({ person }) => nameOf(person)],
  ['Email', ({ person }) => person.email],
  ['Organization', ({ organization }) => organization?.name ?? ''],
  ['Linked agent', ({ agent }) => agent?.name ?? ''],
  ['Requested', ({ createdAt }) => createdAt],
  ['Updated', ({ updatedAt }) => updatedAt],
]
