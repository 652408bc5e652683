import type { adminDebt, adminDebts } from '#contract/admin/debts.ts'
import type { AdminPaymentKind } from '#contract/admin/payments.ts'
import { columns, type LongRead } from '../../database/sql.ts'
import { type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { QueryOf, RowOf } from '../../kernel/serve.ts'

/** Who owes what, since when and why (D44). */

export type DebtRow = Omit<RowOf<typeof adminDebt>, 'amount' | 'payer' | 'description'> & {
  amountCents: number
  userId: string | null
  organizationId: number | null
  payerName: string
  payerEmail: string
  kind: AdminPaymentKind | null
  items: string[]
  total: number
}

export type DebtQuery = QueryOf<typeof adminDebts>

const sortKeys = { created: columns`created_at`, payer: columns`lower(payer_name)`, amount: columns`amount_cents` }

/** Returns debts, newest first unless another order is requested. */
export async function listDebts(read: LongRead, query: DebtQuery): Promise<Page<DebtRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-created', sortKeys)
  return toPage(
    await read<DebtRow>`
      with matching as (
        select debt.id, debt.created_at, debt.amount_cents,
          case debt.status when 'withdrawn' then 'cancelled' else debt.status end as state,
          account.user_id, account.organization_id,
          coalesce(organization.name, users.first_name || ' ' || users.last_name) as payer_name,
          coalesce(organization.contact_email, users.email) as payer_email
        from debt
        join account on account.id = debt.account_id
        left join users on users.id = account.user_id
        left join organization on organization.id = account.organization_id
        where (${query.state}::text is null
            or debt.status = case ${query.state} when 'cancelled' then 'withdrawn' else ${query.state} end)
          and (${pattern}::text is null or searchable(organization.name) like ${pattern}
            or searchable(organization.contact_email) like ${pattern} or searchable(users.email) like ${pattern}
            or searchable(users.first_name || ' ' || users.last_name) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select * from matching
          order by ${key} ${direction}, created_at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, sorted.id, sorted.amount_cents, sorted.state, sorted.created_at, debt.closed_at, debt.reason,
        sorted.user_id, sorted.organization_id, sorted.payer_name, sorted.payer_email, line.id as payment_id, line.kind,
        bought.items, dispute.reason as dispute_reason
      from (select count(*) as total from matching) as counted
      left join sorted on true
      left join debt on debt.id = sorted.id
      left join dispute on dispute.stripe_dispute_id = debt.stripe_dispute_id
      left join listed_payment as line on line.stripe_payment_intent_id = dispute.stripe_payment_intent_id
      left join lateral payment_receipts(dispute.stripe_payment_intent_id, null) as bought on true
      order by sorted.place`,
  )
}
