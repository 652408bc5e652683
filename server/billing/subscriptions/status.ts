/** What the provider's words for the state of a subscription mean here. */

/** Statuses of a subscription whose month is paid. */
export const paidStatuses: readonly string[] = ['active', 'trialing']

/** Statuses from which a subscription never comes back. */
export const overStatuses: readonly string[] = ['canceled', 'incomplete_expired']

/** Whether the running month of a subscription is paid. */
export function isPaidUp(status: string | null): boolean {
  return status !== null && paidStatuses.includes(status)
}

/** Whether a subscription has ended for good. */
export function isOver(status: string): boolean {
  return overStatuses.includes(status)
}

/** Whether a payment of a subscription waits. */
export function isOverdue(status: string | null): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}
