import { ApiError } from './api-error.ts'
import { closeToast, showToast, type ToastMessage } from './ui/toast.tsx'

/** A toast of the error catalogue: its title, and its text when the server has none of its own. */
export interface Failure {
  title: string
  text: string
}

/** The catalogue of failures, word for word. */
export const failures = {
  signIn: { title: 'Sign In Failed', text: 'Please check your credentials and try again.' },
  registration: { title: 'Registration Failed', text: 'Please try again with different information.' },
  paymentSetup: { title: 'Payment Setup Failed', text: 'Please try again or contact support.' },
  payment: { title: 'Payment Failed', text: 'Please check your card and try again.' },
  creditsLate: {
    title: 'Payment Processed',
    text: 'Payment succeeded but credits may take a few minutes to appear.',
  },
  resetMail: { title: 'Failed to send reset email', text: 'Please try again in a few minutes.' },
  resetLink: { title: 'Invalid reset link', text: 'This reset link is invalid or has expired' },
  resetPassword: { title: 'Failed to reset password', text: 'Please try again.' },
  signedOut: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  unlock: { title: 'Error', text: 'Failed to unlock agent. Please try again.' },
  signOut: { title: 'Logout failed', text: 'Failed to log out. Please try again.' },
  names: { title: 'Error', text: 'Failed to save your name. Please try again.' },
  deleteTranscript: { title: 'Error', text: 'Failed to delete the transcript. Please try again.' },
} as const satisfies Record<string, Failure>

export const successes = {
  signedOut: { title: 'Signed out successfully', description: 'You have been logged out.', tone: 'success' },
  transcriptDeleted: { title: 'Transcript Deleted', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Shows a failure with what the server says to people, else with its stated text (D163). */
export function showFailure({ title, text }: Failure, error?: unknown): void {
  showToast({ title, description: serverMessage(error) ?? text, tone: 'danger' })
}

/** Takes a failure's toast away once the same thing has worked. */
export function withdrawFailure({ title }: Failure): void {
  closeToast(title)
}

/** What the server meant people to read; an unexpected fault of the server has nothing to say (D163, S286). */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status === 500) return undefined
  return error.problem?.message || undefined
}
