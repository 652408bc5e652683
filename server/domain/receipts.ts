import type { Read } from '../database/sql.ts'

/** The transaction history: every payment and everything that went back, each with its receipt (D43). */

export interface Transaction {
  id: string
  type: 'subscription' | 'credits'
  /** What happened: paid, an automatic purchase, money that went back, or a debt that was paid. */
  kind: 'payment' | 'automatic' | 'refund' | 'dispute' | 'debt'
  tier: string
  /** Negative for what went back. */
  amountCents: number
  creditsAddedMs: number
  stripePaymentIntentId: string | null
  receiptNumber: number
  createdAt: Date
}

/** Every paid month, package, refund, lost dispute and paid debt of an account, newest first. */
export function listTransactions(read: Read, accountId: string): Promise<Transaction[]> {
  return read<Transaction>`
    select id, 'credits' as type, case when automatic then 'automatic' else 'payment' end as kind, tier, amount_cents,
      credits_added_ms, stripe_payment_intent_id, receipt_number, created_at
    from credit_purchase where account_id = ${accountId}
    union all
    select id, 'subscription', 'payment', 'starter', amount_cents, credits_added_ms, stripe_payment_intent_id,
      receipt_number, created_at
    from subscription_payment where account_id = ${accountId}
    union all
    select id, type, kind, tier, -amount_cents, 0, stripe_payment_intent_id, receipt_number, created_at
    from reversal
    where account_id = ${accountId}
      and ((kind = 'refund' and status in ('pending', 'succeeded')) or (kind = 'dispute' and status = 'lost'))
    union all
    select id, 'credits', 'debt', 'starter', amount_cents, 0, stripe_payment_intent_id, receipt_number, closed_at
    from debt where account_id = ${accountId} and status = 'paid'
    order by created_at desc, type, receipt_number desc limit 1000`
}

/** A receipt's number as people read it: L-000042. */
export function nameReceipt(receiptNumber: number): string {
  return `L-${String(receiptNumber).padStart(6, '0')}`
}
