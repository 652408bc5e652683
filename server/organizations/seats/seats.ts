import { centsToDollars } from '#contract/amounts.ts'
import { cheaperUserCount, userTierOf } from '#contract/organizations/prices.ts'
import { firstValue, first, columns, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { readSeats } from '../members/invitations.ts'
import { findRegistration, type Registration, withSeats } from '../orders/orders.ts'
import { endSeats, setSeats } from '../organizations.ts'

/** How many seats an organization pays for (D116): its order, and every change since. */

export interface SeatChange {
  id: string
  accountId: string
  organizationId: number
  userId: string
  toUsers: number
  monthlyCents: number
  /** The price of one seat per month. */
  userCents: number
  checkoutId: string | null
  status: 'open' | 'declined' | 'done' | 'dropped'
}

/** The seats of a month, and of the months after it. */
export interface PaidSeats {
  paidUsers: number
  nextUsers: number
}

interface AgreedSeats extends PaidSeats {
  /** The last agreed price of a seat. */
  userCents: number
}

/** Returns the seats in the month that ends at `periodEndsAt`; null where nothing was ordered. */
async function findPaidSeats(
  read: Read,
  order: Registration,
  accountId: string,
  periodEndsAt: Date | null,
): Promise<AgreedSeats> {
  const [last] = await read<{ toUsers: number; paidUsers: number; userCents: number; periodEndsAt: Date }>`
    select to_users, paid_users, user_cents, period_ends_at from seat_change
    where account_id = ${accountId} and status = 'done' order by id desc limit 1`
  if (!last) return { paidUsers: order.userCount, nextUsers: order.userCount, userCents: order.userCents }
  const isSameMonth = periodEndsAt === null || last.periodEndsAt >= periodEndsAt
  const { toUsers: nextUsers, userCents } = last
  return { paidUsers: isSameMonth ? last.paidUsers : nextUsers, nextUsers, userCents }
}

/**
 * Returns the price of the month that ends at `periodEndsAt`, or with null of the next one, by the last change of seats
 * before it began; null where nothing was changed.
 */
export function findMonthCents(read: Read, accountId: string, periodEndsAt: Date | null): Promise<number | null> {
  return firstValue(read<{ monthlyCents: number }>`
    select monthly_cents from seat_change where account_id = ${accountId} and status = 'done'
      and (${periodEndsAt}::timestamptz is null or period_ends_at < ${periodEndsAt})
    order by id desc limit 1`)
}

/**
 * Returns the monthly price of one of this many seats: as agreed while the tier stays the same, and by the current list
 * when another tier is reached, which is a new offer (D181).
 */
function seatCents(users: number, { nextUsers, userCents }: AgreedSeats): number {
  const tier = userTierOf(users)
  return tier && tier.name !== userTierOf(nextUsers)?.name ? tier.userCents : userCents
}

export interface SeatQuote extends PaidSeats {
  users: number
  /** For added seats, a full month of each at the tier of all of them. */
  chargeCents: number
  /** The whole price of a month from the next renewal on. */
  monthlyCents: number
  userCents: number
  /** Members and open invitations. */
  minUsers: number
  /** More seats that cost less a month, where a tier begins soon (D95). */
  cheaper: { userCount: number; cents: number } | null
  renewsAt: Date | null
  /** The status of the subscription. */
  status: string
}

/** Returns what this many seats cost (see `seatCents`); null without a subscription of the order. */
export async function quoteSeats(
  read: Read,
  { organizationId, accountId }: { organizationId: number; accountId: string },
  wanted: number | undefined,
  at: Date,
): Promise<SeatQuote | null> {
  const order = await findRegistration(read, { organizationId })
  const [subscription] = await read<{ status: string; renewsAt: Date | null }>`
    select status, renews_at from subscription where account_id = ${accountId}`
  if (!order || !subscription) return null
  const { active, pending } = await readSeats(read, organizationId, at)
  const agreed = await findPaidSeats(read, order, accountId, subscription.renewsAt)
  const users = wanted ?? agreed.nextUsers
  const userCents = seatCents(users, agreed)
  return {
    ...agreed,
    ...subscription,
    users,
    userCents,
    chargeCents: Math.max(0, users - agreed.paidUsers) * userCents,
    monthlyCents: withSeats(order, users, userCents).monthlyCents,
    minUsers: Math.max(1, active + pending),
    cheaper: cheaperUserCount(users, (count) => count * seatCents(count, agreed)),
  }
}

/**
 * Stores a wanted number of seats, while no other change is under way. Seats that will end are not given away from now
 * on. Call it under the lock of the organization.
 */
export async function openSeatChange(
  tx: Tx,
  change: { accountId: string; userId: string; checkoutId: string | null; quote: SeatQuote },
  at: Date,
): Promise<void> {
  const { accountId, userId, checkoutId, quote } = change
  await tx`
    insert into seat_change (account_id, user_id, to_users, user_cents, monthly_cents, checkout_id, created_at, updated_at)
    values (${accountId}, ${userId}, ${quote.users}, ${quote.userCents}, ${quote.monthlyCents}, ${checkoutId}, ${at}, ${at})`
  if (quote.users < quote.paidUsers) await setSeats(tx, accountId, toSeats(quote.paidUsers, quote.users), at)
}

const changeColumns = columns`change.id, account_id, account.organization_id, change.user_id, to_users, user_cents,
  monthly_cents, checkout_id, status`

/** Returns the unfinished change; null when there is none. */
export function findRunningChange(read: Read, accountId: string): Promise<SeatChange | null> {
  return first(read<SeatChange>`
    select ${changeColumns}
    from seat_change as change join account on account.id = account_id
    where account_id = ${accountId} and status in ('open', 'declined')`)
}

/** Returns the change that a payment pays. */
export function findChangeOfCheckout(read: Read, checkoutId: string): Promise<SeatChange | null> {
  return first(read<SeatChange>`
    select ${changeColumns}
    from seat_change as change join account on account.id = account_id where checkout_id = ${checkoutId}`)
}

/** Returns changes that began before `before` (real time) and have not finished. */
export function listStuckChanges(read: LongRead, before: Date): Promise<{ accountId: string }[]> {
  return read`
    select account_id from seat_change
    where status in ('open', 'declined') and uuid_extract_timestamp(id) < ${before} order by id limit 1000`
}

/** Stores that the bank has refused. The payment may still be made with another card. */
export async function declineSeatChange(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`update seat_change set status = 'declined', updated_at = ${at} where id = ${id} and status = 'open'`
}

/** Gives a change up; the seats stay as they were. */
export async function dropSeatChange(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`
    update seat_change set status = 'dropped', updated_at = ${at} where id = ${id} and status in ('open', 'declined')`
}

/**
 * Completes a change that the provider has made, in the month that ends at `periodEndsAt`, once. Call it under the lock
 * of the organization.
 */
export async function completeSeatChange(tx: Tx, change: SeatChange, periodEndsAt: Date, at: Date): Promise<void> {
  const order = await findRegistration(tx, { organizationId: change.organizationId })
  if (!order) throw new Error(`Nothing was ordered for account ${change.accountId}`)
  const before = await findPaidSeats(tx, order, change.accountId, periodEndsAt)
  const paidUsers = Math.max(before.paidUsers, change.toUsers)
  const rows = await tx`
    update seat_change set status = 'done', period_ends_at = ${periodEndsAt}, paid_users = ${paidUsers}, updated_at = ${at}
    where id = ${change.id} and status <> 'done' returning id`
  if (rows.length > 0) await setSeats(tx, change.accountId, toSeats(paidUsers, change.toUsers), at)
}

/** Ends the seats that were given up before a month that has begun. Accounts of persons have none. */
export async function beginSeatMonth(tx: Tx, accountId: string, monthEndsAt: Date, at: Date): Promise<void> {
  const [later] = await tx`
    select from seat_change where account_id = ${accountId} and status = 'done' and period_ends_at >= ${monthEndsAt}
    union all
    select from seat_change where account_id = ${accountId} and status in ('open', 'declined')`
  if (!later) await endSeats(tx, accountId, at)
}

function toSeats(paidUsers: number, nextUsers: number) {
  return { maxUsers: paidUsers, nextMaxUsers: nextUsers < paidUsers ? nextUsers : null }
}

/** Returns what a change costs, in dollars. */
export function toFigures({ chargeCents, monthlyCents }: SeatQuote) {
  return { chargeToday: centsToDollars(chargeCents), monthlyTotal: centsToDollars(monthlyCents) }
}
