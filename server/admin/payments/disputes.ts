import type { disputes, DisputeState } from '#contract/admin/disputes.ts'
import { columns, type LongRead } from '../../database/sql.ts'
import { type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { AdminPaymentKind } from '#contract/admin/payments.ts'
import type { QueryOf, RowOf } from '../../kernel/serve.ts'

/** Disputes as the panel shows them. */

export type DisputeRow = Omit<
  RowOf<typeof disputes>,
  'amount' | 'state' | 'payer' | 'description' | 'receiptNumbers'
> & {
  stripeDisputeId: string
  paymentIntentId: string
  accountId: string
  amountCents: number
  status: string
  userId: string | null
  organizationId: number | null
  payerName: string
  payerEmail: string
  kind: AdminPaymentKind | null
  items: string[]
  receiptNumbers: number[]
  total: number
}

export type DisputeQuery = QueryOf<typeof disputes> & { id?: string }

/** Returns what is left to do about a dispute from the provider's own word for its state. */
export function disputeStateOf(status: string): DisputeState {
  if (status.startsWith('warning_') || status === 'prevented') return 'inquiry'
  if (status === 'won' || status === 'lost' || status === 'needs_response') return status
  return 'under_review'
}

const sortKeys = { due: columns`due_at`, created: columns`created_at`, amount: columns`amount_cents` }

/** Returns disputes, those that wait for an answer first, by deadline, unless another order is requested. */
export async function listDisputes(read: LongRead, query: DisputeQuery): Promise<Page<DisputeRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, 'due', sortKeys)
  const isByDueDate = key === sortKeys.due
  return toPage(
    await read<DisputeRow>`
      with named as (
        select dispute.id, dispute.created_at, dispute.amount_cents, dispute.due_at, case
            when status like 'warning%' or status = 'prevented' then 'inquiry'
            when status in ('won', 'lost', 'needs_response') then status else 'under_review' end as state,
          users.id as user_id, organization.id as organization_id,
          coalesce(organization.name, users.first_name || ' ' || users.last_name) as payer_name,
          coalesce(organization.contact_email, users.email) as payer_email
        from dispute
        join account on account.id = dispute.account_id
        left join users on users.id = account.user_id
        left join organization on organization.id = account.organization_id
        where ${query.id}::uuid is null or dispute.id = ${query.id}
      ), matching as (
        select * from named
        where (${query.state}::text is null or state = ${query.state})
          and (${pattern}::text is null or searchable(payer_name) like ${pattern}
            or searchable(payer_email) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select * from matching
          order by ${isByDueDate}::boolean and state <> 'needs_response', ${key} ${direction} nulls last, created_at desc, id
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, dispute.id, stripe_dispute_id, dispute.stripe_payment_intent_id as payment_intent_id,
        dispute.account_id, dispute.amount_cents, dispute.status, dispute.reason, dispute.due_at, has_evidence,
        submissions, dispute.created_at, sorted.user_id, sorted.organization_id, payer_name, payer_email,
        line.id as payment_id, line.kind, bought.items, bought.receipt_numbers
      from (select count(*) as total from matching) as counted
      left join sorted on true
      left join dispute on dispute.id = sorted.id
      left join listed_payment as line on line.stripe_payment_intent_id = dispute.stripe_payment_intent_id
      left join lateral payment_receipts(dispute.stripe_payment_intent_id, null) as bought on true
      order by sorted.place`,
  )
}

/** Returns one dispute; null when unknown. */
export async function findDispute(read: LongRead, id: string): Promise<DisputeRow | null> {
  return (await listDisputes(read, { id, limit: 1 })).rows[0] ?? null
}
