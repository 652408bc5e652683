import { nameCard } from '#contract/billing/card-names.ts'
import { closeFinding } from '../audit/findings.ts'
import { listUnsettled } from './booked-payments.ts'
import { findPayable } from './bookings/book-payment.flow.ts'
import { type Checkout, findCheckout, readOpenedAt, setAutomaticPayment, setProviderIds } from './checkout/checkouts.ts'
import { findAccountOfCustomer, findPayer } from './checkout/payers.ts'
import { creditPayment } from './reconcile.flow.ts'
import { listMoneyBack, type MoneyBack } from './refunds/money-back.ts'
import { followMoneyBack } from './refunds/refunds.flow.ts'
import type { PaymentState } from './stripe/payments.ts'
import type { Services } from './services.ts'

/** What staff learn and mend when they check one payment, as the hourly comparison does for all of them (D37, D44). */

export interface AtProvider {
  /** `unknown` for a payment that the provider does not have, `none` for one that was never opened there. */
  state: PaymentState['status'] | 'unknown' | 'none'
  amountCents: number
  refundedCents: number
  isDisputed: boolean
  attempts: { at: Date; isPaid: boolean; amountCents: number; card: string | null; declineCode: string | null }[]
}

export type CheckOutcome =
  | 'credited_now'
  | 'credited_before'
  | 'not_paid'
  | 'processing'
  | 'not_ours'
  | 'not_creditable'

export interface Checked {
  outcome: CheckOutcome
  /** Why a paid payment cannot be credited. */
  problem: string | null
  refundsCorrected: number
  disputesCorrected: number
  provider: AtProvider
}

/** What the provider says of a payment that was never opened there. */
export const nothingThere: AtProvider = {
  state: 'none',
  amountCents: 0,
  refundedCents: 0,
  isDisputed: false,
  attempts: [],
}

/** Returns how a payment stands at the provider. Throws PaymentsUnavailable. */
export async function readAtProvider(services: Services, paymentIntentId: string | null): Promise<AtProvider> {
  if (!paymentIntentId) return nothingThere
  const payment = await services.payments.findPayment(paymentIntentId)
  if (!payment) return { ...nothingThere, state: 'unknown' }
  const attempts = await services.payments.listAttempts(paymentIntentId)
  return {
    state: payment.status,
    amountCents: payment.amountCents,
    refundedCents: attempts.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    isDisputed: attempts.some(({ isDisputed }) => isDisputed),
    attempts: attempts.map(({ card, ...attempt }) => ({ ...attempt, card: card && nameCard(card) })),
  }
}

/**
 * Returns the payment that a checkout led to at the provider, and stores it when its answer was lost; null when it led
 * to none.
 */
export async function findLostPayment(services: Services, checkoutId: string): Promise<string | null> {
  const { database, payments } = services
  const checkout = await findCheckout(database.read, checkoutId)
  if (!checkout || checkout.stripePaymentIntentId) return checkout?.stripePaymentIntentId ?? null
  const { stripeCustomerId } = await findPayer(database.read, checkout.accountId)
  if (!stripeCustomerId) return null
  const openedAt = await readOpenedAt(database.read, checkoutId)
  const paymentIntentId = await payments.findPaymentOf(checkoutId, stripeCustomerId, openedAt)
  if (paymentIntentId) await keepLostPayment(services, checkout, paymentIntentId)
  return paymentIntentId
}

async function keepLostPayment(services: Services, checkout: Checkout, paymentIntentId: string): Promise<void> {
  await services.database.write(async (tx) => {
    if (checkout.kind === 'auto') await setAutomaticPayment(tx, checkout.id, paymentIntentId)
    else await setProviderIds(tx, checkout.id, { paymentIntentId })
  })
}

/**
 * Asks the provider about one payment, credits it if it is paid and not booked, and corrects its refunds and disputes.
 * Safe beside the success call, the webhook and the hourly comparison, and however often it is called. Throws
 * PaymentsUnavailable.
 */
export async function checkPayment(services: Services, paymentIntentId: string): Promise<Checked> {
  const { database } = services
  const before = await readBooks(services, paymentIntentId)
  const provider = await readAtProvider(services, paymentIntentId)
  const nothing = { problem: null, refundsCorrected: 0, disputesCorrected: 0, provider }
  if (provider.state === 'processing') return { ...nothing, outcome: 'processing' }
  if (provider.state !== 'succeeded') return { ...nothing, outcome: before.isBooked ? 'credited_before' : 'not_paid' }
  const problem = before.isBooked ? null : await creditPayment(services, paymentIntentId)
  const isBooked = before.isBooked || (await readBooks(services, paymentIntentId)).isBooked
  if (!isBooked) {
    const outcome = (await isOurs(services, paymentIntentId)) ? 'not_creditable' : 'not_ours'
    return { ...nothing, outcome, problem }
  }
  await followMoneyBack(services, paymentIntentId)
  const at = services.clock.now()
  await database.write((tx) => closeFinding(tx, 'paid_not_credited', paymentIntentId, at))
  const after = await readBooks(services, paymentIntentId)
  return {
    ...nothing,
    outcome: before.isBooked ? 'credited_before' : 'credited_now',
    refundsCorrected: countChanged(before.moneyBack, after.moneyBack, 'refund'),
    disputesCorrected: countChanged(before.moneyBack, after.moneyBack, 'dispute'),
  }
}

async function readBooks({ database }: Services, paymentIntentId: string) {
  const [unsettled, moneyBack] = await Promise.all([
    listUnsettled(database.readLong, [paymentIntentId]),
    listMoneyBack(database.read, paymentIntentId),
  ])
  return { isBooked: unsettled.length === 0, moneyBack }
}

async function isOurs(services: Services, paymentIntentId: string): Promise<boolean> {
  if (await findPayable(services, paymentIntentId)) return true
  const payment = await services.payments.findPayment(paymentIntentId)
  return payment?.customerId
    ? (await findAccountOfCustomer(services.database.read, payment.customerId)) !== null
    : false
}

/** Returns how many refunds or disputes are new or changed; one that covers two things counts once. */
function countChanged(before: MoneyBack[], after: MoneyBack[], kind: MoneyBack['kind']): number {
  const known = new Map(before.map((row) => [row.id, row.status]))
  const changed = after.filter((row) => row.kind === kind && known.get(row.id) !== row.status)
  return new Set(changed.map(({ stripeId, id }) => stripeId ?? id)).size
}
