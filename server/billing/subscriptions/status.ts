/** What the provider's words for a subscription that is not paid mean here; identity/access.ts knows the paid ones. */

/** Statuses that a subscription never leaves. */
export const overStatuses: readonly string[] = ['canceled', 'incomplete_expired']

/** Returns whether a subscription has ended for good. */
export function isOver(status: string): boolean {
  return overStatuses.includes(status)
}

/** Returns whether a payment of a subscription is waiting. */
export function isOverdue(status: string | null): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}
