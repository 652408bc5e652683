import type { Answer } from '#contract/call.ts'
import type { invitations } from '#contract/organizations/invitations.ts'
import type { members } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole, UserCategory } from '#contract/organizations/organizations.ts'

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
  /** Exact to the hour; null when never active. */
  lastActiveAt: string | null
  /** Minutes used this month, and the monthly limit; null means no limit but the pool (D131). */
  minutesThisMonth: number
  monthlyLimit: number | null
}

export interface PeopleFilters {
  words: string
  category: UserCategory | typeof all
  role: OrganizationRole | typeof all
}

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
      lastActiveAt: rest.lastActiveAt ?? null,
      minutesThisMonth: rest.minutesThisMonth ?? 0,
      monthlyLimit: rest.monthlyLimitMinutes ?? null,
    })),
  ]
}

function nameOf(firstName: string, lastName: string, email: string): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** Returns the rows that match all filters; words match name and email (S391, S392, S537). */
export function findPeople(rows: readonly PersonRow[], { words, category, role }: PeopleFilters): PersonRow[] {
  const wanted = words.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (row.name.toLowerCase().includes(wanted) || row.email.toLowerCase().includes(wanted)) &&
      (category === all || row.userCategory === category) &&
      (role === all || row.role === role),
  )
}
