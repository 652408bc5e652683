import type { Transaction } from './account/transaction.ts'

/** The words for the stored values of payments and subscriptions. */

export const typeNames: Record<Transaction['type'], string> = { credits: 'Credits', subscription: 'Subscription' }

/** The statuses of a person's subscription, as Stripe names them. */
const subscriptionNames: Record<string, string> = {
  active: 'Active',
  trialing: 'Trialing',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  incomplete: 'Not paid yet',
  incomplete_expired: 'Expired',
  paused: 'Paused',
}

/** Returns the status of a subscription in words; no status, or one that Stripe adds later, gives no access (D8, D42). */
export function nameSubscription(status: string | null): string {
  return subscriptionNames[status ?? ''] ?? 'Inactive'
}
