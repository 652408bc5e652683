import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts about an organization's money. */

export const organizationBillingFailures = {
  changeSeats: { title: 'Failed to change seats', text: 'Nothing was changed. Please try again.' },
  paymentLate: { title: 'Payment Processed', text: 'Payment succeeded but it may take a few minutes to appear.' },
} as const satisfies Record<string, Failure>

/** A payment has restored an organization's access, or kept it (D129). */
export const accessPaid = {
  title: 'Payment Successful',
  description: 'Your organization has full access.',
  tone: 'success',
} as const satisfies ToastMessage

/** The number of seats from the next renewal on; added seats count at once (D116). */
export function seatsChanged(users: number): ToastMessage {
  const seats = users === 1 ? '1 seat' : `${users.toLocaleString('en-US')} seats`
  return { title: 'Seats Changed', description: `From the next renewal on, you have ${seats}.`, tone: 'success' }
}

/** The organization's people keep access until the given day (D129). */
export function organizationCancelled(endsOn: string | null): ToastMessage {
  const until = endsOn ? `, ${endsOn}` : ''
  return {
    title: 'Subscription Cancelled',
    description: `Your organization keeps access until the end of the month${until}.`,
    tone: 'success',
  }
}
