import { Badge } from '#web/kit/badge.tsx'

/**
 * The status of a subscription: active stands out, everything else warns, and a blank one reads Inactive (S176, D42).
 */
export function SubscriptionBadge({ status }: { status: string | null }) {
  if (status === 'active') return <Badge tone="brand">Active</Badge>
  return <Badge tone={status ? 'danger' : 'neutral'}>{status ? nameOf(status) : 'Inactive'}</Badge>
}

/** Returns `Past due` for `past_due`. */
function nameOf(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
