import { Badge } from '#web/kit/badge.tsx'
import type { Overview } from './scope.ts'

const names = { active: 'Active', past_due: 'Past due', canceled: 'Canceled', inactive: 'Inactive' } as const

/** The state of the organization's subscription, with a warning unless it is active (S486). */
export function OrganizationStatus({ overview: { isActive, subscriptionStatus } }: { overview: Overview }) {
  if (!isActive) return <Badge tone="warning">Switched off</Badge>
  return <Badge tone={subscriptionStatus === 'active' ? 'success' : 'warning'}>{names[subscriptionStatus]}</Badge>
}
