import { Badge } from '#web/kit/badge.tsx'
import { nameStatus } from './labels.ts'
import type { Overview } from './scope.ts'

/** The state of the organization's subscription, with a warning unless it is active (S486). */
export function OrganizationStatus({ overview }: { overview: Overview }) {
  const isOpen = overview.isActive && overview.subscriptionStatus === 'active'
  return <Badge tone={isOpen ? 'success' : 'warning'}>{nameStatus(overview)}</Badge>
}
