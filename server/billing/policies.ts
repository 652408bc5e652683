import { answersFor } from '../identity/policies.ts'
import type { Person } from '../identity/users.ts'
import type { Read } from '../database/sql.ts'
import type { Receipt } from './bookings/receipts.ts'
import type { Checkout } from './checkout/checkouts.ts'

/** Whose payments, debts and receipts somebody may see and change. */

/** Whether somebody may know what became of a payment: whoever opened it, and whoever answers for its account. */
export async function maySeePayment(read: Read, person: Person, checkout: Checkout): Promise<boolean> {
  return checkout.userId === person.id || answersFor(read, person, checkout.accountId)
}

/** Whether somebody may take up an automatic payment that waits for a confirmation (D47). */
export function mayConfirmPayment(read: Read, person: Person, checkout: Checkout): Promise<boolean> {
  return answersFor(read, person, checkout.accountId)
}

/** Whether somebody may read a receipt. */
export function maySeeReceipt(read: Read, person: Person, receipt: Pick<Receipt, 'accountId'>): Promise<boolean> {
  return answersFor(read, person, receipt.accountId)
}
