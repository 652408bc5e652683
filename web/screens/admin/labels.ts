import type { AdminOrganization } from '#contract/admin/organizations.ts'
import type { AdminUser } from '#contract/admin/users.ts'
import type { SyncState } from '#contract/agents/admin-agents.ts'
import type { VoiceState } from '#contract/agents/admin-voices.ts'
import type { ActTarget } from '#contract/audit/acts.ts'
import type { Role, StaffRole } from '#contract/identity/people.ts'
import { staffRoleNames } from '#contract/identity/staff.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

/** The words for the stored values in the admin panel. */

interface Label {
  label: string
  tone: BadgeTone
}

export const roleNames: Record<Role, string> = {
  user: 'User',
  admin: 'Admin',
  organization_admin: 'Organization Admin',
}

export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value: value as Role, label }))

/** Returns a person's role in words; an admin's with what they do. */
export function nameRole({ role, staffRole }: { role: Role; staffRole: StaffRole | null }): string {
  return role === 'admin' && staffRole
    ? `${roleNames.admin}, ${staffRoleNames[staffRole].toLowerCase()}`
    : roleNames[role]
}

/** Returns whether an account works, in words. */
export function statusOf({ isActive, deletedAt, erasedAt }: AdminUser): Label {
  if (deletedAt) return { label: 'Deleted', tone: 'danger' }
  if (erasedAt) return { label: 'Leaving', tone: 'warning' }
  return isActive ? { label: 'Active', tone: 'success' } : { label: 'Inactive', tone: 'neutral' }
}

/** Returns the tier of an organization's subscription in words. */
export function nameTier({ subscriptionTier: tier }: Pick<AdminOrganization, 'subscriptionTier'>): string {
  return tier === '' ? 'Free' : tier.charAt(0).toUpperCase() + tier.slice(1)
}

export const targetNames: Record<ActTarget, string> = {
  user: 'User',
  organization: 'Organization',
  agent: 'Agent',
  agent_request: 'Agent request',
  message: 'Message',
  saved_answer: 'Saved answer',
  payment: 'Payment',
  debt: 'Debt',
  dispute: 'Dispute',
  finding: 'Finding',
  setting: 'Setting',
}

export const syncNames: Record<SyncState, Label> = {
  synced: { label: 'Synced', tone: 'success' },
  failed: { label: 'Not synced', tone: 'danger' },
  waiting: { label: 'Not synced yet', tone: 'neutral' },
}

export const voiceNames: Record<VoiceState, Label> = {
  ok: { label: 'Available', tone: 'success' },
  ending: { label: 'Ending soon', tone: 'warning' },
  gone: { label: 'Not available', tone: 'danger' },
  unchecked: { label: 'Not checked yet', tone: 'neutral' },
  not_set_up: { label: 'Not set up', tone: 'danger' },
}
