import { Problem } from '../kernel/problem.ts'
import type { Membership } from './memberships.ts'
import type { Person } from './users.ts'

/** The refusals of people who may not make a call, or not yet. */
export const accessRefusals = {
  reauthenticationRequired: () =>
    new Problem(403, 'reauthentication_required', 'Please confirm your identity with your password or a code.'),
  twoFactorSetupRequired: () =>
    new Problem(403, 'two_factor_setup_required', 'Please set up two-factor sign-in in your profile first.'),
  subscriptionRequired: () => new Problem(403, 'subscription_required', 'You need an active subscription for this.'),
  organizationNotFound: () =>
    new Problem(404, 'organization_not_found', 'This organization does not exist, or you do not belong to it.'),
  organizationInactive: () => new Problem(409, 'organization_inactive', "Your organization's access has ended."),
}

const graceMs = 7 * 24 * 60 * 60_000

/** Statuses of a subscription whose month is paid, in the payment provider's words. */
export const paidStatuses: readonly string[] = ['active', 'trialing']

/** Returns whether the current month of a subscription is paid. */
export function isPaidUp(status: string | null): boolean {
  return status !== null && paidStatuses.includes(status)
}

interface Paid {
  subscriptionStatus: string | null
  pastDueSince: Date | null
}

/** Returns the end of the seven days in which a failed renewal keeps access; null when nothing is overdue (D7). */
export function graceEndsAt({ subscriptionStatus, pastDueSince }: Paid): Date | null {
  if (subscriptionStatus !== 'past_due' || !pastDueSince) return null
  return new Date(pastDueSince.getTime() + graceMs)
}

function isInGrace(paid: Paid, at: Date): boolean {
  const grace = graceEndsAt(paid)
  return grace !== null && at < grace
}

/** The fields of a person that decide on access. */
type Standing = Pick<Person, 'role' | 'isActive' | 'deletionRequestedAt' | 'subscriptionStatus' | 'pastDueSince'>

/** Returns whether a person may be here at all: neither deactivated nor leaving (D14, D28). */
export function isPresent<P extends Standing>(person: P | null): person is P {
  return person !== null && person.isActive && person.deletionRequestedAt === null
}

/**
 * Returns whether a person has access of their own: as platform admin, or with a subscription that is active, trialing,
 * or past_due for up to seven days (D7, D8, D10).
 */
export function hasOwnAccess(person: Standing, at: Date): boolean {
  if (person.role === 'admin') return true
  return isPaidUp(person.subscriptionStatus) || isInGrace(person, at)
}

/** The fields of an organization that decide on access. */
export type PayingOrganization = Pick<Membership, 'isActive' | 'subscriptionStatus' | 'pastDueSince'>

/** Returns whether an organization gives access: it is active and paid, or past_due for up to seven days (D9). */
export function hasOrganizationAccess(organization: PayingOrganization, at: Date): boolean {
  if (!organization.isActive) return false
  return organization.subscriptionStatus === 'active' || isInGrace(organization, at)
}

/** Returns whether an organization waits for its first package (D130). */
export function isUnpaid({ isActive, subscriptionStatus }: Omit<PayingOrganization, 'pastDueSince'>): boolean {
  return isActive && subscriptionStatus === 'inactive'
}

/**
 * Returns whether an organization is switched off, canceled or overdue for too long (D129). One that has not paid yet
 * has not ended (D130).
 */
export function hasEnded(organization: PayingOrganization, at: Date): boolean {
  return !isUnpaid(organization) && !hasOrganizationAccess(organization, at)
}

/** Returns whether a person has access in their context: the organization's or their own, never the other (D180). */
export function hasAccess(person: Person, membership: Membership | null, at: Date): boolean {
  return membership ? hasOrganizationAccess(membership, at) : hasOwnAccess(person, at)
}
