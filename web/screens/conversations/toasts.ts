import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const conversationFailures = {
  transcriptSettings: { title: 'Error', text: 'Failed to save your transcript settings. Please try again.' },
  deleteTranscript: { title: 'Error', text: 'Failed to delete the transcript. Please try again.' },
  copyTranscript: { title: 'Error', text: "Your browser didn't allow copying. Select the text instead." },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const conversationSuccesses = {
  transcriptDeleted: { title: 'Transcript Deleted', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
