import { countOf, first, type LongRead, type Read, type Tx } from '../../database/sql.ts'

/** Refunds of payments whose customer is unknown here (D44): after a restore, their people and rows are gone. */

export interface UnknownCustomerRefund {
  id: string
  stripePaymentIntentId: string
  stripeCustomerId: string
  amountCents: number
  /** `made` or `refused` once the provider has answered. */
  status: 'requested' | 'made' | 'refused'
}

/** Lets one refund at a time be decided for a customer, for whom there is no account to lock. */
export async function lockUnknownCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`refunds to ${customerId}`}, 0))`
}

interface NewRefund {
  paymentIntentId: string
  customerId: string
  amountCents: number
  reason: string
  requestedBy: string
  key: string
  at: Date
}

/** Requests a refund. The row exists before the provider is asked, and the provider's key comes from it. */
export async function addUnknownCustomerRefund(tx: Tx, refund: NewRefund): Promise<string> {
  const { paymentIntentId, customerId, amountCents, reason, requestedBy, key, at } = refund
  const [row] = await tx<{ id: string }>`
    insert into unknown_customer_refund (stripe_payment_intent_id, stripe_customer_id, amount_cents, reason, requested_by,
      request_key, created_at, updated_at)
    values (${paymentIntentId}, ${customerId}, ${amountCents}, ${reason}, ${requestedBy}, ${key}, ${at}, ${at})
    returning id`
  if (!row) throw new Error('An inserted row came back without its id')
  return row.id
}

/** Returns a refund by its id, by the key of its form, or the one of a payment that the provider has not answered. */
export function findUnknownCustomerRefund(
  read: Read,
  by: { id?: string; key?: string; openFor?: string },
): Promise<UnknownCustomerRefund | null> {
  return first(read<UnknownCustomerRefund>`
    select id, stripe_payment_intent_id, stripe_customer_id, amount_cents, status from unknown_customer_refund
    where id = ${by.id}::uuid or request_key = ${by.key}::uuid
      or (stripe_payment_intent_id = ${by.openFor} and status = 'requested')
    order by created_at limit 1`)
}

/** Returns the refunds that the provider has not answered, at most 500. */
export function listUnsentRefunds(read: LongRead): Promise<UnknownCustomerRefund[]> {
  return read<UnknownCustomerRefund>`
    select id, stripe_payment_intent_id, stripe_customer_id, amount_cents, status from unknown_customer_refund
    where status = 'requested' order by created_at limit 500`
}

/** Stores the provider's answer. */
export async function settleUnknownCustomerRefund(
  tx: Tx,
  id: string,
  status: 'made' | 'refused',
  at: Date,
): Promise<void> {
  await tx`update unknown_customer_refund set status = ${status}, updated_at = ${at} where id = ${id}`
}

/** Returns what staff refunded to an unknown customer since then, in cents, without the refund of the form `key`. */
export function sumRefundedToUnknown(read: Read, customerId: string, since: Date, key: string): Promise<number> {
  return countOf(read<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from unknown_customer_refund
    where stripe_customer_id = ${customerId} and status <> 'refused' and created_at > ${since}
      and request_key is distinct from nullif(${key}, '')::uuid`)
}
