import type { RefundRequestState } from '#contract/billing/refund-requests.ts'
import { refundRequestDays } from '#contract/billing/refund-requests.ts'
import { hasRows, firstValue, first, columns, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { type ListQuery, type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { PaidPart } from './shares.ts'

/**
 * Refunds that wait for the approval of someone else, and what became of them. A decision is made under the lock of the
 * account, or of the customer who is unknown here.
 */

export interface RefundRequestRow {
  id: string
  /** The payment's row in the transaction history, or its finding when its customer is unknown here. */
  transactionId: string
  stripePaymentIntentId: string
  /** Null when the customer is unknown here. */
  accountId: string | null
  amountCents: number
  reason: string
  requestKey: string
  requestedBy: string
  requestedAt: Date
  expiresAt: Date
  state: RefundRequestState
  moneyBackId: string | null
}

const waitMs = refundRequestDays * 24 * 60 * 60_000

/** Returns a request by its id or by the key of its form; null when there is none. */
export async function findRefundRequest(
  read: Read,
  by: { id: string } | { key: string },
): Promise<RefundRequestRow | null> {
  const [id, key] = 'id' in by ? [by.id, null] : [null, by.key]
  return first(read<RefundRequestRow>`
    select id, transaction_id, stripe_payment_intent_id, account_id, amount_cents, reason, request_key, requested_by,
      requested_at, expires_at, state, money_back_id
    from refund_request where id = ${id}::uuid or request_key = ${key}::uuid`)
}

/** Returns what waits for approval of each part of these payments, in cents by the part's id. */
export async function readWaitingCents(read: Read, paymentIntentIds: string[], at: Date): Promise<Map<string, number>> {
  const rows = await read<{ id: string; cents: number }>`
    select transaction_id as id, amount_cents as cents from refund_request
    where stripe_payment_intent_id = any(${paymentIntentIds}) and state = 'waiting' and expires_at > ${at}`
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** A refunded part of a payment; without an account when its customer is unknown here. */
export type RefundedPart = Pick<PaidPart, 'id' | 'paymentIntentId'> & { accountId: string | null }

interface Asked {
  amountCents: number
  reason: string
  key: string
  requestedBy: string
  at: Date
}

/** Stores a request. Returns its id; null while another of the same part waits. */
export async function addRefundRequest(tx: Tx, part: RefundedPart, asked: Asked): Promise<string | null> {
  const expiresAt = new Date(asked.at.getTime() + waitMs)
  return firstValue(tx<{ id: string }>`
    insert into refund_request (transaction_id, stripe_payment_intent_id, account_id, amount_cents, reason, request_key,
      requested_by, requested_at, expires_at)
    values (${part.id}, ${part.paymentIntentId}, ${part.accountId}, ${asked.amountCents}, ${asked.reason}, ${asked.key},
      ${asked.requestedBy}, ${asked.at}, ${expiresAt})
    on conflict (transaction_id) where state = 'waiting' do nothing
    returning id`)
}

interface Decision {
  state: 'approved' | 'declined' | 'withdrawn'
  by: string
  at: Date
  /** The refund that an approval makes, which is one of these. */
  moneyBackId?: string
  unknownCustomerRefundId?: string
}

/** Stores the decision about a request, once. Returns false when it no longer waits. */
export async function decideRefundRequest(tx: Tx, id: string, decision: Decision): Promise<boolean> {
  const { state, by, at, moneyBackId, unknownCustomerRefundId } = decision
  return hasRows(tx`
    update refund_request set state = ${state}, decided_by = ${by}, decided_at = ${at}, money_back_id = ${moneyBackId},
      unknown_customer_refund_id = ${unknownCustomerRefundId}
    where id = ${id} and state = 'waiting' and expires_at > ${at} returning id`)
}

/** Ends the requests that nobody decided in time, of one account or of all. */
export async function expireRefundRequests(tx: Tx, at: Date, accountId: string | null = null): Promise<void> {
  await tx`
    update refund_request set state = 'expired', decided_at = ${at}
    where state = 'waiting' and expires_at <= ${at} and (${accountId}::uuid is null or account_id = ${accountId})`
}

export interface ListedRequest extends Omit<RefundRequestRow, 'accountId' | 'requestKey' | 'moneyBackId'> {
  /** Null when the customer is unknown here. */
  receiptNumber: number | null
  payerName: string
  payerUserId: string | null
  payerOrganizationId: number | null
  requesterName: string
  requesterEmail: string
  decidedBy: string | null
  deciderName: string | null
  deciderEmail: string | null
  decidedAt: Date | null
  total: number
}

interface RequestQuery extends ListQuery {
  state?: RefundRequestState | undefined
  id?: string
}

const sortKeys = { requested: columns`requested_at`, amount: columns`amount_cents` }

/** Returns requests with the names of everybody concerned, newest first unless another order is requested. */
export async function listRefundRequests(read: LongRead, query: RequestQuery, at: Date): Promise<Page<ListedRequest>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-requested', sortKeys)
  return toPage(
    await read<ListedRequest>`
      with line as (
        select request.id, transaction_id, request.stripe_payment_intent_id, request.amount_cents, request.reason,
          request.requested_by, requested_at, expires_at, decided_by, decided_at, receipt.receipt_number,
          case when request.state = 'waiting' and expires_at <= ${at} then 'expired' else request.state end as state,
          coalesce(organization.name, payer.first_name || ' ' || payer.last_name, nullif(finding.customer_email, ''),
            'Unknown customer') as payer_name,
          account.user_id as payer_user_id, account.organization_id as payer_organization_id,
          requester.first_name || ' ' || requester.last_name as requester_name, requester.email as requester_email,
          decider.first_name || ' ' || decider.last_name as decider_name, decider.email as decider_email
        from refund_request as request
        left join receipt on receipt.id = request.transaction_id
        left join finding on finding.id = request.transaction_id
        left join account on account.id = request.account_id
        left join users as payer on payer.id = account.user_id
        left join organization on organization.id = account.organization_id
        join users as requester on requester.id = request.requested_by
        left join users as decider on decider.id = request.decided_by
      ), matching as (
        select * from line
        where (${query.id ?? null}::uuid is null or id = ${query.id ?? null})
          and (${query.state}::text is null or state = ${query.state})
          and (${pattern}::text is null or searchable(concat_ws(' ', payer_name, requester_name, requester_email,
            reason, receipt_number)) like ${pattern})
      ), page as (
        select *, row_number() over () as place from (
          select * from matching
          order by ${key} ${direction}, requested_at desc, id desc
          limit ${limit} offset ${offset}
        ) as sorted
      )
      select total, page.* from (select count(*) as total from matching) as counted
      left join page on true order by page.place`,
  )
}
