import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { invitations } from '#contract/organizations/invitations.ts'
import type { members } from '#contract/organizations/members.ts'

type ListedMember = Answer<typeof members>[number]
type Invitation = Answer<typeof invitations>[number]

/** A person of an organization: a member, or someone whose invitation is still open. */
export interface PersonRow extends Required<Omit<ListedMember, 'firstName' | 'lastName' | 'joinedAt'>> {
  kind: 'member' | 'invited'
  /** The first and last name, or the address. */
  name: string
  /** Null while invited. */
  joinedAt: string | null
}

/** The values of a person about whom nothing else is known. */
const blank = {
  email: '',
  role: 'member',
  accessLevel: 'standard',
  isActive: true,
  joinedAt: null,
  lastActiveAt: null,
  minutesThisMonth: 0,
  monthlyLimitMinutes: null,
} as const

/** Returns open invitations first, newest on top, then the members by name. */
export function listPeople(known: readonly ListedMember[], invited: readonly Invitation[]): PersonRow[] {
  const open = invited.filter(({ status, invitationType }) => status === 'pending' && invitationType !== 'link')
  return [
    ...open.map((one) => ({ ...blank, ...one, isActive: false, kind: 'invited' as const, name: nameOf(one) })),
    ...known.map((one) => ({ ...blank, ...one, kind: 'member' as const, name: nameOf(one) })),
  ]
}

function nameOf({ firstName, lastName, email = '' }: Pick<ListedMember, 'firstName' | 'lastName' | 'email'>): string {
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
