import { useState } from 'react'
import { adminRequests, type AdminRequest } from '#contract/agents/admin-requests.ts'
import type { RequestStatus } from '#contract/agents/requests.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { List } from '#web/client/lists/list.tsx'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { RequestDialog } from './request-dialog.tsx'
import { requestColumns, requestCsv, requestFilters, statusOptions } from './request-list.tsx'
import { useRequestStatus } from './use-request-status.ts'

const statusColumn: ListColumn<AdminRequest> = {
  title: 'Change status',
  phone: 'left',
  cell: (request) => <StatusSelect request={request} />,
}

/** All agent requests and their status (S433, D61). */
export default function RequestsTab() {
  // Kept while the dialog closes, so that its text stays visible.
  const [opened, setOpened] = useState<AdminRequest | null>(null)
  const mayChange = useDuty('agents.change')
  const columns: readonly ListColumn<AdminRequest>[] = [
    ...requestColumns,
    ...(mayChange ? [statusColumn] : []),
    {
      title: 'Details',
      phone: 'right',
      cell: (request) => (
        <Button
          id={`details-${request.id}`}
          variant="secondary"
          size="dense"
          aria-label={`Details: ${request.agentName}`}
          onClick={() => setOpened(request)}
        >
          Details
        </Button>
      ),
    },
  ]
  return (
    <>
      <List
        call={adminRequests}
        nouns={['request', 'requests']}
        searchHint="Agent, description, name, email or organization"
        emptyText="Agents that people request will appear here."
        filters={requestFilters}
        columns={columns}
        csv={requestCsv}
        sortedBy="-created"
      />
      {opened && <RequestDialog key={opened.id} request={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Changes the status from the row. It asks for confirmation, because the person gets a message (S433, S489, D188). */
function StatusSelect({ request: { id, agentName, status, person } }: { request: AdminRequest }) {
  const change = useRequestStatus(() => undefined)
  const [next, setNext] = useState<RequestStatus | null>(null)
  return (
    <div className="min-w-36">
      <Select<RequestStatus>
        name={`status-${id}`}
        label={`Status: ${agentName}`}
        hideLabel
        options={statusOptions}
        value={status}
        onChange={(chosen) => chosen !== status && !change.isPending && setNext(chosen)}
      />
      <ConfirmDialog
        open={next !== null}
        onClose={() => setNext(null)}
        title={`Set ${agentName} to “${next ?? status}”?`}
        confirmLabel="Set Status"
        keepLabel="Keep Status"
        tone="primary"
        onConfirm={() => (next ? change.submit({ params: { id }, body: { status: next } }) : undefined)}
      >
        {nameOf(person)} will get a message in ten seconds, saying that the request changed from “{status}” to “
        {next ?? status}”. To add a note or link an agent, open the details instead.
      </ConfirmDialog>
    </div>
  )
}
