import type { Tx } from '../../database/sql.ts'
import type { Membership } from '../../identity/memberships.ts'
import {
  findCheckout,
  openSeatPayment,
  readOpenedAt,
  replaceCheckout,
  setProviderIds,
} from '../../billing/checkout/checkouts.ts'
import { lockOrganization } from '../organizations.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import {
  completeSeatChange,
  declineSeatChange,
  dropSeatChange,
  findRunningChange,
  listStuckChanges,
  openSeatChange,
  quoteSeats,
  type SeatChange,
  type SeatQuote,
} from './seats.ts'
import { isPaidUp } from '../../identity/access.ts'
import { findRunningSubscription } from '../../billing/subscriptions/subscriptions.ts'
import type { Services } from '../../billing/services.ts'
import { bookPayment } from '../../billing/bookings/book-payment.flow.ts'
import { setAtProvider } from './booking.flow.ts'
import { followSubscription } from '../../billing/subscriptions/subscription-state.flow.ts'

/** How an organization gets more seats, or fewer (D116): one change at a time, each with at most one payment. */

export interface SeatInput {
  userId: string
  users: number
  /** What the person has agreed to. */
  shown: { chargeCents: number; monthlyCents: number }
}

export type SeatsResult =
  | { state: 'changed'; quote: SeatQuote; chargedCents: number }
  | { state: 'price_changed' | 'seats_in_use'; quote: SeatQuote }
  | { state: 'no_subscription' | 'payment_overdue' | 'no_saved_card' | 'change_running' }
  /** Nothing was charged. With the secret, another card can pay the same payment. */
  | { state: 'card_declined'; clientSecret: string | null; needsConfirmation: boolean }

type Pool = Pick<Membership, 'organizationId' | 'accountId'>

/** How long another process's request may still be on its way to the provider. */
const onItsWayMs = 2 * 60_000

/**
 * Changes the number of seats as agreed. Added seats are charged first; only when they are paid do the provider and
 * then our own rows count them. The same request twice is charged once.
 */
export async function changeSeats(services: Services, pool: Pool, input: SeatInput): Promise<SeatsResult> {
  const { database, clock } = services
  if (!(await settleRunningChange(services, pool.accountId))) return { state: 'change_running' }
  const subscriptionId = await findRunningSubscription(database.read, pool.accountId)
  // An unnoticed new month would be charged for the seats of the last one.
  if (subscriptionId) await followSubscription(services, subscriptionId)
  const opened = await database.write((tx) => openChange(tx, pool, input, clock.now()))
  if (opened !== 'opened') return opened
  const change = await findRunningChange(database.read, pool.accountId)
  if (!change) throw new Error(`The change of seats of account ${pool.accountId} is gone`)
  const refusal = change.checkoutId ? await charge(services, change) : await finish(services, change)
  if (refusal) return refusal
  const quote = await quoteSeats(database.read, pool, undefined, clock.now())
  return quote
    ? { state: 'changed', quote, chargedCents: change.checkoutId ? input.shown.chargeCents : 0 }
    : { state: 'no_subscription' }
}

async function openChange(tx: Tx, pool: Pool, input: SeatInput, at: Date): Promise<SeatsResult | 'opened'> {
  await lockOrganization(tx, pool.organizationId)
  const quote = await quoteSeats(tx, pool, input.users, at)
  if (!quote) return { state: 'no_subscription' }
  const { users, nextUsers, minUsers, chargeCents, monthlyCents, status } = quote
  if (users === nextUsers) return { state: 'changed', quote, chargedCents: 0 }
  if (!isPaidUp(status)) {
    return { state: status === 'past_due' ? 'payment_overdue' : 'no_subscription' }
  }
  if (users < minUsers && users < nextUsers) return { state: 'seats_in_use', quote }
  if (input.shown.chargeCents !== chargeCents || input.shown.monthlyCents !== monthlyCents) {
    return { state: 'price_changed', quote }
  }
  const { card } = await findPayer(tx, pool.accountId)
  if (chargeCents > 0 && !card) return { state: 'no_saved_card' }
  const { accountId } = pool
  const { userId } = input
  if (await findRunningChange(tx, pool.accountId)) return { state: 'change_running' }
  const checkoutId =
    chargeCents > 0 ? await openSeatPayment(tx, { accountId, userId, amountCents: chargeCents, at }) : null
  await openSeatChange(tx, { accountId, userId, checkoutId, quote }, at)
  return 'opened'
}

/** Charges the saved card for added seats. Returns null when it succeeded. */
async function charge(services: Services, change: SeatChange): Promise<SeatsResult | null> {
  const { database, payments, clock } = services
  const checkout = await findCheckout(database.read, change.checkoutId ?? '')
  const { card, stripeCustomerId: customerId } = await findPayer(database.read, change.accountId)
  if (!checkout || !card || !customerId) throw new Error(`Seats of account ${change.accountId} cannot be charged`)
  const outcome = await payments.chargeAutomatically({
    id: checkout.id,
    customerId,
    userId: change.userId,
    kind: 'seats',
    amountCents: checkout.amountCents,
    description: `Added seats, ${change.toUsers} in total`,
    paymentMethodId: card.paymentMethodId,
  })
  if (outcome.state === 'used_before') return { state: 'change_running' }
  const { paymentIntentId } = outcome
  if (paymentIntentId) await database.write((tx) => setProviderIds(tx, checkout.id, { paymentIntentId }))
  if (paymentIntentId && (outcome.state === 'succeeded' || outcome.state === 'processing')) {
    const { state } = await bookPayment(services, paymentIntentId)
    return state === 'credited' ? null : { state: 'change_running' }
  }
  const at = clock.now()
  await database.write((tx) => declineSeatChange(tx, change.id, at))
  const reopened = paymentIntentId ? await payments.reopenPayment(paymentIntentId) : null
  const needsConfirmation = outcome.state === 'needs_confirmation'
  return { state: 'card_declined', clientSecret: reopened?.clientSecret ?? null, needsConfirmation }
}

/** Completes a change that costs nothing today. Returns null when it succeeded. */
async function finish(services: Services, change: SeatChange): Promise<SeatsResult | null> {
  const periodEndsAt = await setAtProvider(services, change)
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    await lockOrganization(tx, change.organizationId)
    if (periodEndsAt) await completeSeatChange(tx, change, periodEndsAt, at)
    else await dropSeatChange(tx, change.id, at)
  })
  return periodEndsAt ? null : { state: 'no_subscription' }
}

/**
 * Settles a change that was begun before: a paid one is completed, an unpaid one is given up together with its payment.
 * Returns false while it may still be under way.
 */
async function settleRunningChange(services: Services, accountId: string): Promise<boolean> {
  const { database, payments, clock } = services
  const change = await findRunningChange(database.read, accountId)
  if (!change) return true
  const checkout = change.checkoutId && (await findCheckout(database.read, change.checkoutId))
  if (!checkout) {
    await finish(services, change)
    return true
  }
  const { stripeCustomerId: customerId } = await findPayer(database.read, accountId)
  const openedAt = await readOpenedAt(database.read, checkout.id)
  const since = new Date(openedAt.getTime() - onItsWayMs)
  const known = checkout.stripePaymentIntentId
  const paymentId = known ?? (customerId && (await payments.findPaymentOf(checkout.id, customerId, since)))
  if (!paymentId && clock.real().getTime() - openedAt.getTime() < onItsWayMs) return false
  if (paymentId && !known) {
    await database.write((tx) => setProviderIds(tx, checkout.id, { paymentIntentId: paymentId }))
  }
  if (paymentId && (await endPayment(services, paymentId)) !== 'ended') return true
  const current = await findCheckout(database.read, checkout.id)
  await database.write(async (tx) => {
    if (current) await replaceCheckout(tx, current)
    await dropSeatChange(tx, change.id, clock.now())
  })
  return true
}

/** Ends a payment so that it can no longer be made; one that was made is booked. */
async function endPayment(services: Services, paymentId: string): Promise<'ended' | 'booked'> {
  await services.payments.cancelPayment(paymentId)
  const { state } = await bookPayment(services, paymentId)
  if (state === 'processing') throw new Error(`Payment ${paymentId} of added seats is still processing`)
  return state === 'credited' ? 'booked' : 'ended'
}

/** Continues changes that a dead process left, for the hourly upkeep. */
export async function resumeStuckSeatChanges(services: Services): Promise<void> {
  const before = new Date(services.clock.real().getTime() - 60 * 60_000)
  for (const { accountId } of await listStuckChanges(services.database.read, before)) {
    try {
      await settleRunningChange(services, accountId)
    } catch (error) {
      services.log.error({ err: error, accountId }, 'a change of seats is stuck')
    }
  }
}
