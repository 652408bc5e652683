import { type Failure, notReached } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const signInFailures = {
  signIn: {
    title: 'Sign In Failed',
    text: 'Please check your credentials and try again.',
    unreachable: notReached,
  },
  resetMail: {
    title: 'Failed to send reset email',
    text: 'Please try again in a few minutes.',
    unreachable: notReached,
  },
  resetLink: { title: 'Invalid reset link', text: 'This reset link is invalid or has expired' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const signInSuccesses = {
  accountRestored: {
    title: 'Welcome Back',
    description: "Your account was scheduled for deletion. You signed in, so we're keeping it.",
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
