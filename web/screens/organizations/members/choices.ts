import {
  userCategories,
  type AccessLevel,
  type OrganizationRole,
  type UserCategory,
} from '#contract/organizations/ranks.ts'
import { levelNames, roleNames } from '../labels.ts'
import type { Option } from '#web/kit/fields/select.tsx'

/** The choices on the dashboard; members keep other values that they already have (S466-S470). */
export const roleOptions: readonly Option<OrganizationRole>[] = [
  { value: 'member', label: roleNames.member },
  { value: 'admin', label: roleNames.admin },
]

export const levelOptions: readonly Option<AccessLevel>[] = [
  { value: 'standard', label: levelNames.standard },
  { value: 'premium', label: levelNames.premium },
  { value: 'admin-only', label: levelNames['admin-only'] },
]

export const categoryOptions: readonly Option<UserCategory>[] = userCategories.map((value) => ({ value, label: value }))

const otherRoles: readonly Option<OrganizationRole>[] = [{ value: 'guest', label: roleNames.guest }]
const otherLevels: readonly Option<AccessLevel>[] = [{ value: 'full', label: levelNames.full }]

export function rolesFor(current: OrganizationRole): readonly Option<OrganizationRole>[] {
  return [...roleOptions, ...otherRoles.filter(({ value }) => value === current)]
}

export function levelsFor(current: AccessLevel): readonly Option<AccessLevel>[] {
  return [...levelOptions, ...otherLevels.filter(({ value }) => value === current)]
}
