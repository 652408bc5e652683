import { CircleSlash, Coins, Ellipsis, RotateCcw, Trash2, Undo2, UserCheck, UserCog } from 'lucide-react'
import { adminUsers, restoreUser, type AdminUser } from '#contract/admin/users.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { Menu, MenuAction, MenuLine } from '#web/kit/dialogs/menu.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { userFailures, userSuccesses } from './toasts.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { useDuty } from '../use-duty.ts'
import { nameOf } from './user-list.tsx'
import { useUserStatus } from './use-user-status.ts'

/** The actions that open a dialog. */
export type Task = 'role' | 'deactivate' | 'minutes' | 'refund' | 'delete'

interface Props {
  user: AdminUser
  onTask: (task: Task) => void
}

const icon = { 'aria-hidden': true, className: 'size-4 text-muted' } as const

/** The menu of actions for a person. Deleted people can be restored; admins cannot act on themselves (D143, D144). */
export function UserActions({ user, onTask }: Props) {
  const me = useMe()
  const may = useUserRights(user)
  const status = useUserStatus()
  const restore = useRestore()
  const params = { id: user.id }
  const isOwn = me?.id === user.id
  const isDeleted = user.deletedAt !== null
  if (!may.change && !may.moveMoney) return null
  return (
    <Menu
      trigger={
        <Button
          id={`actions-${user.id}`}
          variant="ghost"
          size="dense"
          pending={status.isPending || restore.isPending}
          aria-label={`Actions: ${nameOf(user)}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    >
      {isDeleted && may.change && (
        <MenuAction icon={<Undo2 {...icon} />} onSelect={() => void restore.submit({ params })}>
          Restore
        </MenuAction>
      )}
      {!isDeleted && may.change && (
        <>
          {may.changeRole && (
            <MenuAction icon={<UserCog {...icon} />} disabled={isOwn} onSelect={() => onTask('role')}>
              Change Role
            </MenuAction>
          )}
          <MenuAction
            icon={user.isActive ? <CircleSlash {...icon} /> : <UserCheck {...icon} />}
            disabled={isOwn}
            onSelect={() =>
              user.isActive ? onTask('deactivate') : void status.submit({ params, body: { isActive: true } })
            }
          >
            {user.isActive ? 'Deactivate' : 'Activate'}
          </MenuAction>
          {may.moveMoney && <MenuLine />}
        </>
      )}
      {may.moveMoney && <MoneyActs {...{ isDeleted, isOwn, onTask }} />}
      {!isDeleted && may.change && (
        <>
          <MenuLine />
          <MenuAction icon={<Trash2 {...icon} />} disabled={isOwn} onSelect={() => onTask('delete')}>
            Delete
          </MenuAction>
        </>
      )}
    </Menu>
  )
}

interface MoneyProps extends Pick<Props, 'onTask'> {
  isDeleted: boolean
  isOwn: boolean
}

/** Nobody gives to their own account. */
function MoneyActs({ isDeleted, isOwn, onTask }: MoneyProps) {
  return (
    <>
      {!isDeleted && (
        <MenuAction icon={<Coins {...icon} />} disabled={isOwn} onSelect={() => onTask('minutes')}>
          Adjust Credits
        </MenuAction>
      )}
      <MenuAction icon={<RotateCcw {...icon} />} disabled={isOwn} onSelect={() => onTask('refund')}>
        Refund a Payment
      </MenuAction>
    </>
  )
}

/** Returns what the signed-in admin may do to a person; owners alone change staff (D144), and support gives them nothing. */
function useUserRights(user: AdminUser) {
  const changesPeople = useDuty('people.change')
  const changeRole = useDuty('roles.change')
  const isSupport = useMe()?.staffRole === 'support'
  const moveMoney = useDuty('money.change') && !(isSupport && user.staffRole !== null)
  return { change: changesPeople && (changeRole || user.role !== 'admin'), changeRole, moveMoney }
}

/** Undoes a deletion, from the list or from the toast that reports it (D143). */
export function useRestore() {
  return useAdminCall(restoreUser, {
    list: adminUsers,
    failed: userFailures.restoreUser,
    done: () => {
      showToast(userSuccesses.userRestored)
      handOnFocus(countAbove())
    },
  })
}
