import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const conversationFailures = {
  transcriptSettings: { title: 'Error', text: 'Failed to save your transcript settings. Please try again.' },
  acceptStep: { title: 'Error', text: 'Failed to add the step to your list. Please try again.' },
  deleteTranscript: { title: 'Error', text: 'Failed to delete the transcript. Please try again.' },
  changeStep: { title: 'Error', text: 'Failed to change the step. Please try again.' },
  editRecap: { title: 'Error', text: 'Failed to save the recap. Please try again.' },
  mailRecap: { title: 'Error', text: 'Failed to email the recap. Please try again.' },
  analyseAgain: { title: 'Error', text: 'Failed to analyze the session again. Please try again.' },
  copyTranscript: { title: 'Error', text: "Your browser didn't allow copying. Select the text instead." },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const conversationSuccesses = {
  transcriptDeleted: { title: 'Transcript Deleted', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
