import { allValues, type LongRead } from '../database/sql.ts'

/** What was booked under which payment, for the comparison with the payment provider (D37). */

export interface BookedPayment {
  /** Null for a month whose invoice was settled without a payment. */
  paymentIntentId: string | null
  invoiceId: string | null
  accountId: string
  stripeCustomerId: string | null
  /** Everything that was booked under the payment. */
  amountCents: number
}

/** Returns everything booked since `since` and everything booked under `alsoIds`, one row per payment. */
export function listBookedPayments(read: LongRead, since: Date, alsoIds: string[]): Promise<BookedPayment[]> {
  return read<BookedPayment>`
    select payment_intent_id, invoice_id, booked.account_id, payer.stripe_customer_id, amount_cents
    from (
      select stripe_payment_intent_id as payment_intent_id, max(stripe_invoice_id) as invoice_id,
        (array_agg(account_id))[1] as account_id, sum(amount_cents)::int as amount_cents
      from receipt
      where kind in ('payment', 'automatic', 'debt')
        and (created_at > ${since} or stripe_payment_intent_id = any(${alsoIds}::text[])
          or stripe_invoice_id = any(${alsoIds}::text[]))
      group by stripe_payment_intent_id, coalesce(stripe_payment_intent_id, stripe_invoice_id)
    ) as booked
    left join payer on payer.account_id = booked.account_id`
}

/** Returns the payments for which nothing was booked, or whose checkout is not marked as paid. */
export function listUnsettled(read: LongRead, paymentIntentIds: string[]): Promise<string[]> {
  return allValues(read<{ paymentId: string }>`
    select payment_id from unnest(${paymentIntentIds}::text[]) as payment_id
    where exists (select from checkout where stripe_payment_intent_id = payment_id and status <> 'paid')
      or not (exists (select from credit_purchase where stripe_payment_intent_id = payment_id)
        or exists (select from subscription_payment where stripe_payment_intent_id = payment_id)
        or exists (select from debt where stripe_payment_intent_id = payment_id))`)
}
