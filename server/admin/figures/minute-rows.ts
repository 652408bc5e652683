import type { FigureDays } from '#contract/admin/figure-period.ts'
import type { overviewMinutes, overviewOwed } from '#contract/admin/overview-rows.ts'
import type { LongRead } from '../../database/sql.ts'
import { type Page, toPage } from '../../kernel/admin-list.ts'
import { soldKinds } from './overview.ts'
import type { QueryOf, RowOf } from '../../kernel/serve.ts'

/** The rows behind the owner's figures of minutes. */

export type MinuteRow = Omit<RowOf<typeof overviewMinutes>, 'minutes'> & { amountMs: number; total: number }

/** Returns the entries that sold minutes, let them lapse, or did neither and are no talk, newest first. */
export async function listMinutes(
  read: LongRead,
  { from, to }: FigureDays,
  { kind, limit, offset }: QueryOf<typeof overviewMinutes>,
): Promise<Page<MinuteRow>> {
  return toPage(
    await read<MinuteRow>`
      with found as materialized (
        select id, account_id, at, kind, amount_ms from entry
        where at >= ${from}::date at time zone 'UTC' and at < (${to}::date + 1) at time zone 'UTC'
          and ${kind} = case when kind = any(${soldKinds}) then 'sold' when kind = 'monthly_lapse' then 'lapsed'
            when kind <> 'usage' then 'other' end
      )
      select line.id, line.at, line.kind as entry, line.amount_ms, account.user_id, account.organization_id,
        coalesce(organization.name, users.email, '') as payer, (select count(*) from found) as total
      from (select 1) as one
      left join (
        select * from found order by at desc, id limit ${limit ?? 1000} offset ${offset ?? 0}
      ) as line on true
      left join account on account.id = line.account_id
      left join organization on organization.id = account.organization_id
      left join users on users.id = account.user_id
      order by line.at desc, line.id`,
  )
}

export type OwedRow = Omit<RowOf<typeof overviewOwed>, 'minutes' | 'purchasedMinutes' | 'paid'> & {
  balanceMs: number
  purchasedMs: number | null
  paidCents: number | null
  total: number
}

/**
 * Returns the balances at the end of a period, the largest first. What lots are left and what was paid for them is known
 * for the present alone; it is counted as in `readOwed`.
 */
export async function listOwed(
  read: LongRead,
  { to }: FigureDays,
  { limit, offset }: QueryOf<typeof overviewOwed>,
  at: Date,
): Promise<Page<OwedRow>> {
  const isPresent = to >= at.toISOString().slice(0, 10)
  return toPage(
    await read<OwedRow>`
      with found as materialized (
        -- From the present backward, so that no more than the later entries is read.
        select account_id, balance_ms from (
          select account.id as account_id, monthly_ms + purchased_ms - coalesce(later.ms, 0) as balance_ms
          from account left join (
            select account_id, sum(amount_ms)::bigint as ms from entry
            where at >= (${to}::date + 1) at time zone 'UTC' group by 1
          ) as later on later.account_id = account.id
        ) as held where balance_ms > 0
      )
      select line.account_id as id, line.balance_ms, account.user_id, account.organization_id,
        case when ${isPresent} then coalesce(lot.purchased_ms, 0) end as purchased_ms,
        case when ${isPresent} then coalesce(lot.cents, 0) end as paid_cents,
        coalesce(organization.name, users.email, '') as payer, (select count(*) from found) as total
      from (select 1) as one
      left join (
        select * from found order by balance_ms desc, account_id limit ${limit ?? 1000} offset ${offset ?? 0}
      ) as line on true
      left join lateral (
        select sum(remaining_ms) filter (where bucket = 'purchased')::bigint as purchased_ms,
          sum(round(paid_cents * remaining_ms::numeric / granted_ms))::bigint as cents
        from priced_lot where ${isPresent} and account_id = line.account_id and remaining_ms > 0
      ) as lot on true
      left join account on account.id = line.account_id
      left join organization on organization.id = account.organization_id
      left join users on users.id = account.user_id
      order by line.balance_ms desc, line.account_id`,
  )
}
