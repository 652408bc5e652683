import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const frameFailures = {
  switchContext: { title: 'Failed to switch', text: "You're still where you were before. Please try again." },
  requestFromAdmins: { title: 'Failed to send your request', text: 'Please try again in a few minutes.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const frameSuccesses = {
  requestSent: { title: 'Request Sent', description: 'Your admins will see your message.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
