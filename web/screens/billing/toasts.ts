import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The bank has approved it, and saving it twice does no harm. */
const saveAgain = "Your bank approved it, but we couldn't save the card. Please try again."
/** Opening a payment charges nothing. */
const notOpened = "We couldn't reach Luna. Nothing was charged. Please try again."

/** What could not be done, word for word as specified. */
export const billingFailures = {
  registration: { title: 'Registration Failed', text: 'Please try again with different information.' },
  paymentSetup: {
    title: 'Payment Setup Failed',
    text: 'Please try again or contact support.',
    unreachable: notOpened,
  },
  subscribeSetup: {
    title: 'Setup Error',
    text: 'Failed to initialize subscription payment. Please try again.',
    unreachable: notOpened,
  },
  payment: { title: 'Payment Failed', text: 'Please check your card and try again.' },
  minutesLate: {
    title: 'Payment Processed',
    text: 'Payment succeeded but credits may take a few minutes to appear.',
    tone: 'info',
  },
  cancelSubscription: {
    title: 'Failed to cancel subscription',
    text: 'Your subscription is unchanged. Please try again.',
  },
  resumeSubscription: {
    title: 'Failed to resume subscription',
    text: 'Your subscription will still end as planned. Please try again.',
  },
  settings: { title: 'Failed to update settings', text: 'No changes were saved. Please try again.' },
  cardSetup: { title: 'Card Setup Failed', text: 'Please try again or contact support.', unreachable: notOpened },
  cardRefused: { title: 'Card Not Saved', text: 'Please check your card and try again.' },
  saveCard: { title: 'Card Not Saved', text: saveAgain, unreachable: saveAgain },
  debtLate: {
    title: 'Payment Processed',
    text: 'Your payment went through, but it may take a few minutes to show up.',
    tone: 'info',
  },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const billingSuccesses = {
  subscriptionResumed: {
    title: 'Subscription Resumed',
    description: 'It will renew as before.',
    tone: 'success',
  },
  settingsUpdated: {
    title: 'Settings Updated',
    description: 'Auto-purchase settings have been saved.',
    tone: 'success',
  },
  cardSaved: {
    title: 'Card Saved',
    description: "We'll use it for renewals and automatic purchases.",
    tone: 'success',
  },
  debtPaid: { title: 'Debt Paid', description: 'You can talk to your agents again.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Access continues until the given day (S284, D41). */
export function subscriptionCancelled(endsOn: string | null): ToastMessage {
  const until = endsOn ? `, ${endsOn}` : ''
  return {
    title: 'Subscription Cancelled',
    description: `You can keep using Luna until the end of the billing period${until}.`,
    tone: 'success',
  }
}
