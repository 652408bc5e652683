import type { Answer } from '#contract/call.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { toCsv } from '#contract/csv.ts'
import type { invitations } from '#contract/organizations/invitations.ts'
import type { members } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/ranks.ts'
import { levelNames, roleNames } from '../labels.ts'

type ListedMember = Answer<typeof members>[number]
type Invitation = Answer<typeof invitations>[number]

/** A person on the Users tab: a member, or someone whose invitation is still open. */
export interface PersonRow {
  kind: 'member' | 'invited'
  /** The id of the member or of the invitation. */
  id: string
  name: string
  email: string
  role: OrganizationRole
  userCategory: UserCategory
  accessLevel: AccessLevel
  isActive: boolean
  /** Null while invited. */
  joinedAt: string | null
  /** Exact to the hour; null when never active. */
  lastActiveAt: string | null
  /** Minutes used this month, and the monthly limit; null means no limit but the pool (D131). */
  minutesThisMonth: number
  monthlyLimit: number | null
}

/** Where a person stands: invited, with a seat, or without one. */
export type PersonState = 'active' | 'invited' | 'inactive'

export interface PeopleFilters {
  words: string
  category: UserCategory | typeof all
  role: OrganizationRole | typeof all
  state: PersonState | typeof all
}

/** What people are sorted by; a minus reverses it. */
const peopleSortKeys = ['name', 'role', 'minutes', 'lastActive', 'category', 'status'] as const
type PeopleSortKey = (typeof peopleSortKeys)[number]
export type PeopleSort = PeopleSortKey | `-${PeopleSortKey}`
export const peopleSorts: readonly PeopleSort[] = peopleSortKeys.flatMap((key) => [key, `-${key}` as const])

export const all = 'all'

/** Returns open invitations first, newest on top, then the members by name. */
export function listPeople(known: readonly ListedMember[], invited: readonly Invitation[]): PersonRow[] {
  const open = invited.filter(({ status, invitationType }) => status === 'pending' && invitationType !== 'link')
  return [
    ...open.map(({ id, email, firstName, lastName, role, userCategory, accessLevel }) => ({
      kind: 'invited' as const,
      id,
      name: nameOf(firstName, lastName, email),
      email,
      role,
      userCategory,
      accessLevel,
      isActive: false,
      joinedAt: null,
      lastActiveAt: null,
      minutesThisMonth: 0,
      monthlyLimit: null,
    })),
    ...known.map(({ id, firstName, lastName, userCategory, ...rest }) => ({
      kind: 'member' as const,
      id,
      name: nameOf(firstName, lastName, rest.email ?? ''),
      email: rest.email ?? '',
      role: rest.role ?? 'member',
      userCategory,
      accessLevel: rest.accessLevel ?? 'standard',
      isActive: rest.isActive ?? true,
      joinedAt: rest.joinedAt ?? null,
      lastActiveAt: rest.lastActiveAt ?? null,
      minutesThisMonth: rest.minutesThisMonth ?? 0,
      monthlyLimit: rest.monthlyLimitMinutes ?? null,
    })),
  ]
}

function nameOf(firstName: string, lastName: string, email: string): string {
  return `${firstName} ${lastName}`.trim() || email
}

export function stateOf({ kind, isActive }: Pick<PersonRow, 'kind' | 'isActive'>): PersonState {
  if (kind === 'invited') return 'invited'
  return isActive ? 'active' : 'inactive'
}

/** Returns the rows that match all filters; words match name and email (S391, S392, S537). */
export function findPeople(rows: readonly PersonRow[], { words, category, role, state }: PeopleFilters): PersonRow[] {
  const wanted = searchable(words.trim())
  return rows.filter(
    (row) =>
      (searchable(row.name).includes(wanted) || searchable(row.email).includes(wanted)) &&
      (category === all || row.userCategory === category) &&
      (role === all || row.role === role) &&
      (state === all || stateOf(row) === state),
  )
}

const roleOrder = ['admin', 'member', 'guest'] satisfies OrganizationRole[]
const levelOrder = ['admin-only', 'full', 'premium', 'standard'] satisfies AccessLevel[]
const stateOrder = ['active', 'invited', 'inactive'] satisfies PersonState[]

/** Orders two people by what a column shows. */
const compare: Record<PeopleSortKey, (one: PersonRow, other: PersonRow) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  lastActive: (one, other) => (one.lastActiveAt ?? '').localeCompare(other.lastActiveAt ?? ''),
  minutes: (one, other) => one.minutesThisMonth - other.minutesThisMonth,
  role: (one, other) =>
    roleOrder.indexOf(one.role) - roleOrder.indexOf(other.role) ||
    levelOrder.indexOf(one.accessLevel) - levelOrder.indexOf(other.accessLevel),
  category: (one, other) => one.userCategory.localeCompare(other.userCategory, 'en'),
  status: (one, other) => stateOrder.indexOf(stateOf(one)) - stateOrder.indexOf(stateOf(other)),
}

/** Returns the rows sorted; equal ones keep their order. People who were never active count as the longest away. */
export function sortPeople(rows: readonly PersonRow[], sort: PeopleSort | null): readonly PersonRow[] {
  if (sort === null) return rows
  const by = compare[sort.replace('-', '') as keyof typeof compare]
  return rows.toSorted((one, other) => (sort.startsWith('-') ? by(other, one) : by(one, other)))
}

const stateNames = { active: 'Active', invited: 'Invited', inactive: 'Inactive' }

/** Returns people with their addresses as CSV for spreadsheets. */
export function peopleCsv(rows: readonly PersonRow[]): string {
  return toCsv(
    [
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Status', (row) => stateNames[stateOf(row)]],
      ['Role', ({ role }) => roleNames[role]],
      ['Access level', ({ accessLevel }) => levelNames[accessLevel]],
      ['Category', ({ userCategory }) => userCategory],
      ['Minutes this month', ({ minutesThisMonth }) => minutesThisMonth],
      ['Monthly limit', ({ monthlyLimit }) => monthlyLimit ?? ''],
      ['Joined', ({ joinedAt }) => joinedAt ?? ''],
      ['Last active', ({ lastActiveAt }) => lastActiveAt ?? ''],
    ],
    rows,
  )
}

/** Returns the id of the link that opens a person's details, for the focus to come back to. */
export function linkIdOf(id: string): string {
  return `person-${id}`
}
