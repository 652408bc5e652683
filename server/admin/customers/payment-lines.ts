import { centsToDollars } from '#contract/amounts.ts'
import { describeTransaction, nameReceipt } from '#contract/billing/receipts.ts'
import type { Transaction } from '../../billing/bookings/receipts.ts'
import { readRefundable } from '../../billing/refunds/refundable.ts'
import type { Read } from '../../database/sql.ts'
import type { Line } from './line.ts'
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
  declineCode: string | null
  needsConfirmation: boolean
  /** The booked row that it became. */
  receiptId: string | null
}

export async function readPayments(read: Read, accountId: string, places: LinePlace[]): Promise<Line<'payment'>[]> {
  const receiptIds = places.filter(({ source }) => source === 'receipt').map(({ id }) => id)
  const checkoutIds = places.filter(({ source }) => source === 'checkout').map(({ id }) => id)
  const [receipts, refused, unpaid] = await Promise.all([
    receiptIds.length > 0 ? listReceipts(read, accountId, receiptIds) : [],
    receiptIds.length > 0 ? listRefusedBefore(read, accountId, receiptIds) : [],
    checkoutIds.length > 0 ? listCheckouts(read, checkoutIds) : [],
  ])
  const refundable = await readRefundable(read, receipts)
  return [
    ...receipts.map((row) =>
      toPaid(
        row,
        refused.filter(({ receiptId }) => receiptId === row.id),
        refundable.get(row.id) ?? 0,
      ),
    ),
    ...unpaid.map(toUnpaid),
  ]
}

function listReceipts(read: Read, accountId: string, ids: string[]): Promise<ReceiptRow[]> {
  return read<ReceiptRow>`
    select id, type, kind, tier, item, amount_cents, credits_added_ms, stripe_payment_intent_id, receipt_number,
      created_at, paid_with, period_ends_at
    from receipt where account_id = ${accountId} and id = any(${ids})`
}

/** Returns the checkouts of booked payments that the bank had refused or wanted confirmed before. */
function listRefusedBefore(read: Read, accountId: string, receiptIds: string[]): Promise<CheckoutRow[]> {
  return read<CheckoutRow>`
    select checkout.id, checkout.created_at, checkout.kind, checkout.status, package_name, plan_name,
      checkout.amount_cents, decline_code, needs_confirmation, paid.id as receipt_id
    from (
      select id, stripe_payment_intent_id from credit_purchase where account_id = ${accountId} and id = any(${receiptIds})
      union all
      select id, stripe_payment_intent_id from subscription_payment
      where account_id = ${accountId} and id = any(${receiptIds})
    ) as paid
    join checkout on checkout.stripe_payment_intent_id = paid.stripe_payment_intent_id
    where decline_code is not null`
}

function listCheckouts(read: Read, ids: string[]): Promise<CheckoutRow[]> {
  return read<CheckoutRow>`
    select id, created_at, kind, status, package_name, plan_name, amount_cents, decline_code, needs_confirmation,
      null::uuid as receipt_id
    from checkout where id = any(${ids})`
}

function toPaid(row: ReceiptRow, refused: CheckoutRow[], refundableCents: number): Line<'payment'> {
  return {
    kind: 'payment',
    id: row.id,
    at: row.createdAt,
    state: 'paid',
    description: describeTransaction({ kind: 'payment', item: row.item }),
    amount: centsToDollars(row.amountCents),
    refundable: centsToDollars(refundableCents),
    given: row.creditsAddedMs / 1000,
    isAutomatic: row.kind === 'automatic',
    paidWith: row.paidWith,
    receiptNumber: nameReceipt(row.receiptNumber),
    periodEndsAt: row.periodEndsAt,
    attempts: refused.map(toAttempt),
  }
}

function toUnpaid(row: CheckoutRow): Line<'payment'> {
  return {
    kind: 'payment',
    id: row.id,
    at: row.createdAt,
    state: row.status,
    description: describeCheckout(row),
    amount: centsToDollars(row.amountCents),
    refundable: 0,
    given: 0,
    isAutomatic: row.kind === 'auto',
    paidWith: null,
    receiptNumber: null,
    periodEndsAt: null,
    attempts: row.declineCode || row.needsConfirmation ? [toAttempt(row)] : [],
  }
}

function toAttempt({ createdAt, declineCode, needsConfirmation }: CheckoutRow) {
  return { at: createdAt, declineCode, needsConfirmation }
}

function describeCheckout({ kind, packageName, planName }: CheckoutRow): string {
  if (kind === 'seats') return 'More seats'
  const named = [packageName, planName].filter((name) => name !== null)
  return named.length > 0 ? named.join(' and ') : describeTransaction({ kind: 'debt', item: null })
}
