import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { Badge } from '#web/kit/badge.tsx'
import { nameStatus } from './labels.ts'

interface State {
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
}

/** The state of an organization in a word, with a warning unless it is active (S486). */
export function StatusBadge({ organization }: { organization: State }) {
  const isOpen = organization.isActive && organization.subscriptionStatus === 'active'
  return <Badge tone={isOpen ? 'success' : 'warning'}>{nameStatus(organization)}</Badge>
}
