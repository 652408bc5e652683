import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const messageFailures = {
  messageIncomplete: { title: 'Error', text: 'Please fill in both subject and message.' },
  stopMails: { title: 'Error', text: 'Failed to change your emails. Please try again.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const messageSuccesses = {
  messageSent: {
    title: 'Message Sent',
    description: 'Your message has been sent to the admin team.',
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
