import { centsToDollars } from '#contract/amounts.ts'
import { describeTransaction, nameReceipt } from '#contract/billing/receipts.ts'
import type { Transaction } from '../../billing/bookings/receipts.ts'
import { type Left, readLeft } from '../../billing/refunds/refundable.ts'
import type { Read } from '../../database/sql.ts'
import type { Line, LinePlace } from './timeline.ts'
import { nameCard } from '#contract/billing/card-names.ts'

/** Payments on a timeline: booked ones with their receipt, and those that were opened and not paid. */

type ReceiptRow = Transaction & { paidWith: string | null; periodEndsAt: Date | null }

interface CheckoutRow {
  id: string
  createdAt: Date
  kind: string
  status: 'open' | 'paid' | 'replaced' | 'declined'
  packageName: string | null
  planName: string | null
  amountCents: number
}

export async function readPayments(
  read: Read,
  accountId: string,
  places: LinePlace[],
  at: Date,
): Promise<Line<'payment'>[]> {
  const receiptIds = places.filter(({ source }) => source === 'receipt').map(({ id }) => id)
  const checkoutIds = places.filter(({ source }) => source === 'checkout').map(({ id }) => id)
  const [receipts, attempts, unpaid] = await Promise.all([
    receiptIds.length > 0 ? listReceipts(read, accountId, receiptIds) : [],
    readAttempts(read, accountId, [...receiptIds, ...checkoutIds]),
    checkoutIds.length > 0 ? listCheckouts(read, checkoutIds) : [],
  ])
  const left = await readLeft(read, receipts, at)
  return [
    ...receipts.map((row) => toPaid(row, left.get(row.id), attempts.get(row.id) ?? [])),
    ...unpaid.map((row) => toUnpaid(row, attempts.get(row.id) ?? [])),
  ]
}

function listReceipts(read: Read, accountId: string, ids: string[]): Promise<ReceiptRow[]> {
  return read<ReceiptRow>`
    select id, type, kind, tier, item, amount_cents, credits_added_ms, stripe_payment_intent_id, receipt_number,
      created_at, paid_with, period_ends_at
    from receipt where account_id = ${accountId} and id = any(${ids})`
}

function listCheckouts(read: Read, ids: string[]): Promise<CheckoutRow[]> {
  return read<CheckoutRow>`
    select id, created_at, kind, status, package_name, plan_name, amount_cents
    from checkout where id = any(${ids})`
}

type Attempts = Line<'payment'>['attempts']

function toPaid(row: ReceiptRow, left: Left | undefined, attempts: Attempts): Line<'payment'> {
  return {
    ...row,
    kind: 'payment',
    at: row.createdAt,
    state: 'paid',
    description: describeTransaction({ kind: 'payment', item: row.item }),
    amount: centsToDollars(row.amountCents),
    refundable: centsToDollars(left?.refundableCents ?? 0),
    waiting: centsToDollars(left?.waitingCents ?? 0),
    given: row.creditsAddedMs / 1000,
    isAutomatic: row.kind === 'automatic',
    receiptNumber: nameReceipt(row.receiptNumber),
    attempts,
  }
}

function toUnpaid(row: CheckoutRow, attempts: Attempts): Line<'payment'> {
  return {
    kind: 'payment',
    id: row.id,
    at: row.createdAt,
    state: row.status,
    description: describeCheckout(row),
    amount: centsToDollars(row.amountCents),
    refundable: 0,
    waiting: 0,
    given: 0,
    isAutomatic: row.kind === 'auto',
    paidWith: null,
    receiptNumber: null,
    periodEndsAt: null,
    attempts,
  }
}

/** Returns what a payment was opened for. */
function describeCheckout({
  kind,
  packageName,
  planName,
}: Pick<CheckoutRow, 'kind' | 'packageName' | 'planName'>): string {
  if (kind === 'seats') return 'More seats'
  const named = [packageName, planName].filter((name) => name !== null)
  return named.length > 0 ? named.join(' and ') : describeTransaction({ kind: 'debt', item: null })
}

/** The failed tries of payments: each decline that the provider reported, or what the payment itself says. */

type Attempt = Line<'payment'>['attempts'][number]

interface AttemptRow {
  /** The receipt's or the checkout's row. */
  paymentId: string
  at: Date
  declineCode: string
  needsConfirmation: boolean
  /** From the provider's own report, with the moment of the try; otherwise with the moment when the payment was opened. */
  isReported: boolean
}

/** Returns the failed tries of receipts and checkouts by their id, the first try first. */
async function readAttempts(read: Read, accountId: string, ids: string[]): Promise<Map<string, Attempt[]>> {
  const rows = await read<AttemptRow>`
    with payment as (
      select id, stripe_payment_intent_id from credit_purchase where account_id = ${accountId} and id = any(${ids})
      union all
      select id, stripe_payment_intent_id from subscription_payment where account_id = ${accountId} and id = any(${ids})
      union all
      select id, stripe_payment_intent_id from checkout where account_id = ${accountId} and id = any(${ids}))
    select payment.id as payment_id, declined_at as at, code as decline_code,
      code = 'authentication_required' as needs_confirmation, true as is_reported
    from payment join payment_decline as reported
      on reported.stripe_payment_intent_id = payment.stripe_payment_intent_id
    union all
    select payment.id, opened.created_at, opened.decline_code, opened.needs_confirmation, false
    from payment join checkout as opened
      on opened.id = payment.id or opened.stripe_payment_intent_id = payment.stripe_payment_intent_id
    where opened.decline_code is not null
    order by at`
  const tries = Map.groupBy(rows, ({ paymentId }) => paymentId)
  return new Map([...tries].map(([id, found]) => [id, toAttempts(found)]))
}

function toAttempts(rows: AttemptRow[]): Attempt[] {
  const reported = rows.filter(({ isReported }) => isReported)
  const known = reported.length > 0 ? reported : rows
  return known.map(({ at, declineCode, needsConfirmation }) => ({ at, declineCode, needsConfirmation }))
}

/** Cards that were declined, each try as a line of its own. */

interface DeclineRow {
  id: string
  declinedAt: Date
  amountCents: number
  code: string
  cardBrand: string | null
  cardLast4: string | null
  /** Null for a renewal that the person has not tried to pay themselves. */
  checkoutId: string | null
  checkoutAt: Date | null
  checkoutKind: string | null
  checkoutStatus: string | null
  packageName: string | null
  planName: string | null
  renewedName: string | null
  receiptId: string | null
  receiptAt: Date | null
}

export async function readDeclines(read: Read, ids: string[]): Promise<Line<'decline'>[]> {
  const rows = await read<DeclineRow>`
    select decline.id, decline.declined_at, decline.amount_cents, decline.code, decline.card_brand, decline.card_last4,
      opened.id as checkout_id, opened.created_at as checkout_at, opened.kind as checkout_kind,
      opened.status as checkout_status, opened.package_name, opened.plan_name, plan.plan_name as renewed_name,
      coalesce(bought.id, month.id) as receipt_id, coalesce(bought.created_at, month.created_at) as receipt_at
    from payment_decline as decline
    left join checkout as opened on opened.stripe_payment_intent_id = decline.stripe_payment_intent_id
    left join subscription as plan on plan.account_id = decline.account_id
    left join credit_purchase as bought on bought.account_id = decline.account_id
      and bought.stripe_payment_intent_id = decline.stripe_payment_intent_id
    left join lateral (
      select paid.id, paid.created_at from subscription_payment as paid
      where paid.account_id = decline.account_id
        and paid.stripe_payment_intent_id = decline.stripe_payment_intent_id
      limit 1) as month on true
    where decline.id = any(${ids})`
  return rows.map(toLine)
}

function toLine(row: DeclineRow): Line<'decline'> {
  const { declinedAt, amountCents, cardBrand, cardLast4 } = row
  return {
    ...row,
    kind: 'decline',
    at: declinedAt,
    description: describe(row),
    amount: centsToDollars(amountCents),
    card: cardBrand && cardLast4 ? nameCard({ brand: cardBrand, last4: cardLast4 }) : null,
    payment: paymentOf(row),
  }
}

function describe({ checkoutKind, packageName, planName, renewedName }: DeclineRow): string {
  if (checkoutKind !== null) return describeCheckout({ kind: checkoutKind, packageName, planName })
  return renewedName ? `Renewal of ${renewedName}` : 'Renewal'
}

/** The line of the payment: its receipt when it was paid after all, else the one that was opened. */
function paymentOf({ receiptId, receiptAt, checkoutId, checkoutAt, checkoutStatus }: DeclineRow) {
  if (receiptId && receiptAt) return { kind: 'payment' as const, id: receiptId, at: receiptAt }
  if (!checkoutId || !checkoutAt || checkoutStatus === 'paid') return null
  return { kind: 'payment' as const, id: checkoutId, at: checkoutAt }
}
