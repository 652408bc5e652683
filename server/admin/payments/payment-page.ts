import type * as z from 'zod/mini'
import type { FindingKind } from '#contract/admin/findings.ts'
import type { readAdminPayment } from '#contract/admin/payments.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { describeTransaction, nameReceipt, type TransactionKind } from '#contract/billing/receipts.ts'
import { readLeft } from '../../billing/refunds/refundable.ts'
import type { Transaction } from '../../billing/bookings/receipts.ts'
import type { Read } from '../../database/sql.ts'
import { disputeStateOf } from './disputes.ts'
import { type RefundStatus, toAdminPayment } from './payment-answers.ts'
import type { PaymentRow } from './payments.ts'

/** One payment with everything that hangs on it. */

/** Returns what a payment gave, its refunds and disputes, and open findings about it, in the form of the API. */
export async function describePage(
  read: Read,
  row: PaymentRow,
  at: Date,
): Promise<z.input<typeof readAdminPayment.answer>> {
  const parts = await listParts(read, row)
  const left = await readLeft(read, parts, at)
  return {
    ...toAdminPayment(row),
    declineCode: row.declineCode,
    parts: parts.map((part) => ({
      ...part,
      description: describeTransaction(part),
      amount: centsToDollars(part.amountCents),
      creditsAdded: msToMinutes(part.creditsAddedMs),
      receiptNumber: nameReceipt(part.receiptNumber),
      // A debt is refunded only when its dispute is won.
      refundable: part.kind === 'debt' ? 0 : centsToDollars(left.get(part.id)?.refundableCents ?? 0),
      waiting: centsToDollars(left.get(part.id)?.waitingCents ?? 0),
    })),
    refunds: (await listRefunds(read, row.paymentIntentId)).map(({ amountCents, ...refund }) => ({
      ...refund,
      amount: centsToDollars(amountCents),
    })),
    disputes: (await listDisputesOf(read, row.paymentIntentId)).map(({ amountCents, status, ...dispute }) => ({
      ...dispute,
      amount: centsToDollars(amountCents),
      state: disputeStateOf(status),
    })),
    findings: await listFindingsAbout(read, [row.paymentIntentId, row.invoiceId]),
  }
}

function listParts(read: Read, row: PaymentRow): Promise<(Transaction & { kind: TransactionKind })[]> {
  return read`
    select id, type, kind, tier, item, amount_cents, credits_added_ms, stripe_payment_intent_id, receipt_number,
      created_at
    from receipt
    where account_id = ${row.accountId} and kind in ('payment', 'automatic', 'debt')
      and (stripe_payment_intent_id = ${row.paymentIntentId}
        or (stripe_payment_intent_id is null and stripe_invoice_id = ${row.invoiceId}))
    order by receipt_number`
}

interface RefundRow {
  id: string
  amountCents: number
  status: RefundStatus
  reason: string | null
  requestedBy: string | null
  createdAt: Date
}

/** Returns the refunds of a payment, newest first; one that covers two things is one refund. */
function listRefunds(read: Read, paymentIntentId: string | null): Promise<RefundRow[]> {
  return read<RefundRow>`
    select (array_agg(money_back.id order by money_back.id))[1] as id, sum(amount_cents)::integer as amount_cents,
      min(status) as status, min(reason) as reason, min(users.email) as requested_by,
      min(money_back.created_at) as created_at
    from money_back left join users on users.id = money_back.requested_by
    where stripe_payment_intent_id = ${paymentIntentId} and kind = 'refund'
    group by coalesce(stripe_id, money_back.id::text)
    order by created_at desc, id`
}

interface DisputeLine {
  id: string
  amountCents: number
  status: string
  reason: string
  dueAt: Date | null
}

function listDisputesOf(read: Read, paymentIntentId: string | null): Promise<DisputeLine[]> {
  return read<DisputeLine>`
    select id, amount_cents, status, reason, due_at from dispute
    where stripe_payment_intent_id = ${paymentIntentId} order by created_at desc`
}

function listFindingsAbout(
  read: Read,
  objectIds: (string | null)[],
): Promise<{ id: string; kind: FindingKind; details: string }[]> {
  return read`
    select id, kind, details from finding
    where object_id = any(${objectIds}::text[]) and closed_at is null and accepted is null order by found_at`
}
