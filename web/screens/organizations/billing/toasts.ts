import { countText } from '#contract/amounts.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts about an organization's money. */

export const organizationBillingFailures = {
  changeSeats: { title: 'Failed to change seats', text: 'No changes were saved. Please try again.' },
  paymentLate: {
    title: 'Payment Processed',
    text: 'Your payment went through, but it may take a few minutes to show up.',
    tone: 'info',
  },
} as const satisfies Record<string, Failure>

/** A payment has restored or kept an organization's access (D129). */
export const accessPaid = {
  title: 'Payment Successful',
  description: 'Your organization has full access.',
  tone: 'success',
} as const satisfies ToastMessage

/** The number of seats changes at the next renewal; added seats can be taken right away (D116). */
export function seatsChanged(users: number): ToastMessage {
  const seats = countText(users, 'seat')
  return { title: 'Seats Changed', description: `You'll have ${seats} from the next renewal on.`, tone: 'success' }
}

/** The organization's members keep access until the given day (D129). */
export function organizationCancelled(endsOn: string | null): ToastMessage {
  const until = endsOn ? `, ${endsOn}` : ''
  return {
    title: 'Subscription Cancelled',
    description: `Your organization keeps access until the end of the month${until}.`,
    tone: 'success',
  }
}
