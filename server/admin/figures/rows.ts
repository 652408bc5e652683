import type { FigureDays } from '#contract/admin/figure-period.ts'
import { mostCounted } from '#contract/call.ts'
import { moneyBackKinds } from '#contract/admin/overview.ts'
import type { overviewConversations, overviewMoney, overviewSubscriptions } from '#contract/admin/overview-rows.ts'
import type { LongRead } from '../../database/sql.ts'
import { type Page, toPage } from '../../kernel/admin-list.ts'
import type { QueryOf, RowOf } from '../../kernel/serve.ts'

/** The rows behind the owner's figures. */

export type MoneyRow = Omit<RowOf<typeof overviewMoney>, 'receiptId' | 'amount' | 'receiptNumber'> & {
  amountCents: number
  receiptNumber: number | null
  total: number
}

/** Returns what came in and went back, newest first. */
export async function listMoney(
  read: LongRead,
  { from, to }: FigureDays,
  query: QueryOf<typeof overviewMoney>,
): Promise<Page<MoneyRow>> {
  return toPage(
    await read<MoneyRow>`
      with found as materialized (
        select * from money_line
        where at >= ${from}::date at time zone 'UTC' and at < (${to}::date + 1) at time zone 'UTC'
          and case ${query.kind ?? null}::text when 'income' then not kind = any(${moneyBackKinds})
            when 'back' then kind = any(${moneyBackKinds}) else kind = coalesce(${query.kind ?? null}, kind) end
      )
      select line.id, line.at, line.kind, line.amount_cents, line.item, line.receipt_number, account.user_id,
        account.organization_id, coalesce(organization.name, users.email) as payer, (select count(*) from found) as total
      from (select 1) as one
      left join (
        select * from found order by at desc, id, kind limit ${query.limit ?? 1000} offset ${query.offset ?? 0}
      ) as line on true
      left join account on account.id = line.account_id
      left join organization on organization.id = account.organization_id
      left join users on users.id = account.user_id
      order by line.at desc, line.id, line.kind`,
  )
}

export type ConversationRow = Omit<RowOf<typeof overviewConversations>, `${string}Seconds` | 'earned'> & {
  chargedMs: number
  creditedMs: number
  providerMs: number | null
  /** In thousandths of a cent. */
  income: number
  total: number
}

type ConversationQuery = QueryOf<typeof overviewConversations>

/** Returns the conversations that ended in a period, newest first. */
export async function listEndedConversations(
  read: LongRead,
  { from, to }: FigureDays,
  { agentId, organization, outcome, endReason, hour, limit, offset }: ConversationQuery,
): Promise<Page<ConversationRow>> {
  const organizationId = organization === undefined || organization === 'people' ? null : Number(organization)
  return toPage(
    await read<ConversationRow>`
      with found as not materialized (
        select id, ended_at from ended_talk
        where ended_at >= ${from}::date at time zone 'UTC' and ended_at < (${to}::date + 1) at time zone 'UTC'
          and agent_id = coalesce(${agentId ?? null}, agent_id)
          and (${organizationId}::integer is null or organization_id = ${organizationId})
          and (not ${organization === 'people'} or organization_id is null)
          and case ${outcome ?? null}::text when 'failed' then outcome in ('not_started', 'silent')
            else outcome = coalesce(${outcome ?? null}, outcome) end
          and end_reason = coalesce(${endReason ?? null}, end_reason)
          and (${hour ?? null}::integer is null or extract(hour from started_at at time zone 'UTC') = ${hour ?? null})
      )
      select talk.id, talk.started_at, talk.ended_at, talk.agent_id, agent.name as agent_name, talk.user_id,
        coalesce(nullif(concat_ws(' ', nullif(users.first_name, ''), nullif(users.last_name, '')), ''), users.email, '')
          as person_name,
        talk.organization_id, organization.name as organization_name, talk.outcome, talk.end_reason, talk.charged_ms, talk.credited_ms, talk.provider_ms,
        (select talk_income(talk.charged_ms - talk.credited_ms, sum(given.paid_cents)::bigint,
            sum(given.granted_ms)::bigint)
          from given_lot as given
          where talk.outcome = 'counted' and given.account_id = talk.account_id and given.created_at <= talk.ended_at)
          as income,
        (select count(*) from (select from found limit ${mostCounted + 1}) as few) as total
      from (select 1) as one
      left join (
        select id from found order by ended_at desc, id limit ${limit ?? 1000} offset ${offset ?? 0}
      ) as page on true
      left join ended_talk as talk on talk.id = page.id
      left join agent on agent.id = talk.agent_id
      left join users on users.id = talk.user_id
      left join organization on organization.id = talk.organization_id
      order by talk.ended_at desc, talk.id`,
  )
}

export type SubscriptionRow = RowOf<typeof overviewSubscriptions> & { total: number }

/** Returns what happened to subscriptions in a period, or with `current` who subscribed at its end, newest first. */
export async function listSubscriptions(
  read: LongRead,
  { from, to }: FigureDays,
  { what, limit, offset }: QueryOf<typeof overviewSubscriptions>,
  at: Date,
): Promise<Page<SubscriptionRow>> {
  const isCurrent = what === 'current'
  return toPage(
    await read<SubscriptionRow>`
      with step as (
        select account_id, at, split_part(key, ':', 2) as what,
          row_number() over (partition by account_id order by at desc, key like '%:ended') as place
        from subscription_steps(
          case when ${isCurrent} then '-infinity' else ${from}::date at time zone 'UTC' end,
          least((${to}::date + 1) at time zone 'UTC', ${at}::timestamptz + interval '1 millisecond'))
        where figure = 'subscriber'
      ), found as materialized (
        select * from step where case when ${isCurrent} then place = 1 and what <> 'ended' else what = ${what} end
      )
      select coalesce(account.user_id::text, account.organization_id::text) || ' ' || line.at as id, line.at, line.what, account.user_id, account.organization_id,
        coalesce(organization.name, users.email, '') as payer, (select count(*) from found) as total
      from (select 1) as one
      left join (
        select * from found order by at desc, account_id limit ${limit ?? 1000} offset ${offset ?? 0}
      ) as line on true
      left join account on account.id = line.account_id
      left join organization on organization.id = account.organization_id
      left join users on users.id = account.user_id
      order by line.at desc, line.account_id`,
  )
}
