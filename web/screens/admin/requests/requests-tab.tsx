import { adminRequests, type AdminRequest, setRequestStatus } from '#contract/agents/admin-requests.ts'
import { priorityNames, requestStatuses, type RequestStatus } from '#contract/agents/requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { type ListColumn } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { RequestStatusBadge, statusNames } from '#web/screens/agents/requests/request-status.tsx'
import { Below, createdColumn, filterBy, textColumn } from '../columns.tsx'
import { CustomerLines, CustomerLink, nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { RequestDialog, statusOptions, statusWrite } from './request-dialog.tsx'

const filters = [filterBy('status', ['status', 'statuses'], requestStatuses, (status) => status)]

const columns: readonly ListColumn<AdminRequest>[] = [
  { title: 'Id', csv: ({ id }) => id },
  textColumn('Agent', ({ agentName }) => agentName, {
    sort: 'agent',
    phone: 'lead',
    cell: ({ agentName, useCase, priority }) => (
      <>
        <span className="block font-medium wrap-anywhere">{agentName}</span>
        <Below>
          {useCase} · {priorityNames[priority]} priority
        </Below>
      </>
    ),
  }),
  { title: 'Description', csv: ({ description }) => description },
  { title: 'Use case', csv: ({ useCase }) => useCase },
  { title: 'Priority', csv: ({ priority }) => priorityNames[priority] },
  { title: 'Status', csv: ({ status }) => statusNames[status] },
  textColumn('Person', ({ person }) => nameOf(person), {
    sort: 'person',
    phone: 'left',
    cell: ({ person }) => <CustomerLines person={person} />,
  }),
  { title: 'Email', csv: ({ person }) => person.email },
  textColumn('Organization', ({ organization }) => organization?.name ?? '', {
    sort: 'organization',
    phone: 'left',
    cell: ({ organization }) =>
      organization ? (
        <CustomerLink href={paths.adminOrganization(organization.id)} name={organization.name} />
      ) : (
        <span className="text-muted max-sm:hidden">None</span>
      ),
  }),
  { title: 'Linked agent', csv: ({ agent }) => agent?.name ?? '' },
  createdColumn('Requested'),
  { title: 'Updated', csv: ({ updatedAt }) => updatedAt },
  {
    title: 'Status',
    sort: 'status',
    phone: 'figure',
    cell: ({ status }) => <RequestStatusBadge status={status} />,
  },
]

const statusColumn: ListColumn<AdminRequest> = {
  title: 'Change status',
  phone: 'left',
  cell: (request) => <StatusSelect request={request} />,
}

const detailsColumn: ListColumn<AdminRequest> = {
  title: 'Details',
  phone: 'right',
  cell: (request) => (
    <Button
      variant="secondary"
      size="dense"
      aria-label={`Details: ${request.agentName}`}
      onClick={() => void openDialog((close) => <RequestDialog request={request} close={close} />)}
    >
      Details
    </Button>
  ),
}

/** All agent requests and their status (S433, D61). */
export default function RequestsTab() {
  const mayChange = useDuty('agents.change')
  return (
    <List
      call={adminRequests}
      nouns={['request', 'requests']}
      searchHint="Agent, description, name, email or organization"
      emptyText="Agents that people request will appear here."
      filters={filters}
      columns={[...columns, ...(mayChange ? [statusColumn] : []), detailsColumn]}
      sortedBy="-created"
    />
  )
}

/** Changes the status from the row. It asks for confirmation, because the person gets a message (S433, S489, D188). */
function StatusSelect({ request: { id, agentName, status, person } }: { request: AdminRequest }) {
  const change = (next: RequestStatus) =>
    void ask({
      title: `Set ${agentName} to “${next}”?`,
      text: `${nameOf(person)} will get a message in ten seconds, saying that the request changed from “${status}” to “${next}”. To add a note or link an agent, open the details instead.`,
      confirm: 'Set Status',
      keep: 'Keep Status',
      tone: 'primary',
      act: () =>
        write(setRequestStatus, { params: { id }, body: { status: next } }, statusWrite).catch(() => undefined),
    })
  return (
    <div className="min-w-36">
      <Select<RequestStatus>
        name={`status-${id}`}
        label={`Status: ${agentName}`}
        hideLabel
        options={statusOptions}
        value={status}
        onChange={change}
      />
    </div>
  )
}
