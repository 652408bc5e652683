import { centsToDollars } from '#contract/amounts.ts'
import { describeTransaction, nameReceipt } from '#contract/billing/receipts.ts'
import type { Transaction } from '../../billing/bookings/receipts.ts'
import { type Left, readLeft } from '../../billing/refunds/refundable.ts'
import type { Read } from '../../database/sql.ts'
import type { Line } from './line.ts'
import { readAttempts } from './payment-attempts.ts'
import type { LinePlace } from './timeline.ts'

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
    kind: 'payment',
    id: row.id,
    at: row.createdAt,
    state: 'paid',
    description: describeTransaction({ kind: 'payment', item: row.item }),
    amount: centsToDollars(row.amountCents),
    refundable: centsToDollars(left?.refundableCents ?? 0),
    waiting: centsToDollars(left?.waitingCents ?? 0),
    given: row.creditsAddedMs / 1000,
    isAutomatic: row.kind === 'automatic',
    paidWith: row.paidWith,
    receiptNumber: nameReceipt(row.receiptNumber),
    periodEndsAt: row.periodEndsAt,
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
export function describeCheckout({
  kind,
  packageName,
  planName,
}: Pick<CheckoutRow, 'kind' | 'packageName' | 'planName'>): string {
  if (kind === 'seats') return 'More seats'
  const named = [packageName, planName].filter((name) => name !== null)
  return named.length > 0 ? named.join(' and ') : describeTransaction({ kind: 'debt', item: null })
}
