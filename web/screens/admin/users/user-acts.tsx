import { CircleSlash, Coins, RotateCcw, Trash2, Undo2, UserCheck, UserCog } from 'lucide-react'
import {
  adjustPoolMinutes,
  adjustUserMinutes,
  adminUsers,
  deleteUser,
  removalWaitDays,
  restoreUser,
  setUserStatus,
  type AdminUser,
} from '#contract/admin/users.ts'
import { creditText } from '#contract/amounts.ts'
import { write } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { guessRows } from '#web/client/lists/pages.ts'
import { countAbove, handOnFocus } from '#web/kit/kept-focus.ts'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { type Act, type ActList, line } from '#web/kit/dialogs/acts.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { openMinutesDialog, openRefund, openRoleDialog } from '../late-dialogs.ts'
import { nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
/**
 * Returns the acts for a person: owners alone change staff (D144), support gives them nothing, deleted people can be
 * restored, and admins cannot act on themselves (D143, D144).
 */
export function useUserActs(): ((user: AdminUser) => ActList) | undefined {
  const me = useMe()
  const changesPeople = useDuty('people.change')
  const changesRoles = useDuty('roles.change')
  const movesMoney = useDuty('money.change')
  if (!changesPeople && !movesMoney) return undefined
  return (user) => {
    const disabled = me?.id === user.id
    const isDeleted = user.deletedAt !== null
    const may = changesPeople && (changesRoles || user.role !== 'admin')
    const mayGive = movesMoney && !(me?.staffRole === 'support' && user.staffRole !== null)
    return [
      { label: 'Restore', icon: Undo2, may: may && isDeleted, run: () => restore(user) },
      {
        label: 'Change Role',
        icon: UserCog,
        may: may && changesRoles && !isDeleted,
        disabled,
        run: () => openRoleDialog(user),
      },
      { ...statusAct(user), may: may && !isDeleted, disabled },
      line,
      {
        label: 'Adjust Credits',
        icon: Coins,
        may: mayGive && !isDeleted,
        disabled,
        run: () => adjustMinutes(user),
      },
      { label: 'Refund a Payment', icon: RotateCcw, may: mayGive, disabled, run: () => refund(user) },
      line,
      { label: 'Delete', icon: Trash2, may: may && !isDeleted, disabled, run: () => openDelete(user) },
    ]
  }
}

/** Activates or deactivates a person, and explains the effects of a deactivation (S587, D14, D188). */
function statusAct(user: AdminUser): Act {
  const set = (isActive: boolean) =>
    write(
      setUserStatus,
      { params: { id: user.id }, body: { isActive } },
      {
        guess: () => guessRows(adminUsers, (row) => (row.id === user.id ? { ...row, isActive } : row)),
      },
    )
  if (!user.isActive) return { label: 'Activate', icon: UserCheck, run: () => set(true) }
  const name = nameOf(user)
  return {
    label: 'Deactivate',
    icon: CircleSlash,
    run: () => set(false),
    ask: {
      title: `Deactivate ${name}?`,
      text: (
        <>
          <p>
            {name} is signed out right away, any live conversation ends, and no one can sign in to this account until
            you activate it again. Minutes, subscription and history are kept.
          </p>
          <LeftWithoutAdmin user={user} />
        </>
      ),
      confirm: 'Deactivate User',
      keep: 'Keep Active',
    },
  }
}

/** Names the organizations that have no other admin. */
function LeftWithoutAdmin({ user: { organizations } }: { user: AdminUser }) {
  const names = organizations.filter(({ isOnlyAdmin }) => isOnlyAdmin).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <div className="mt-4">
      <Banner tone="warning">{names.join(', ')} would be left without an admin.</Banner>
    </div>
  )
}

/** Undoes a deletion, from the list or from the toast that reports it (D143). */
async function restore({ id }: AdminUser): Promise<void> {
  await write(restoreUser, { params: { id } })
  handOnFocus(countAbove())
}

function adjustMinutes(user: AdminUser): Promise<unknown> {
  const name = nameOf(user)
  const pools = user.organizations.map((organization) => ({
    call: adjustPoolMinutes,
    id: String(organization.id),
    label: `Pool of ${organization.name}`,
  }))
  return openMinutesDialog({
    description: `${name} has ${creditText(user.creditBalance)}.`,
    balances: [{ call: adjustUserMinutes, id: user.id, label: `${name}: ${creditText(user.creditBalance)}` }, ...pools],
    now: 'The balance is now',
    help: 'Kept in the audit log. The user does not see it.',
  })
}

/** Asks the admin to type the email address before a person is deleted; a deletion can be undone for a while (D143). */
function openDelete(user: AdminUser): Promise<unknown> {
  const name = nameOf(user)
  return openForm({
    call: deleteUser,
    at: { params: { id: user.id } },
    title: `Delete ${name}?`,
    submit: 'Delete User',
    pendingText: 'Deleting…',
    tone: 'danger',
    cancel: 'Keep User',
    confirmed: {
      name: 'email',
      isRight: (text) => text.toLowerCase() === user.email,
      error: `Please type ${user.email}`,
    },
    told: {
      title: 'User deleted successfully',
      description: `${name} can be restored for ${removalWaitDays} days.`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void restore(user).catch(() => undefined) },
    },
    children: (
      <>
        <p>
          {name} is signed out right away, and any live conversation ends. The subscription is canceled, and seats in
          organizations become free. After {removalWaitDays} days, all personal data is erased. Until then, you can
          restore the account.
        </p>
        <LeftWithoutAdmin user={user} />
        <TextField
          name="email"
          label="Email of this user"
          help={
            <>
              Type <strong className="font-medium wrap-anywhere text-text">{user.email}</strong> to confirm.
            </>
          }
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          required
        />
      </>
    ),
  })
}

/** Refunds one of a person's own payments; an organization's payments are refunded from its row. */
function refund(user: AdminUser): Promise<unknown> {
  const name = nameOf(user)
  const organizations = user.organizations.map((organization) => organization.name).join(', ')
  return openRefund({
    whose: { kind: 'user', id: user.id },
    payer: `${name}, ${user.email}`,
    nothing: organizations
      ? `${name} has no payment of their own that can be refunded. Payments by ${organizations} are refunded under Organizations.`
      : `${name} has no payment that can be refunded.`,
  })
}
