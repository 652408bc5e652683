import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import type { Option } from '#web/kit/fields/select.tsx'

/** The labels of this page; the dashboard uses others (S465, S467, D124). */
export const roleOptions: readonly Option<OrganizationRole>[] = [
  { value: 'admin', label: 'Admin' },
  { value: 'member', label: 'Member' },
  { value: 'guest', label: 'Guest' },
]

/** Says what admins can do (D188). */
export const roleHelp = 'Admins also manage people, agents, branding and billing.'

export const levelOptions: readonly Option<AccessLevel>[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'premium', label: 'Premium' },
  { value: 'full', label: 'Full' },
]

export function nameRole(role: OrganizationRole): string {
  return roleOptions.find(({ value }) => value === role)?.label ?? role
}

export function nameLevel(level: AccessLevel): string {
  return level === 'admin-only' ? 'Admin only' : (levelOptions.find(({ value }) => value === level)?.label ?? level)
}
