import { useState } from 'react'
import { signOutCustomer } from '#contract/admin/customers.ts'
import { adminUsers, type AdminUser } from '#contract/admin/users.ts'
import { countText } from '#contract/amounts.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { useDuty } from '../../use-duty.ts'
import { nameOf } from '../../person-name.tsx'
import { customerFailures, customerSuccesses } from './toasts.ts'

/** Signs a person out in every browser, after a question. Only owners sign staff out, and nobody themselves. */
export function SignOutButton({ user, deviceCount }: { user: AdminUser; deviceCount: number }) {
  const [isAsked, setAsked] = useState(false)
  const me = useMe()
  const mayChange = useDuty('people.change')
  const mayChangeStaff = useDuty('roles.change')
  const signOut = useAdminCall(signOutCustomer, {
    list: adminUsers,
    failed: customerFailures.signOut,
    done: () => showToast(customerSuccesses.signedOut),
  })
  const isAllowed = mayChange && (user.role !== 'admin' || mayChangeStaff) && me?.id !== user.id && !user.deletedAt
  if (!isAllowed) return null
  return (
    <>
      <Button variant="secondary" size="dense" disabled={deviceCount === 0} onClick={() => setAsked(true)}>
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Sign ${nameOf(user)} out everywhere?`}
        confirmLabel="Sign Out"
        keepLabel="Keep Signed In"
        onConfirm={() => signOut.mutateAsync({ params: { id: user.id } })}
      >
        They will be signed out of {countText(deviceCount, 'browser')} and must sign in again. A live conversation goes
        on.
      </ConfirmDialog>
    </>
  )
}
