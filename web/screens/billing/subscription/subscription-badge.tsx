import { nameSubscription } from '#web/screens/billing/labels.ts'
import { Badge } from '#web/kit/badge.tsx'

/**
 * The status of a subscription: active stands out, everything else warns, and a blank one reads Inactive (S176, D42).
 */
export function SubscriptionBadge({ status }: { status: string | null }) {
  if (status === 'active') return <Badge tone="brand">Active</Badge>
  return <Badge tone={status ? 'danger' : 'neutral'}>{nameSubscription(status)}</Badge>
}
