import { imageErrors, imageTooLargeText } from '#contract/images/images.ts'
import type { Failure } from './failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const failures = {
  photoTooLarge: { title: 'File too large', text: imageTooLargeText },
  photoType: { title: 'Invalid file type', text: imageErrors.wrong_image_type[1] },
  sendMessage: { title: 'Error', text: 'Failed to send message. Please try again.' },
  markRead: { title: 'Error', text: 'Failed to mark message as read.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const successes = {
  messageRead: { title: 'Marked as Read', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
