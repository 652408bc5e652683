import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const organizationFailures = {
  organizationStatus: {
    title: 'Failed to update organization status',
    text: 'No changes were saved. Please try again.',
  },
  grantApp: { title: 'Failed to grant the branded app', text: 'No changes were saved. Please try again.' },
  withdrawApp: { title: 'Failed to withdraw the branded app', text: 'No changes were saved. Please try again.' },
} as const satisfies Record<string, Failure>

export const organizationSuccesses = {
  organizationStatusUpdated: { title: 'Organization status updated successfully', tone: 'success' },
  appGranted: { title: 'Branded App Granted', description: 'Its admins can now publish it.', tone: 'success' },
  appWithdrawn: { title: 'Branded App Withdrawn', description: 'It is no longer published.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
