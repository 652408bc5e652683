import { Badge } from '#web/kit/badge.tsx'

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

/**
 * The status of a subscription: active stands out, everything else warns, and a blank one reads Inactive (S176, D42).
 */
export function SubscriptionBadge({ status }: { status: string | null }) {
  if (status === 'active') return <Badge tone="brand">Active</Badge>
  return <Badge tone={status ? 'danger' : 'neutral'}>{nameSubscription(status)}</Badge>
}
