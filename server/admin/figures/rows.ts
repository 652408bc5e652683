import type { FigureDays } from '#contract/admin/figure-period.ts'
import type { MoneyKind, UnchargedOutcome } from '#contract/admin/overview.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import type { LongRead } from '../../database/sql.ts'
import { type Page, toPage } from '../../kernel/admin-list.ts'

/** The rows behind the owner's figures. */

interface PageQuery {
  limit?: number | undefined
  offset?: number | undefined
}

export interface MoneyRow {
  id: string
  at: Date
  kind: MoneyKind
  amountCents: number
  item: string | null
  receiptNumber: number | null
  userId: string | null
  organizationId: number | null
  payer: string
  total: number
}

/** Returns what came in and went back, newest first. */
export async function listMoney(
  read: LongRead,
  { from, to }: FigureDays,
  query: PageQuery & { kind?: MoneyKind | undefined },
): Promise<Page<MoneyRow>> {
  return toPage(
    await read<MoneyRow>`
      with found as materialized (
        select * from money_line
        where at >= ${from}::date at time zone 'UTC' and at < (${to}::date + 1) at time zone 'UTC'
          and kind = coalesce(${query.kind ?? null}, kind)
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

export interface ConversationRow {
  id: string
  startedAt: Date
  endedAt: Date
  agentId: string
  agentName: string
  userId: string
  organizationId: number | null
  outcome: 'counted' | UnchargedOutcome | 'test'
  endReason: EndReason
  chargedMs: number
  creditedMs: number
  providerMs: number | null
  /** In thousandths of a cent. */
  income: number
  total: number
}

interface ConversationQuery extends PageQuery {
  agentId?: string | undefined
  /** An id, or `people`. */
  organization?: string | undefined
  outcome?: ConversationRow['outcome'] | undefined
}

/** Returns the conversations that ended in a period, newest first. */
export async function listEndedConversations(
  read: LongRead,
  { from, to }: FigureDays,
  { agentId, organization, outcome, limit, offset }: ConversationQuery,
): Promise<Page<ConversationRow>> {
  const organizationId = organization === undefined || organization === 'people' ? null : Number(organization)
  return toPage(
    await read<ConversationRow>`
      with found as materialized (
        select id, ended_at from ended_talk
        where ended_at >= ${from}::date at time zone 'UTC' and ended_at < (${to}::date + 1) at time zone 'UTC'
          and agent_id = coalesce(${agentId ?? null}, agent_id)
          and (${organizationId}::integer is null or organization_id = ${organizationId})
          and (not ${organization === 'people'} or organization_id is null)
          and outcome = coalesce(${outcome ?? null}, outcome)
      )
      select talk.id, talk.started_at, talk.ended_at, talk.agent_id, agent.name as agent_name, talk.user_id,
        talk.organization_id, talk.outcome, talk.end_reason, talk.charged_ms, talk.credited_ms, talk.provider_ms,
        talk.income, (select count(*) from found) as total
      from (select 1) as one
      left join (
        select id from found order by ended_at desc, id limit ${limit ?? 1000} offset ${offset ?? 0}
      ) as page on true
      left join ended_talk as talk on talk.id = page.id
      left join agent on agent.id = talk.agent_id
      order by talk.ended_at desc, talk.id`,
  )
}
