import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of payments, disputes, debts and findings. */

export const paymentFailures = {
  check: { title: 'Failed to check payment', text: 'Nothing has changed. Please try again.' },
  forgive: { title: 'Failed to forgive debt', text: 'The debt is still open. Please try again.' },
  accept: { title: 'Failed to accept finding', text: 'The finding is still open. Please try again.' },
  reopen: { title: 'Failed to reopen finding', text: 'Nothing has changed. Please try again.' },
  evidence: { title: 'Failed to save evidence', text: 'Your words are still in the form. Please try again.' },
  file: { title: 'Failed to add file', text: 'Please try again.' },
  largeFile: { title: 'File too large', text: 'Please choose a file of at most 4.5 MB.' },
} as const satisfies Record<string, Failure>

export const paymentSuccesses = {
  forgiven: { title: 'Debt Forgiven', description: 'They no longer owe it.', tone: 'success' },
  accepted: { title: 'Finding Accepted', description: 'It no longer counts as broken.', tone: 'success' },
  reopened: { title: 'Finding Reopened', tone: 'success' },
  saved: { title: 'Draft Saved', description: 'Submit it before the deadline.', tone: 'success' },
  submitted: {
    title: 'Evidence Submitted',
    description: 'The bank will decide. This can take weeks.',
    tone: 'success',
  },
  fileAdded: { title: 'File Added', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
