import { centsToDollars } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import type { Read } from '../../database/sql.ts'
import type { Line } from './timeline.ts'

/** Refunds and disputes on a timeline. */

interface MoneyBackRow {
  id: string
  createdAt: Date
  kind: 'refund' | 'dispute'
  status: string
  amountCents: number
  receiptNumber: number
  /** Whether the number was printed on a receipt: refunds that were made, and lost disputes. */
  hasReceipt: boolean
  takenMs: number
  reason: string | null
  requestedBy: string | null
  paymentId: string | null
  paymentAt: Date | null
  paymentNumber: number | null
}

export async function readMoneyBack(
  read: Read,
  accountId: string,
  ids: string[],
): Promise<(Line<'refund'> | Line<'dispute'>)[]> {
  const rows = await read<MoneyBackRow>`
    select gone.id, gone.created_at, gone.kind, gone.status, gone.amount_cents, gone.receipt_number,
      receipt.id is not null as has_receipt, coalesce(-receipt.credits_added_ms, 0)::bigint as taken_ms, gone.reason,
      admin.email as requested_by, coalesce(bought.id, month.id) as payment_id,
      coalesce(bought.created_at, month.created_at) as payment_at,
      coalesce(bought.receipt_number, month.receipt_number) as payment_number
    from money_back as gone
    left join receipt on receipt.account_id = gone.account_id and receipt.id = gone.id
    left join users as admin on admin.id = gone.requested_by
    left join credit_purchase as bought on gone.type = 'credits' and bought.account_id = gone.account_id
      and bought.stripe_payment_intent_id = gone.stripe_payment_intent_id
    left join lateral (
      select id, created_at, receipt_number from subscription_payment
      where gone.type = 'subscription' and subscription_payment.account_id = gone.account_id
        and subscription_payment.stripe_payment_intent_id = gone.stripe_payment_intent_id
      order by created_at limit 1) as month on true
    where gone.account_id = ${accountId} and gone.id = any(${ids})`
  return rows.map(toLine)
}

const refundStates = ['requested', 'pending', 'succeeded', 'failed', 'canceled'] as const
const disputeStates = ['open', 'won', 'lost', 'none'] as const

function toLine(row: MoneyBackRow): Line<'refund'> | Line<'dispute'> {
  const shared = {
    ...row,
    at: row.createdAt,
    amount: centsToDollars(row.amountCents),
    receiptNumber: row.hasReceipt ? nameReceipt(row.receiptNumber) : null,
    payment:
      row.paymentId && row.paymentAt ? ({ kind: 'payment', id: row.paymentId, at: row.paymentAt } as const) : null,
    paymentReceipt: row.paymentNumber === null ? null : nameReceipt(row.paymentNumber),
    taken: row.takenMs / 1000,
  }
  if (row.kind === 'dispute') return { ...shared, kind: 'dispute', state: known(disputeStates, row.status, 'open') }
  return { ...shared, kind: 'refund', state: known(refundStates, row.status, 'pending'), by: row.requestedBy }
}

/** The payment provider may say more than we know; what we do not know is not settled. */
function known<State extends string>(states: readonly State[], status: string, otherwise: State): State {
  return states.find((state) => state === status) ?? otherwise
}
