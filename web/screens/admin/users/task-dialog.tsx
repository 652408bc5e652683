import type { AdminUser } from '#contract/admin/users.ts'
import { backTo } from '#web/client/lists/list-focus.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MinutesDialog } from './minutes-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { Task } from './user-actions.tsx'
import { nameOf } from './user-list.tsx'

const dialogs = {
  role: RoleDialog,
  deactivate: DeactivateDialog,
  minutes: MinutesDialog,
  refund: RefundDialog,
  delete: DeleteDialog,
}

/** The dialog of an action on a person. */
export function TaskDialog({ task, user, onClose }: { task: Task; user: AdminUser; onClose: () => void }) {
  const TheDialog = dialogs[task]
  const finalFocus = backTo(`actions-${user.id}`)
  return <TheDialog user={user} name={nameOf(user)} onClose={onClose} finalFocus={finalFocus} />
}
