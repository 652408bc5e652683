import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const dashboardFailures = {
  copyId: { title: 'Copy Failed', text: "Your browser didn't allow it. Please select the ID and copy it yourself." },
  dismissChecklist: { title: 'Failed to dismiss the checklist', text: 'Please try again.' },
  changeAssignment: { title: 'Failed to update agent', text: 'No changes were saved. Please try again.' },
  removeAssignment: { title: 'Failed to remove agent from organization', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const dashboardSuccesses = {
  copied: { title: 'Copied!', description: 'The organization ID is in your clipboard.', tone: 'success' },
  agentUpdated: { title: 'Agent Updated', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
