import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const agentFailures = {
  unlock: { title: 'Error', text: 'Failed to unlock agent. Please try again.' },
  requestIncomplete: { title: 'Missing Information', text: 'Please fill out all required fields.' },
  submitRequest: { title: 'Error', text: 'Failed to submit request. Please try again.' },
  rating: { title: 'Error', text: 'Failed to save your rating. Please try again.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const agentSuccesses = {
  requestSubmitted: {
    title: 'Request Submitted',
    description: "Thank you! We'll review your agent request and get back to you soon.",
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
