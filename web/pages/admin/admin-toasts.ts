import type { Failure } from '#web/toasts.ts'
import type { ToastMessage } from '#web/ui/toast.tsx'

/** What the admin panel says, apart so that nobody else loads it (S629, S647-S649, S651, S657, D161). */

export const adminFailures = {
  userStatus: { title: 'Failed to update user status', text: 'Nothing was changed. Please try again.' },
  userRole: { title: 'Failed to update user role', text: 'Nothing was changed. Please try again.' },
  deleteUser: { title: 'Failed to delete user', text: 'Nothing was changed. Please try again.' },
  restoreUser: { title: 'Failed to restore user', text: 'The user is still deleted. Please try again.' },
  adjustCredits: { title: 'Failed to adjust credits', text: 'The balance is as it was. Please try again.' },
  refund: { title: 'Failed to refund', text: 'Nothing was given back. Please try again.' },
  platformSettings: { title: 'Failed to save settings', text: 'The settings are as they were. Please try again.' },
  requestStatus: {
    title: 'Failed to update agent request status',
    text: 'Nothing was changed. Please try again.',
  },
  sendMessage: { title: 'Message Not Sent', text: 'Failed to send message' },
  withdrawMessage: { title: 'Failed to withdraw message', text: 'It can still be read. Please try again.' },
  download: { title: 'Download Failed', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

export const adminSuccesses = {
  userStatusUpdated: { title: 'User status updated successfully', tone: 'success' },
  userRoleUpdated: { title: 'User role updated successfully', tone: 'success' },
  userDeleted: { title: 'User deleted successfully', tone: 'success' },
  userRestored: { title: 'User Restored', description: 'They can sign in again.', tone: 'success' },
  creditsAdjusted: { title: 'Credits Adjusted', tone: 'success' },
  requestStatusUpdated: { title: 'Agent request status updated successfully', tone: 'success' },
  messageSent: { title: 'Message Sent', tone: 'success' },
  messageWithdrawn: { title: 'Message Withdrawn', description: 'Nobody sees it any more.', tone: 'success' },
  settingsSaved: { title: 'Settings Saved', description: 'They are in force now.', tone: 'success' },
  refunded: { title: 'Refund Made', description: 'The payment provider is told to send it back.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
