import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { nameStatus } from '../labels.ts'
import { Badge } from '#web/kit/badge.tsx'

interface State {
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
}

/** Says in a word whether an organization is open to its members. */
export function StatusBadge({ organization }: { organization: State }) {
  const isOpen = organization.isActive && organization.subscriptionStatus === 'active'
  return <Badge tone={isOpen ? 'success' : 'warning'}>{nameStatus(organization)}</Badge>
}
