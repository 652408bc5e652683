import type { DisputeState } from '#contract/admin/disputes.ts'
import { countText } from '#contract/amounts.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

/** The words for disputes: why, how they stand, and how much time is left. */

export const disputeNames: Record<DisputeState, { label: string; tone: BadgeTone }> = {
  needs_response: { label: 'Needs evidence', tone: 'warning' },
  under_review: { label: 'Under review', tone: 'neutral' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'danger' },
  inquiry: { label: 'Inquiry', tone: 'neutral' },
}

const reasons: Record<string, string> = {
  bank_cannot_process: 'The bank cannot process the charge',
  credit_not_processed: 'A promised refund did not arrive',
  customer_initiated: 'The customer asked for it',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder did not make this payment',
  general: 'No particular reason',
  product_not_received: 'Nothing was received',
  product_unacceptable: 'Not as described',
  subscription_canceled: 'Charged after canceling',
  unrecognized: 'The cardholder does not recognize the payment',
}

/** Returns why the bank wants the money back, in words. */
export function reasonText(reason: string): string {
  const words = reasons[reason] ?? reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const dayMs = 24 * 60 * 60_000

/** Returns how much time is left for evidence, and whether it is urgent. */
export function deadlineText(state: DisputeState, dueAt: string | null, at: Date): { text: string; isUrgent: boolean } {
  if (state !== 'needs_response' || dueAt === null) return { text: 'None', isUrgent: false }
  const leftMs = new Date(dueAt).getTime() - at.getTime()
  if (leftMs < 0) return { text: 'Overdue', isUrgent: true }
  const days = Math.floor(leftMs / dayMs)
  return { text: days === 0 ? 'Less than a day left' : `${countText(days, 'day')} left`, isUrgent: days < 3 }
}
