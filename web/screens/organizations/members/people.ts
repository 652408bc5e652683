import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { invitations } from '#contract/organizations/invitations.ts'
import type { members } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/ranks.ts'

type ListedMember = Answer<typeof members>[number]
type Invitation = Answer<typeof invitations>[number]

/** A person of an organization: a member, or someone whose invitation is still open. */
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

/** Returns whether a person is invited, has a seat, or has none. */
export function stateOf({ kind, isActive }: Pick<PersonRow, 'kind' | 'isActive'>): 'active' | 'invited' | 'inactive' {
  if (kind === 'invited') return 'invited'
  return isActive ? 'active' : 'inactive'
}

/** Returns `Ada Reed`, `Ada Reed and Ben Cole`, or `Ada Reed, Ben Cole and 3 others`. */
export function namesOf(people: readonly PersonRow[]): string {
  const names = people.map(({ name }) => name)
  const [first = '', second = ''] = names
  if (names.length <= 2) return names.join(' and ')
  return `${first}, ${second} and ${countText(names.length - 2, 'other')}`
}
