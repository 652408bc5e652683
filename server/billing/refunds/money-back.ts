import { countOf, firstValue, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { type PaidPart, splitCents } from './shares.ts'

/** Refunds and disputes of payments: one row for each, and for each type of thing that was paid (D43, D44). */

export interface MoneyBack {
  id: string
  /** Null while a refund was requested and the provider has not answered yet. */
  stripeId: string | null
  kind: 'refund' | 'dispute'
  type: PaidPart['type']
  amountCents: number
  /** requested, pending, succeeded, failed or canceled for refunds; open, won, lost or none for disputes. */
  status: string
  reason: string | null
  requestedBy: string | null
  /** The key under which an admin requested it; null when no admin did. */
  requestKey: string | null
  receiptNumber: number
  createdAt: Date
}

/** Returns whether the provider has made a refund, even if the money is still on its way. */
export function isMade(status: string | null): boolean {
  return status === 'pending' || status === 'succeeded'
}

/** Returns what a payment paid for; empty until it is credited, and for one that is not ours. */
export function listPaidParts(read: Read, paymentIntentId: string): Promise<PaidPart[]> {
  return read<PaidPart>`
    select part.*, ${paymentIntentId}::text as payment_intent_id, given.*
    from (
      select id, 'package' as booked, 'credits' as type, account_id, user_id, tier, amount_cents as price_cents,
        'package:' || stripe_payment_intent_id as source_ref
      from credit_purchase where stripe_payment_intent_id = ${paymentIntentId}
      union all
      select id, case when stripe_invoice_id is null then 'seats' else 'month' end, 'subscription', account_id, user_id, tier, amount_cents, 'month:' || stripe_invoice_id
      from subscription_payment where stripe_payment_intent_id = ${paymentIntentId}
      union all
      select id, 'debt', 'credits', account_id, user_id, 'starter', amount_cents, null
      from debt where stripe_payment_intent_id = ${paymentIntentId}
    ) as part
    cross join lateral (
      select coalesce(sum(granted_ms), 0)::bigint as granted_ms,
        coalesce(sum(granted_ms) filter (where source_ref like 'bonus:%'), 0)::bigint as bonus_ms,
        coalesce(sum(granted_ms - remaining_ms - frozen_ms - taken_ms - lapsed_ms), 0)::bigint as spent_ms,
        coalesce(sum(frozen_ms), 0)::bigint as frozen_ms
      from lot where lot.account_id = part.account_id
        and lot.source_ref in (part.source_ref, replace(part.source_ref, 'package:', 'bonus:'))
    ) as given
    order by part.type, part.id`
}

/** Returns the payment of a package or a month by its row in the transaction history; null when unknown. */
export function findPaymentOf(read: Read, transactionId: string): Promise<string | null> {
  return firstValue(read<{ paymentIntentId: string | null }>`
    select stripe_payment_intent_id as payment_intent_id from credit_purchase where id = ${transactionId}
    union all
    select stripe_payment_intent_id from subscription_payment where id = ${transactionId}`)
}

/** Returns every refund and dispute of a payment, oldest first. */
export function listMoneyBack(read: Read, paymentIntentId: string): Promise<MoneyBack[]> {
  return read<MoneyBack>`
    select id, stripe_id, kind, type, amount_cents, status, reason, requested_by, request_key, receipt_number,
      created_at
    from money_back where stripe_payment_intent_id = ${paymentIntentId} order by created_at, id`
}

/** Returns what staff refunded of an account's other payments since then, in cents. */
export function sumRefundedElsewhere(
  read: Read,
  accountId: string,
  paymentIntentId: string,
  since: Date,
): Promise<number> {
  return countOf(read<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from money_back
    where account_id = ${accountId} and stripe_payment_intent_id <> ${paymentIntentId} and kind = 'refund'
      and status in ('requested', 'pending', 'succeeded') and requested_by is not null and created_at > ${since}`)
}

export interface RefundRequest {
  amountCents: number
  reason: string
  /** The requesting admin and the key of that act; null for a reason of our own. */
  requestedBy: string | null
  key: string | null
  at: Date
}

/**
 * Requests a refund of one part. The row exists before the provider is asked, and the provider's key comes from it.
 * Returns null when the key was used for another refund.
 */
export function requestRefund(tx: Tx, part: PaidPart, refund: RefundRequest): Promise<string | null> {
  return firstValue(tx<{ id: string }>`
    insert into money_back (kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents, status, reason,
      requested_by, request_key, created_at, updated_at)
    values ('refund', ${part.type}, ${part.accountId}, ${part.userId}, ${part.tier}, ${part.paymentIntentId},
      ${refund.amountCents}, 'requested', ${refund.reason}, ${refund.requestedBy}, ${refund.key}, ${refund.at},
      ${refund.at})
    on conflict (request_key) do nothing
    returning id`)
}

/** Requests a refund of a whole payment for a reason of our own. The hourly upkeep makes it at the latest. */
export async function requestWholeRefund(tx: Tx, paymentIntentId: string, reason: string, at: Date): Promise<void> {
  for (const part of await listPaidParts(tx, paymentIntentId)) {
    await requestRefund(tx, part, { amountCents: part.priceCents, reason, requestedBy: null, key: null, at })
  }
}

/** Stores that the provider refused a requested refund. */
export async function failRefund(tx: Tx, refundId: string, at: Date): Promise<void> {
  await tx`
    update money_back set status = 'failed', updated_at = ${at} where id = ${refundId} and status = 'requested'`
}

/** A refund or dispute as the provider reports it now. */
export interface ProviderMoneyBack {
  kind: MoneyBack['kind']
  stripeId: string
  /** Our row that requested it, and the type that it is for as a whole. */
  refundId: string | null
  type: string | null
  amountCents: number
  status: string
  reason: string | null
  createdAt: Date
}

interface StoredMoneyBack {
  /** Null when it was unknown, or not made yet. */
  statusBefore: string | null
  status: string
}

/** A refund or dispute whose status this transaction has changed. */
export type MoneyBackChange = ProviderMoneyBack & StoredMoneyBack

/** Stores every refund and dispute of a payment that the provider reports. Returns those whose status has changed. */
export async function storeAllMoneyBack(
  tx: Tx,
  parts: PaidPart[],
  found: ProviderMoneyBack[],
  times: { readAt: Date; at: Date },
): Promise<MoneyBackChange[]> {
  const changes: MoneyBackChange[] = []
  for (const one of found) {
    const stored = await storeMoneyBack(tx, parts, one, times)
    if (stored && stored.status !== stored.statusBefore) changes.push({ ...one, ...stored })
  }
  return changes
}

/**
 * Stores the current state of a refund or dispute. Returns null when a newer read was stored before. `readAt` is real
 * time: when the read began. The account's row must be locked.
 */
async function storeMoneyBack(
  tx: Tx,
  parts: PaidPart[],
  found: ProviderMoneyBack,
  times: { readAt: Date; at: Date },
): Promise<StoredMoneyBack | null> {
  const { kind, stripeId, status } = found
  const updated = await tx<{ statusBefore: string | null }>`
    update money_back set stripe_id = ${stripeId}, status = ${status}, read_at = ${times.readAt}, updated_at = ${times.at}
    where kind = ${kind} and (stripe_id = ${stripeId} or (stripe_id is null and id::text = ${found.refundId}))
      and stripe_payment_intent_id = ${parts[0]?.paymentIntentId} and read_at < ${times.readAt}
    returning case when old.stripe_id is not null then old.status end as status_before`
  if (updated[0]) return { statusBefore: updated[0].statusBefore, status }
  const [known] = await tx`select id from money_back where stripe_id = ${stripeId}`
  if (known) return null
  const whole = parts.filter(({ type }) => type === found.type)
  const sharing = whole.length > 0 ? whole : parts
  const shares = splitCents(found.amountCents, sharing)
  for (const [i, part] of sharing.entries()) {
    const cents = shares[i] ?? 0
    if (cents === 0) continue
    await tx`
      insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents,
        status, reason, created_at, updated_at, read_at)
      values (${stripeId}, ${kind}, ${part.type}, ${part.accountId}, ${part.userId}, ${part.tier},
        ${part.paymentIntentId}, ${cents}, ${status}, ${found.reason}, ${found.createdAt}, ${times.at}, ${times.readAt})`
  }
  return { statusBefore: null, status }
}

/**
 * Returns payments whose refunds or disputes are undecided or left an open debt, page by page, because a report about
 * them may have been lost. It includes payments whose dispute was lost during a conversation that is over now, because
 * what that used is owed as well.
 */
export function listUndecided(read: LongRead, after: string): Promise<{ paymentIntentId: string }[]> {
  return read`
    select distinct stripe_payment_intent_id as payment_intent_id from money_back
    where stripe_payment_intent_id > ${after} and (status in ('requested', 'pending', 'open')
      or stripe_id in (select stripe_dispute_id from debt where status = 'open')
      or (status = 'lost' and exists (select from hold where hold.account_id = money_back.account_id
        and opened_at <= money_back.updated_at and settled_at >= money_back.updated_at)))
    order by 1 limit 500`
}
