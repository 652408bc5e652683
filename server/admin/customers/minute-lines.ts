import { nameReceipt } from '#contract/billing/receipts.ts'
import type { LineKind, minuteKinds } from '#contract/admin/timeline.ts'
import type { Read } from '../../database/sql.ts'
import type { Line, LinePlace } from './timeline.ts'

/** Lines of the minutes ledger on a timeline, each with its cause. */

interface EntryRow {
  id: string
  at: Date
  kind: (typeof minuteKinds)[number]
  amountMs: number
  balanceBeforeMs: number
  balanceAfterMs: number
  monthMs: number | null
  agentName: string | null
  talkId: string | null
  talkAt: Date | null
  paymentId: string | null
  paymentAt: Date | null
  receiptNumber: number | null
  moneyBackId: string | null
  moneyBackKind: LineKind | null
  moneyBackAt: Date | null
  actId: string | null
  actAt: Date | null
  adminEmail: string | null
  reason: string | null
}

/** Entries have no index by id, so they are found by the time that their page covers. */
export async function readEntries(read: Read, accountId: string, places: LinePlace[]): Promise<Line<'minutes'>[]> {
  const times = places.map(({ at }) => at.getTime())
  // A moment has microseconds here and milliseconds there.
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)]
  const rows = await read<EntryRow>`
    select entry.id, entry.at, entry.kind, entry.amount_ms, entry.balance_before_ms, entry.balance_after_ms,
      entry.month_ms, coalesce(talked.name, unlocked.name) as agent_name, talk.id as talk_id,
      talk.created_at as talk_at, coalesce(bought.id, month.id) as payment_id,
      coalesce(bought.created_at, month.created_at) as payment_at,
      coalesce(bought.receipt_number, month.receipt_number) as receipt_number, gone.id as money_back_id,
      gone.kind as money_back_kind, gone.created_at as money_back_at, act.id as act_id, act.at as act_at,
      act.email as admin_email, act.reason
    from entry
    join account on account.id = entry.account_id
    left join voice_session as talk on talk.id = case
      when entry.kind = 'usage' then entry.ref::uuid
      when entry.kind = 'talk_credit' then substring(entry.ref from '^talk:(.+)')::uuid
      when entry.kind = 'adjustment' then substring(entry.ref from '^adjustment:(.+)')::uuid end
    left join agent as talked on talked.id = talk.agent_id
    left join agent as unlocked on unlocked.id = case when entry.kind = 'unlock' then entry.ref::uuid end
    left join credit_purchase as bought on bought.account_id = entry.account_id
      and bought.stripe_payment_intent_id = substring(entry.ref from '^(?:package|bonus):([^#]+)')
    left join subscription_payment as month on month.account_id = entry.account_id
      and month.stripe_invoice_id = substring(entry.ref from '^month:([^#]+)')
    left join lateral (
      select money_back.id, money_back.kind, money_back.created_at from money_back
      where entry.kind in ('refund', 'freeze', 'release') and money_back.account_id = entry.account_id
        and money_back.created_at <= entry.at and money_back.stripe_payment_intent_id =
          coalesce(bought.stripe_payment_intent_id, month.stripe_payment_intent_id)
      order by money_back.created_at desc limit 1) as gone on true
    left join lateral (
      select made.id, made.at, made.reason, admin.email from admin_act as made
      join users as admin on admin.id = made.admin_id
      where entry.kind = 'adjustment' and made.at = entry.at and made.action in ('credits.adjust', 'conversation.credit')
        and made.target_kind = case when account.user_id is null then 'organization' else 'user' end
        and made.target_id = coalesce(account.user_id::text, account.organization_id::text)
      limit 1) as act on true
    where entry.account_id = ${accountId} and entry.at >= ${from} and entry.at <= ${to}
      and entry.id = any(${places.map(({ id }) => id)})`
  return rows.map(toLine)
}

function toLine(row: EntryRow): Line<'minutes'> {
  return {
    ...row,
    kind: 'minutes',
    entry: row.kind,
    change: row.amountMs / 1000,
    balanceBefore: row.balanceBeforeMs / 1000,
    balanceAfter: row.balanceAfterMs / 1000,
    fromMonth: row.monthMs === null ? null : row.monthMs / 1000,
    receiptNumber: row.receiptNumber === null ? null : nameReceipt(row.receiptNumber),
    by: row.adminEmail,
    cause: causeOf(row),
  }
}

function causeOf(row: EntryRow): Line<'minutes'>['cause'] {
  const { talkId, talkAt, moneyBackId, moneyBackKind, moneyBackAt, paymentId, paymentAt, actId, actAt } = row
  if (talkId && talkAt) return { kind: 'conversation', id: talkId, at: talkAt }
  if (moneyBackId && moneyBackKind && moneyBackAt) return { kind: moneyBackKind, id: moneyBackId, at: moneyBackAt }
  if (paymentId && paymentAt) return { kind: 'payment', id: paymentId, at: paymentAt }
  return actId && actAt ? { kind: 'act', id: actId, at: actAt } : null
}
