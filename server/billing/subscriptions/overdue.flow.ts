import { openRenewal } from '../checkout/checkouts.ts'
import type { MonthlyPlan } from '../checkout/offers.ts'
import { isOverdue } from './status.ts'
import { findPlan, findSubscription, listUnbookedInvoices } from './subscriptions.ts'
import type { OverdueInvoice } from '../stripe/invoices.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import { bookInvoice } from '../bookings/book-payment.flow.ts'
import { followSubscription } from './subscription-state.flow.ts'

/**
 * Opens the payment of the open invoice of an account's subscription, during the grace period and after it (D7); a
 * repeated call finds it again. Refuses when the provider, not only our own row, says that nothing is due.
 */
export async function openOverduePayment(
  services: Services,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<OverdueInvoice & { plan: MonthlyPlan }> {
  const { read } = services.database
  const before = await findSubscription(read, accountId)
  if (!before || !isOverdue(before.subscriptionStatus)) refuse('nothing_overdue')
  const { stripeSubscriptionId: subscriptionId } = before
  await catchUp(services, subscriptionId)
  const current = await findSubscription(read, accountId)
  if (current?.stripeSubscriptionId !== subscriptionId || !isOverdue(current.subscriptionStatus))
    refuse('nothing_overdue')
  const invoice = await services.payments.openOverdueInvoice(subscriptionId)
  const plan = await findPlan(read, services.pools, accountId)
  if (!invoice || !plan) refuse('nothing_overdue')
  const { amountCents, invoiceId, paymentIntentId } = invoice
  const at = services.clock.now()
  await services.database.write((tx) =>
    openRenewal(tx, { accountId, userId, plan, amountCents, invoiceId, paymentIntentId, at }),
  )
  return { ...invoice, plan }
}

/** Stores a subscription's current state and credits its paid invoices that were never reported to us. */
export async function catchUp(services: Services, subscriptionId: string): Promise<void> {
  await followSubscription(services, subscriptionId)
  const paid = await services.payments.listPaidInvoices(subscriptionId)
  const unbooked = await listUnbookedInvoices(services.database.read, paid)
  // Oldest first, so that the newest month is the one that stays.
  for (const invoiceId of paid.toReversed()) if (unbooked.includes(invoiceId)) await bookInvoice(services, invoiceId)
}
