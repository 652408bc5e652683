/** What the provider's words for the state of a subscription mean here. */

/** Statuses of a subscription whose month is paid. */
export const paidStatuses: readonly string[] = ['active', 'trialing']

/** Statuses that a subscription never leaves. */
export const overStatuses: readonly string[] = ['canceled', 'incomplete_expired']

/** Returns whether the current month of a subscription is paid. */
export function isPaidUp(status: string | null): boolean {
  return status !== null && paidStatuses.includes(status)
}

/** Returns whether a subscription has ended for good. */
export function isOver(status: string): boolean {
  return overStatuses.includes(status)
}

/** Returns whether a payment of a subscription is waiting. */
export function isOverdue(status: string | null): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}
