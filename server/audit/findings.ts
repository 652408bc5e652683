import type { LongRead, Read, Tx } from '../database/sql.ts'

/**
 * Findings of the hourly comparisons: what was booked against what was paid (D37), and what was talked against what was
 * charged (D91, D176).
 */

export const paymentFindingKinds = ['paid_not_credited', 'credited_not_paid'] as const
export const talkFindingKinds = ['talk_free_time', 'talk_unpaid_sound', 'talk_provider_time'] as const
export const voiceFindingKinds = ['voice_gone'] as const
export type FindingKind =
  | (typeof paymentFindingKinds)[number]
  | (typeof talkFindingKinds)[number]
  | (typeof voiceFindingKinds)[number]

export interface Finding {
  kind: FindingKind
  /**
   * The payment at the provider, or the invoice where a month was booked without one; otherwise the conversation, or
   * the voice's id in our list (D186).
   */
  objectId: string
  accountId: string | null
  details: string
}

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
export async function listUnsettled(read: LongRead, paymentIntentIds: string[]): Promise<string[]> {
  const rows = await read<{ paymentId: string }>`
    select payment_id from unnest(${paymentIntentIds}::text[]) as payment_id
    where exists (select from checkout where stripe_payment_intent_id = payment_id and status <> 'paid')
      or not (exists (select from credit_purchase where stripe_payment_intent_id = payment_id)
        or exists (select from subscription_payment where stripe_payment_intent_id = payment_id)
        or exists (select from debt where stripe_payment_intent_id = payment_id))`
  return rows.map(({ paymentId }) => paymentId)
}

/** Returns the objects of findings of these kinds that no comparison has closed yet. */
export async function listOpenFindings(read: Read, kinds: readonly FindingKind[]): Promise<string[]> {
  const rows = await read<{ objectId: string }>`
    select object_id from finding where closed_at is null and kind = any(${kinds}::text[])`
  return rows.map(({ objectId }) => objectId)
}

/**
 * Stores the findings of a comparison and closes those of the `compared` kinds that it no longer found. Returns the
 * ones that nobody has accepted.
 */
export async function storeFindings(
  tx: Tx,
  compared: readonly FindingKind[],
  findings: Finding[],
  at: Date,
): Promise<Finding[]> {
  const column = (pick: (finding: Finding) => string | null) => findings.map(pick)
  const kinds = column(({ kind }) => kind)
  const ids = column(({ objectId }) => objectId)
  await tx`
    update finding set closed_at = ${at} where closed_at is null and kind = any(${compared}::text[])
      and (kind, object_id) not in (select * from unnest(${kinds}::text[], ${ids}::text[]))`
  const rows = await tx<Finding & { accepted: string | null }>`
    insert into finding (kind, object_id, account_id, details, found_at, seen_at)
    select kind, object_id, account_id, details, ${at}, ${at}
    from unnest(${kinds}::text[], ${ids}::text[], ${column(({ accountId }) => accountId)}::uuid[],
      ${column(({ details }) => details)}::text[]) as found (kind, object_id, account_id, details)
    on conflict (kind, object_id) do update set details = excluded.details, seen_at = excluded.seen_at, closed_at = null
    returning kind, object_id, account_id, details, accepted`
  return rows.filter(({ accepted }) => accepted === null)
}
