import { type Failure, notReached } from './failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/**
 * Toasts about sessions and failed reads that every page may show; they load with the frame, apart from those of single
 * screens.
 */

export const sessionFailures = {
  load: { title: 'Loading Failed', text: 'Part of this page is missing. Please try again.' },
  signedOut: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  identity: { title: 'Not Confirmed', text: 'No changes were made. Please try again.', unreachable: notReached },
  signOut: { title: 'Logout failed', text: 'Failed to log out. Please try again.' },
} as const satisfies Record<string, Failure>

export const farewells = {
  signedOut: { title: 'Signed out successfully', description: 'You have been logged out.', tone: 'success' },
  accountDeleted: {
    title: 'Account Deleted',
    description: "To restore it, sign in within 7 days. We've emailed you the date.",
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
