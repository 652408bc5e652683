import type { PaidPart } from './claim-shares.ts'
import { listPaidParts } from './claims.ts'
import { findAccountOfCustomer } from '../checkout/payers.ts'
import type { Services } from '../services.ts'
import { fulfil, fulfilInvoice } from '../bookings/fulfil.flow.ts'

/** How long a payment of one of our customers may be unknown here; later it is none that we have opened. */
const knownWithinMs = 60 * 60_000

/**
 * What a payment paid for, credited first when nobody has done that yet: a claim may arrive before its payment. Empty
 * for a payment that is not ours; throws while one that was just made is not credited.
 */
export async function listCreditedParts(services: Services, paymentIntentId: string): Promise<PaidPart[]> {
  const { database, payments, clock } = services
  const known = await listPaidParts(database.read, paymentIntentId)
  if (known.length > 0) return known
  const { state } = await fulfil(services, paymentIntentId)
  const invoiceId = state === 'not_found' ? await payments.findInvoiceOf(paymentIntentId) : null
  if (invoiceId) await fulfilInvoice(services, invoiceId)
  const parts = await listPaidParts(database.read, paymentIntentId)
  if (parts.length > 0) return parts
  const payment = await payments.findPayment(paymentIntentId)
  const accountId = payment?.customerId ? await findAccountOfCustomer(database.read, payment.customerId) : null
  if (payment && accountId && clock.now().getTime() - payment.createdAt.getTime() < knownWithinMs) {
    throw new Error(`Payment ${paymentIntentId} is not credited yet`)
  }
  return []
}
