import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const setupFailures = {
  passwordMismatch: { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' },
  passwordTooShort: { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' },
  passwordSetup: {
    title: 'Setup Failed',
    text: 'Failed to set up password. Please use the link in your e-mail.',
  },
  loginAfterSetup: { title: 'Sign In Failed', text: 'Login failed after password setup' },
  attachOrganization: { title: 'Error', text: 'Failed to save your answer. Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const setupSuccesses = {
  passwordSet: { title: 'Password Set Successfully!', description: 'Taking you to your dashboard.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
