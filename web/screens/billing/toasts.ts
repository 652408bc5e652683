import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done, word for word as specified. */
export const billingFailures = {
  cancelSubscription: {
    title: 'Failed to cancel subscription',
    text: 'Your subscription is unchanged. Please try again.',
  },
  resumeSubscription: {
    title: 'Failed to resume subscription',
    text: 'Your subscription will still end as planned. Please try again.',
  },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const billingSuccesses = {
  subscriptionResumed: {
    title: 'Subscription Resumed',
    description: 'It will renew as before.',
    tone: 'success',
  },
} as const satisfies Record<string, ToastMessage>
