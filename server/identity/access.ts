import type { Membership } from './memberships.ts'
import type { Person } from './users.ts'

const graceMs = 7 * 24 * 60 * 60_000

interface Paid {
  subscriptionStatus: string | null
  pastDueSince: Date | null
}

/** End of the seven days in which a failed renewal keeps access; null when nothing is overdue (D7). */
export function graceEndsAt({ subscriptionStatus, pastDueSince }: Paid): Date | null {
  if (subscriptionStatus !== 'past_due' || !pastDueSince) return null
  return new Date(pastDueSince.getTime() + graceMs)
}

function isInGrace(paid: Paid, at: Date): boolean {
  const grace = graceEndsAt(paid)
  return grace !== null && at < grace
}

/** What of a person decides on access. */
type Standing = Pick<Person, 'role' | 'isActive' | 'deletionRequestedAt' | 'subscriptionStatus' | 'pastDueSince'>

/** Whether somebody may be here at all: neither deactivated nor leaving (D14, D28). */
export function isPresent<P extends Standing>(person: P | null): person is P {
  return person !== null && person.isActive && person.deletionRequestedAt === null
}

/** Access of one's own: platform admin, or subscription active, trialing, or past_due in its seven days (D7, D8, D10). */
export function hasOwnAccess(person: Standing, at: Date): boolean {
  if (person.role === 'admin') return true
  if (person.subscriptionStatus === 'active' || person.subscriptionStatus === 'trialing') return true
  return isInGrace(person, at)
}

type Organization = Pick<Membership, 'isActive' | 'subscriptionStatus' | 'pastDueSince'>

/** What an organization gives its people: it is active and paid, or past_due in its seven days (D9). */
export function hasOrganizationAccess(organization: Organization, at: Date): boolean {
  if (!organization.isActive) return false
  return organization.subscriptionStatus === 'active' || isInGrace(organization, at)
}

/** Waits for its first package (D130). */
export function isUnpaid({ isActive, subscriptionStatus }: Omit<Organization, 'pastDueSince'>): boolean {
  return isActive && subscriptionStatus === 'inactive'
}

/** Switched off, canceled or overdue for too long (D129); one that has not paid yet has not ended (D130). */
export function hasEnded(organization: Organization, at: Date): boolean {
  return !isUnpaid(organization) && !hasOrganizationAccess(organization, at)
}

/** Access in the context that one works in: the organization's, or else one's own; never the one for the other (D180). */
export function hasAccess(person: Person, membership: Membership | null, at: Date): boolean {
  return membership ? hasOrganizationAccess(membership, at) : hasOwnAccess(person, at)
}
