import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const userFailures = {
  userStatus: { title: 'Failed to update user status', text: 'No changes were saved. Please try again.' },
  userRole: { title: 'Failed to update user role', text: 'No changes were saved. Please try again.' },
  deleteUser: { title: 'Failed to delete user', text: 'The user was not deleted. Please try again.' },
  restoreUser: { title: 'Failed to restore user', text: 'The user is still deleted. Please try again.' },
} as const satisfies Record<string, Failure>

export const userSuccesses = {
  userStatusUpdated: { title: 'User status updated successfully', tone: 'success' },
  userRoleUpdated: { title: 'User role updated successfully', tone: 'success' },
  userDeleted: { title: 'User deleted successfully', tone: 'success' },
  userRestored: { title: 'User Restored', description: 'They can sign in again.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
