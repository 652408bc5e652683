import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOrganizations, type AdminOrganization } from '#contract/admin/organizations.ts'
import { keyOf } from '#web/client/api.ts'
import { CreateDialog } from '#web/screens/organizations/management/create-dialog.tsx'
import { CallList } from '#web/client/lists/call-list.tsx'
import { CreateButton } from '../create-button.tsx'
import { backTo } from '#web/client/lists/list-focus.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { OrganizationActions, type Task } from './organization-actions.tsx'
import { organizationColumns, organizationCsv, organizationFilters } from './organization-list.tsx'
import { PoolMinutesDialog } from './pool-minutes-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import type { TaskProps } from './task.ts'

/** All organizations; a row opens the dashboard, its buttons the admin's actions (S429-S432, D149, D150). */
export default function OrganizationsTab() {
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<{ task: Task; organization: AdminOrganization } | null>(null)
  const columns: readonly ListColumn<AdminOrganization>[] = [
    ...organizationColumns,
    {
      title: 'Actions',
      cell: (organization) => (
        <OrganizationActions organization={organization} onTask={(chosen) => setTask({ task: chosen, organization })} />
      ),
      phone: 'figure',
    },
  ]
  return (
    <>
      <CreateButton label="Create Organization" duty="roles.change" onClick={() => setCreating(true)} />
      <CallList
        call={adminOrganizations}
        nouns={['organization', 'organizations']}
        searchHint="Name, ID, slug, email or industry"
        emptyText="Organizations that register and pay, or that you create, will appear here."
        filters={organizationFilters}
        columns={columns}
        csv={organizationCsv}
        sortedBy="name"
        isLinked
      />
      <CreateDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={() => void client.invalidateQueries({ queryKey: keyOf(adminOrganizations) })}
      />
      {task && <TaskDialog {...task} key={`${task.task}-${task.organization.id}`} onClose={() => setTask(null)} />}
    </>
  )
}

const dialogs = { details: DetailsDialog, minutes: PoolMinutesDialog, refund: RefundDialog }

function TaskDialog({ task, organization, onClose }: Omit<TaskProps, 'finalFocus'> & { task: Task }) {
  const TheDialog = dialogs[task]
  const opener = task === 'details' ? 'details' : 'actions'
  const finalFocus = backTo(`${opener}-${organization.id}`)
  return <TheDialog organization={organization} onClose={onClose} finalFocus={finalFocus} />
}
