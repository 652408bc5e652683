import { useState } from 'react'
import type { AdminOrganization } from '#contract/admin/organizations.ts'
import { OrganizationActions, type Task } from '../organizations/organization-actions.tsx'
import { TaskDialog } from '../organizations/task-dialog.tsx'

/** The actions of the list, on the organization's own page. */
export function OrganizationPageActions({ organization }: { organization: AdminOrganization }) {
  const [task, setTask] = useState<Task | null>(null)
  return (
    <>
      <OrganizationActions organization={organization} onTask={setTask} isOnItsPage />
      {task && <TaskDialog task={task} organization={organization} onClose={() => setTask(null)} />}
    </>
  )
}
