import type { Pool } from '../../identity/account-owner.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import {
  type Checkout,
  findDebtCheckout,
  openDebtCheckout,
  replaceCheckout,
  setProviderIds,
} from '../checkout/checkouts.ts'
import { findOpenDebt, forgiveDebt, listOpenDebts } from './debts.ts'
import { refuseGift } from './limits.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { debtDescription } from '#contract/billing/receipts.ts'
import type { Person } from '../../identity/users.ts'
import { refuse } from '../../kernel/problem.ts'
import { PaymentsUnavailable } from '../stripe/client.ts'
import type { OpenedPayment } from '../stripe/payments.ts'
import type { Services } from '../services.ts'
import { ensureCustomer } from '../checkout/checkout.flow.ts'
import { debtForgivenMail } from '../../messages/mails/refund.ts'
import { bookPayment } from '../bookings/book-payment.flow.ts'
import { notifyPayers } from '../notify-payers.ts'

/** An ended and a fresh payment each take a step. More happen only while one person sends many requests at once. */
const maxSteps = 6

/**
 * Opens the payment of an open debt, of the person or of a pool, or reopens the one that is open. Refuses a debt that
 * is unknown or settled.
 */
export async function openDebtPayment(
  services: Services,
  person: Person,
  debtId: string,
  pool: Pool | null = null,
): Promise<{ clientSecret: string; amountCents: number }> {
  for (let step = 0; step < maxSteps; step++) {
    const debt = (await listOpenDebts(services.database.read, (pool ?? person).accountId)).find(
      ({ id }) => id === debtId,
    )
    if (!debt) refuse('debt_not_found')
    const checkout = await findDebtCheckout(services.database.read, debtId)
    if (!checkout) {
      const at = services.clock.now()
      await services.database.write((tx) => openDebtCheckout(tx, debt, at))
      continue
    }
    const isCurrent = checkout.amountCents === debt.amountCents
    const opened = isCurrent ? await takeUp(services, person, checkout, pool) : null
    if (opened) return { clientSecret: opened.clientSecret, amountCents: checkout.amountCents }
    await giveUp(services, checkout)
  }
  throw new PaymentsUnavailable(`No payment of debt ${debtId} could be opened`)
}

/** Returns the provider's side of an open payment, created now or found again; null when it can no longer be paid. */
async function takeUp(
  services: Services,
  person: Person,
  checkout: Checkout,
  pool: Pool | null,
): Promise<OpenedPayment | null> {
  const { id, stripePaymentIntentId, amountCents } = checkout
  if (stripePaymentIntentId) return services.payments.reopenPayment(stripePaymentIntentId)
  const customerId = await ensureCustomer(services, person, pool)
  try {
    const payment = { id, customerId, userId: person.id, kind: 'debt', amountCents, description: debtDescription }
    const opened = await services.payments.openPayment(payment)
    if (await services.database.write((tx) => setProviderIds(tx, id, opened))) return opened
    // The debt was settled meanwhile and must not be paid again.
    await services.payments.cancelPayment(opened.paymentIntentId)
    return null
  } catch (error) {
    // The provider would repeat its refusal under this checkout's key, so the next attempt needs another checkout.
    const isStuck = error instanceof PaymentsUnavailable && error.isKeySpent
    if (isStuck) await services.database.write((tx) => replaceCheckout(tx, checkout))
    throw error
  }
}

/** Ends an open payment at the provider and here; one that was made meanwhile is booked instead. */
async function giveUp(services: Services, checkout: Checkout): Promise<void> {
  if (checkout.stripePaymentIntentId) {
    await services.payments.cancelPayment(checkout.stripePaymentIntentId)
    const { state } = await bookPayment(services, checkout.stripePaymentIntentId)
    if (state === 'credited') return
    if (state === 'processing') throw new PaymentsUnavailable(`Checkout ${checkout.id} is still being paid`)
  }
  await services.database.write((tx) => replaceCheckout(tx, checkout))
}

/** Ends the payment that may be open for a settled debt. A payment that arrives all the same goes back. */
export async function endDebtPayment(services: Services, debtId: string): Promise<void> {
  const checkout = await findDebtCheckout(services.database.read, debtId)
  if (checkout) await giveUp(services, checkout)
}

/** Closes an open debt without payment (D44), within the limits of what a person may give. */
export async function forgive(
  services: Services,
  debtId: string,
  { by, reason }: { by: Acting; reason: string },
): Promise<void> {
  await services.database.write(async (tx) => {
    const open = (await findOpenDebt(tx, debtId)) ?? refuse('debt_not_found')
    await lockAccount(tx, open.accountId)
    await refuseGift(tx, by, { accountId: open.accountId, cents: open.amountCents, key: debtId })
    const debt = (await forgiveDebt(tx, debtId, { by: by.adminId, reason, at: by.at })) ?? refuse('debt_not_found')
    const target = { kind: 'debt', id: debtId } as const
    const [before, after] = [{ status: 'open', amountCents: debt.amountCents }, { status: 'forgiven' }]
    await notifyPayers(tx, services, debt.accountId, (recipient) => debtForgivenMail(recipient, debt.amountCents))
    await recordAct(tx, by, { action: 'debt.forgive', target, before, after, reason })
  })
  await endQuietly(services, debtId)
}

/** Ends a settled debt's payment without failing: an unreachable provider must not make the debt look unsettled. */
export async function endQuietly(services: Services, debtId: string): Promise<void> {
  await endDebtPayment(services, debtId).catch((error: unknown) =>
    services.log.warn({ err: error, debtId }, 'the open payment of a settled debt could not be ended'),
  )
}
