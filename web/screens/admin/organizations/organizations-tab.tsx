import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOrganizations, type AdminOrganization } from '#contract/admin/organizations.ts'
import { keyOf } from '#web/client/api.ts'
import { CreateDialog } from '#web/screens/organizations/management/create-dialog.tsx'
import { List } from '#web/client/lists/list.tsx'
import { CreateButton } from '../create-button.tsx'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { OrganizationActions, type Task } from './organization-actions.tsx'
import { organizationColumns, organizationCsv, organizationFilters } from './organization-list.tsx'
import { TaskDialog } from './task-dialog.tsx'

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
      <List
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
