import type { AgentType } from '#contract/organizations/prices.ts'
import type { AccessLevel, OrganizationRole, SubscriptionStatus } from '#contract/organizations/ranks.ts'

/** The words for the stored values of organizations and their members. */

export const statusNames: Record<SubscriptionStatus, string> = {
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
  inactive: 'Not paid yet',
}

/** Returns the state of an organization in words. */
export function nameStatus(state: { isActive: boolean; subscriptionStatus: SubscriptionStatus }): string {
  return state.isActive ? statusNames[state.subscriptionStatus] : 'Switched off'
}

export const roleNames: Record<OrganizationRole, string> = { guest: 'Guest', member: 'Member', admin: 'Admin' }

export const levelNames: Record<AccessLevel, string> = {
  standard: 'Standard',
  premium: 'Premium',
  full: 'Full',
  'admin-only': 'Admin only',
}

export const agentTypeNames: Record<AgentType, string> = { none: 'None', single: 'Single', advanced: 'Advanced' }
