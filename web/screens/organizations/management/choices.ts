import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import { levelNames, roleNames } from '../labels.ts'
import type { Option } from '#web/kit/fields/select.tsx'

/** The labels of this page; the dashboard uses others (S465, S467, D124). */
export const roleOptions: readonly Option<OrganizationRole>[] = [
  { value: 'admin', label: roleNames.admin },
  { value: 'member', label: roleNames.member },
  { value: 'guest', label: roleNames.guest },
]

/** Says what admins can do (D188). */
export const roleHelp = 'Admins also manage people, agents, branding and billing.'

export const levelOptions: readonly Option<AccessLevel>[] = [
  { value: 'standard', label: levelNames.standard },
  { value: 'premium', label: levelNames.premium },
  { value: 'full', label: levelNames.full },
]
