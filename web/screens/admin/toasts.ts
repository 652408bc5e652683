import { formatDollars } from '#contract/amounts.ts'
import type { refundTransaction } from '#contract/billing/refunds.ts'
import type { Answer } from '#contract/call.ts'
import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** The toasts of the admin panel, kept apart so that only admins load them (S629, S647-S657, D161). */

/** The forms send a key, so a lost answer does no harm. */
const adjustAgain = 'Please try again from this form. The credits will not be adjusted twice.'
const refundAgain = 'Please try again from this form. The payment will not be refunded twice.'

export const adminFailures = {
  adjustMinutes: { title: 'Failed to adjust credits', text: adjustAgain, unreachable: adjustAgain },
  refund: { title: 'Failed to refund payment', text: refundAgain, unreachable: refundAgain },
  decideRefund: { title: 'Failed to save the decision', text: 'The refund request was not changed. Please try again.' },
  addAgent: { title: 'Failed to add agent to organization', text: 'No changes were saved. Please try again.' },
} as const satisfies Record<string, Failure>

export const adminSuccesses = {
  minutesAdjusted: { title: 'Credits Adjusted', tone: 'success' },
  refundRequested: { title: 'Approval Requested', tone: 'success' },
  refundDeclined: { title: 'Refund Declined', description: 'No money was returned.', tone: 'success' },
  refundWithdrawn: { title: 'Request Withdrawn', description: 'No money was returned.', tone: 'success' },
  refunded: { title: 'Payment Refunded', description: 'The payment provider will return the money.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** Returns the toast after a refund that was made, or that waits for a second person. */
export function refundToast(amount: number, state: Answer<typeof refundTransaction>['state']): ToastMessage {
  const dollars = formatDollars(amount)
  return state === 'waiting'
    ? {
        ...adminSuccesses.refundRequested,
        description: `Someone else on the team must approve the refund of ${dollars}.`,
      }
    : { ...adminSuccesses.refunded, description: `${dollars} will go back to the card.` }
}

export function agentAssigned(agentName: string, organizationName: string): ToastMessage {
  return { title: 'Agent Added', description: `${organizationName} can now use ${agentName}.`, tone: 'success' }
}
