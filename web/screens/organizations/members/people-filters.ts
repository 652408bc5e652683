import { withValue } from '#web/client/addresses/address-text.ts'
import { categoryOptions, roleOptions } from './choices.ts'
import { all, type PeopleFilters, type PeopleSort, peopleSorts, type PersonState } from './people.ts'

/** The filters and sort orders of the list of people, as its address names them. */

export const categories = [{ value: all, label: 'All categories' }, ...categoryOptions] as const
export const roles = [{ value: all, label: 'All' }, ...roleOptions] as const
export const states: readonly { value: PersonState | typeof all; label: string }[] = [
  { value: all, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'inactive', label: 'Inactive' },
]

/** Reads filters and sort order from an address and ignores what it does not know. */
export function readFilters(search: URLSearchParams): Omit<PeopleFilters, 'words'> & { sort: PeopleSort | null } {
  return {
    category: categories.find(({ value }) => value === search.get('category'))?.value ?? all,
    role: roles.find(({ value }) => value === search.get('role'))?.value ?? all,
    state: states.find(({ value }) => value === search.get('state'))?.value ?? all,
    sort: peopleSorts.find((sort) => sort === search.get('sort')) ?? null,
  }
}

const filterNames = ['q', 'category', 'role', 'state']

export function hasFilters(search: URLSearchParams): boolean {
  return filterNames.some((name) => search.has(name))
}

/** Returns the address without filters. */
export function clearFilters(search: URLSearchParams): URLSearchParams {
  return [...filterNames, 'page'].reduce((old, name) => withValue(old, name, ''), search)
}
