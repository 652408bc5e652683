import { backTo } from '#web/client/lists/list-focus.ts'
import { DetailsDialog } from './details-dialog.tsx'
import type { Task } from './organization-actions.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import type { TaskProps } from './task.ts'

const dialogs = { details: DetailsDialog, refund: RefundDialog }

/** The dialog of an action on an organization. */
export function TaskDialog({ task, organization, onClose }: Omit<TaskProps, 'finalFocus'> & { task: Task }) {
  const TheDialog = dialogs[task]
  const opener = task === 'details' ? 'details' : 'actions'
  const finalFocus = backTo(`${opener}-${organization.id}`)
  return <TheDialog organization={organization} onClose={onClose} finalFocus={finalFocus} />
}
