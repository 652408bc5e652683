import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done. */
export const documentFailures = {
  save: { title: 'Failed to save document', text: 'No changes were saved. Please try again.' },
  remove: { title: 'Failed to remove document', text: 'Please try again.' },
} as const satisfies Record<string, Failure>

export function documentSaved(agentName: string): ToastMessage {
  return { title: 'Document Saved', description: `${agentName} will answer from it in a moment.`, tone: 'success' }
}

export function documentRemoved(agentName: string): ToastMessage {
  return { title: 'Document Removed', description: `${agentName} no longer answers from it.`, tone: 'success' }
}
