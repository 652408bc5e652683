import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const requestFailures = {
  undoStatus: { title: 'Failed to undo the status', text: 'Please set the status again instead.' },
  requestStatus: {
    title: 'Failed to update agent request status',
    text: 'No changes were saved. Please try again.',
  },
} as const satisfies Record<string, Failure>

export const requestSuccesses = {
  requestStatusUpdated: { title: 'Agent request status updated successfully', tone: 'success' },
  requestStatusUndone: { title: 'Status Undone', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
