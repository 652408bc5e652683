import { formatCount } from '#contract/amounts.ts'
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
  toFigures,
} from './seats.ts'
import { refuse } from '../../kernel/problem.ts'
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

interface ChangedSeats {
  quote: SeatQuote
  chargedCents: number
}

type Pool = Pick<Membership, 'organizationId' | 'accountId'>

/** How long another process's request may still be on its way to the provider. */
const onItsWayMs = 2 * 60_000

/**
 * Changes the number of seats as agreed. Added seats are charged first; only when they are paid do the provider and
 * then our own rows count them. The same request twice is charged once.
 */
export async function changeSeats(services: Services, pool: Pool, input: SeatInput): Promise<ChangedSeats> {
  const { database, clock } = services
  if (!(await settleRunningChange(services, pool.accountId))) refuse('change_running')
  const subscriptionId = await findRunningSubscription(database.read, pool.accountId)
  // An unnoticed new month would be charged for the seats of the last one.
  if (subscriptionId) await followSubscription(services, subscriptionId)
  const unchanged = await database.write((tx) => openChange(tx, pool, input, clock.now()))
  if (unchanged) return { quote: unchanged, chargedCents: 0 }
  const change = await findRunningChange(database.read, pool.accountId)
  if (!change) throw new Error(`The change of seats of account ${pool.accountId} is gone`)
  if (change.checkoutId) await charge(services, change)
  else if (!(await finish(services, change))) refuse('no_subscription')
  const quote = (await quoteSeats(database.read, pool, undefined, clock.now())) ?? refuse('no_subscription')
  return { quote, chargedCents: change.checkoutId ? input.shown.chargeCents : 0 }
}

/** Opens a change. Returns the quote instead when there are as many seats already. */
async function openChange(tx: Tx, pool: Pool, input: SeatInput, at: Date): Promise<SeatQuote | null> {
  await lockOrganization(tx, pool.organizationId)
  const quote = (await quoteSeats(tx, pool, input.users, at)) ?? refuse('no_subscription')
  const { users, nextUsers, minUsers, chargeCents, monthlyCents, status } = quote
  if (users === nextUsers) return quote
  if (!isPaidUp(status)) refuse(status === 'past_due' ? 'payment_overdue' : 'no_subscription')
  if (users < minUsers && users < nextUsers) {
    const message = `${formatCount(minUsers)} seats are taken by members and open invitations.`
    refuse('seats_in_use', { field: 'users', message, details: { minUsers } })
  }
  if (input.shown.chargeCents !== chargeCents || input.shown.monthlyCents !== monthlyCents) {
    refuse('price_changed', { details: toFigures(quote) })
  }
  const { card } = await findPayer(tx, pool.accountId)
  if (chargeCents > 0 && !card) refuse('no_saved_card')
  const { accountId } = pool
  const { userId } = input
  if (await findRunningChange(tx, pool.accountId)) refuse('change_running')
  const checkoutId =
    chargeCents > 0 ? await openSeatPayment(tx, { accountId, userId, amountCents: chargeCents, at }) : null
  await openSeatChange(tx, { accountId, userId, checkoutId, quote }, at)
  return null
}

const confirmText = 'Your bank wants you to confirm this payment. Nothing was charged, and your seats did not change.'

/** Charges the saved card for added seats. With the secret of a declined payment, another card can pay it. */
async function charge(services: Services, change: SeatChange): Promise<void> {
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
  if (outcome.state === 'used_before') refuse('change_running')
  const { paymentIntentId } = outcome
  if (paymentIntentId) await database.write((tx) => setProviderIds(tx, checkout.id, { paymentIntentId }))
  if (paymentIntentId && (outcome.state === 'succeeded' || outcome.state === 'processing')) {
    const { state } = await bookPayment(services, paymentIntentId)
    if (state !== 'credited') refuse('change_running')
    return
  }
  const at = clock.now()
  await database.write((tx) => declineSeatChange(tx, change.id, at))
  const reopened = paymentIntentId ? await payments.reopenPayment(paymentIntentId) : null
  refuse('card_declined', {
    details: { clientSecret: reopened?.clientSecret ?? null },
    ...(outcome.state === 'needs_confirmation' && { message: confirmText }),
  })
}

/** Completes a change that costs nothing today. Returns false when the subscription is over. */
async function finish(services: Services, change: SeatChange): Promise<boolean> {
  const periodEndsAt = await setAtProvider(services, change)
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    await lockOrganization(tx, change.organizationId)
    if (periodEndsAt) await completeSeatChange(tx, change, periodEndsAt, at)
    else await dropSeatChange(tx, change.id, at)
  })
  return periodEndsAt !== null
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
  for (const { accountId } of await listStuckChanges(services.database.readLong, before)) {
    try {
      await settleRunningChange(services, accountId)
    } catch (error) {
      services.log.error({ err: error, accountId }, 'a change of seats is stuck')
    }
  }
}
