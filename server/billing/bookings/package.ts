import { nameCard } from '#contract/billing/card-names.ts'
import type { Tx } from '../../database/sql.ts'
import { noteSuccess } from '../auto-purchase/auto-purchase.ts'
import { packageOf } from '../checkout/offers.ts'
import { storeCard } from '../checkout/payers.ts'
import { bookPackage } from '../checkout/purchases.ts'
import type { Booking, Paid } from '../services.ts'
import { sendReceipts } from './receipts.ts'

/** A package of minutes that a person bought. */
export const packageBooking: Booking = {
  acceptsTerms: true,
  prepare: async (services, paid) => async (tx, at) => {
    const packageId = await bookPackageOf(tx, paid, { isNewCard: false, at })
    await sendReceipts(tx, services, paid.checkout.accountId, [packageId])
  },
}

/** A package that was bought automatically; the declines before it no longer count. */
export const automaticPackageBooking: Booking = { ...packageBooking, acceptsTerms: false, lockFirst: noteSuccess }

/**
 * Books the package of a checkout, if it sells one, and saves the card; `isNewCard` replaces another one. Returns the
 * id of a newly booked package.
 */
export async function bookPackageOf(
  tx: Tx,
  { checkout, payment }: Paid,
  { isNewCard, at }: { isNewCard: boolean; at: Date },
): Promise<string | null> {
  const { accountId, userId } = checkout
  const bought = packageOf(checkout)
  const paidWith = payment.card && nameCard(payment.card)
  const automatic = checkout.kind === 'auto'
  const paid = { accountId, userId, paymentIntentId: payment.id, automatic, paidWith, at }
  const packageId = bought && (await bookPackage(tx, { ...paid, package: bought }))
  if (payment.card) await storeCard(tx, accountId, payment.card, isNewCard, at)
  return packageId
}
