import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

export const messageFailures = {
  answerContact: { title: 'Error', text: 'Failed to send your answer. Please try again.' },
  changeThread: { title: 'Failed to change the conversation', text: 'No changes were saved. Please try again.' },
  saveAnswer: { title: 'Failed to save the answer', text: 'No changes were saved. Please try again.' },
  deleteAnswer: { title: 'Failed to delete the saved answer', text: 'It is still there. Please try again.' },
  sendMessage: { title: 'Error', text: 'Failed to send message' },
  withdrawMessage: { title: 'Failed to withdraw message', text: 'People can still read it. Please try again.' },
} as const satisfies Record<string, Failure>

export const messageSuccesses = {
  messageSent: { title: 'Message Sent', tone: 'success' },
  contactAnswered: { title: 'Answer Sent', tone: 'success' },
  messageWithdrawn: { title: 'Message Withdrawn', description: 'No one can see it now.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
