import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of failures; their titles are specified word for word. */
export const checkoutFailures = {
  orderIncomplete: { title: 'Invalid Request', text: 'Missing registration details or amount' },
  orderWithoutSecret: {
    title: 'Payment Setup Error',
    text: 'Payment could not be initialized. Missing client secret.',
  },
  orderPayment: { title: 'Error', text: 'Failed to initialize payment' },
  orderUnexpected: { title: 'Payment Error', text: 'An unexpected error occurred' },
  autoPurchaseChoice: { title: 'Error', text: 'Failed to save your choice. Please try again.' },
} as const satisfies Record<string, Failure>

/** The toasts of successes. */
export const checkoutSuccesses = {
  orderPaid: { title: 'Payment Successful', description: 'Your organization is being set up.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>
