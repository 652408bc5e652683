import { type Failure, notReached } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const signupFailures = {
  signupValidation: {
    title: 'Validation Failed',
    text: 'Invalid organization ID or no pending invitation found',
    unreachable: notReached,
  },
  signupPassword: { title: 'Password Error', text: 'Passwords do not match' },
  signup: { title: 'Registration Failed', text: 'Failed to create account' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const signupSuccesses = {
  accountCreated: { title: 'Account Created', description: "You're signed in.", tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** A link admits an address to the organization (S645). */
export function invitationVerified(organizationName: string): ToastMessage {
  return { title: 'Validation Successful', description: `Welcome to ${organizationName}.`, tone: 'success' }
}
