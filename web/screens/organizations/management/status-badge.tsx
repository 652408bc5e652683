import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { Badge } from '#web/kit/badge.tsx'

interface State {
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
}

const names = { active: 'Active', past_due: 'Past due', canceled: 'Canceled', inactive: 'Not paid yet' } as const

export function nameStatus({ isActive, subscriptionStatus }: State): string {
  return isActive ? names[subscriptionStatus] : 'Switched off'
}

/** Says in a word whether an organization is open to its members. */
export function StatusBadge({ organization }: { organization: State }) {
  const isOpen = organization.isActive && organization.subscriptionStatus === 'active'
  return <Badge tone={isOpen ? 'success' : 'warning'}>{nameStatus(organization)}</Badge>
}
