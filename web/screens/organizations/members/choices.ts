import {
  userCategories,
  type AccessLevel,
  type OrganizationRole,
  type UserCategory,
} from '#contract/organizations/ranks.ts'
import { levelNames, roleNames } from '../labels.ts'
import type { Option } from '#web/kit/fields/select.tsx'

/** The page that shows an organization: its dashboard, or the list of a person's organizations. */
export type Front = 'dashboard' | 'list'

/** The choices of each page, as specified for it (S465-S470). */
const roles: Record<Front, readonly OrganizationRole[]> = {
  dashboard: ['member', 'admin'],
  list: ['member', 'admin', 'guest'],
}
const levels: Record<Front, readonly AccessLevel[]> = {
  dashboard: ['standard', 'premium', 'admin-only'],
  list: ['standard', 'premium', 'full'],
}

/** Returns the roles to choose from; people keep another one that they already have. */
export function rolesFor(present?: OrganizationRole, front: Front = 'dashboard'): readonly Option<OrganizationRole>[] {
  return optionsOf(roles[front], roleNames, present)
}

/** Returns the levels to choose from; people and agents keep another one that they already have. */
export function levelsFor(present?: AccessLevel, front: Front = 'dashboard'): readonly Option<AccessLevel>[] {
  return optionsOf(levels[front], levelNames, present)
}

function optionsOf<Value extends string>(
  values: readonly Value[],
  names: Record<Value, string>,
  present?: Value,
): readonly Option<Value>[] {
  const all = present === undefined || values.includes(present) ? values : [...values, present]
  return all.map((value) => ({ value, label: names[value] }))
}

export const roleOptions = rolesFor()
export const levelOptions = levelsFor()
export const categoryOptions: readonly Option<UserCategory>[] = userCategories.map((value) => ({ value, label: value }))
