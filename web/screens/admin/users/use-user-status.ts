import { adminUsers, setUserStatus } from '#contract/admin/users.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { userFailures, userSuccesses } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

/** Activates or deactivates a person (S587). */
export function useUserStatus() {
  return useAdminCall(setUserStatus, {
    list: adminUsers,
    failed: userFailures.userStatus,
    guess: (row, { params, body }) => (row.id === params.id ? { ...row, isActive: body.isActive } : row),
    done: () => showToast(userSuccesses.userStatusUpdated),
  })
}
