import { hasOrganizationAccess } from '../identity/access.ts'
import type { Membership } from '../identity/memberships.ts'
import { answersFor } from '../identity/policies.ts'
import type { Person } from '../identity/users.ts'
import type { Read } from '../database/sql.ts'
import type { Receipt } from './bookings/receipts.ts'
import type { Checkout } from './checkout/checkouts.ts'

/** Who may buy for whom, and see and confirm payments and receipts. */

/** Returns whether a person may see a payment: its opener, and the people responsible for its account. */
export async function maySeePayment(read: Read, person: Person, checkout: Checkout): Promise<boolean> {
  return checkout.userId === person.id || answersFor(read, person, checkout.accountId)
}

/** Returns whether a person may confirm an automatic payment that waits for it (D47). */
export function mayConfirmPayment(read: Read, person: Person, checkout: Checkout): Promise<boolean> {
  return answersFor(read, person, checkout.accountId)
}

/** Returns whether a person may read a receipt. */
export function maySeeReceipt(read: Read, person: Person, receipt: Pick<Receipt, 'accountId'>): Promise<boolean> {
  return answersFor(read, person, receipt.accountId)
}

/**
 * Returns why a package may not be bought for a pool, or with undefined for oneself; null when it may. In an
 * organization people do not buy for themselves (D50).
 */
export function refusePackage(
  pool: Membership | undefined,
  membership: Membership | null,
  at: Date,
): 'wrong_context' | 'organization_inactive' | null {
  if (!pool) return membership ? 'wrong_context' : null
  return hasOrganizationAccess(pool, at) ? null : 'organization_inactive'
}
