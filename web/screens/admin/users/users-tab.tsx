import { useState } from 'react'
import { adminUsers, type AdminUser } from '#contract/admin/users.ts'
import { CallList } from '#web/client/lists/call-list.tsx'
import { backTo } from '#web/client/lists/list-focus.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { nameOf, userColumns, userCsv, userFilters } from './user-list.tsx'
import { MinutesDialog } from './minutes-dialog.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { useDuty } from '../use-duty.ts'
import { type Task, UserActions } from './user-actions.tsx'

/** Everyone with an account, with their role, status and credits, and the actions for each (S422-S425, S459). */
export default function UsersTab() {
  const [task, setTask] = useState<{ task: Task; user: AdminUser } | null>(null)
  const hasActs = [useDuty('people.change'), useDuty('money.change')].includes(true)
  const acts: ListColumn<AdminUser> = {
    title: 'Actions',
    cell: (user) => <UserActions user={user} onTask={(chosen) => setTask({ task: chosen, user })} />,
    phone: 'figure',
  }
  const columns = hasActs ? [...userColumns, acts] : userColumns
  return (
    <>
      <CallList
        call={adminUsers}
        nouns={['user', 'users']}
        searchHint="Name or email"
        emptyText="People who register will appear here."
        filters={userFilters}
        columns={columns}
        csv={userCsv}
        sortedBy="name"
      />
      {task && <TaskDialog {...task} key={`${task.task}-${task.user.id}`} onClose={() => setTask(null)} />}
    </>
  )
}

const dialogs = {
  role: RoleDialog,
  deactivate: DeactivateDialog,
  minutes: MinutesDialog,
  refund: RefundDialog,
  delete: DeleteDialog,
}

function TaskDialog({ task, user, onClose }: { task: Task; user: AdminUser; onClose: () => void }) {
  const TheDialog = dialogs[task]
  const finalFocus = backTo(`actions-${user.id}`)
  return <TheDialog user={user} name={nameOf(user)} onClose={onClose} finalFocus={finalFocus} />
}
