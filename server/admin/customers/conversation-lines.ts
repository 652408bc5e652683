import { msToSeconds } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import type { ConversationStatus } from '../../conversations/voice-sessions.ts'
import type { Read } from '../../database/sql.ts'
import { factsOf, type StoredTalk } from './conversation-facts.ts'
import type { Line } from './timeline.ts'

/** Conversations on a timeline: when, with whom, how long and for how much; never a word of them. */

interface TalkRow extends StoredTalk {
  id: string
  status: ConversationStatus
  endReason: EndReason | null
  agentName: string
  version: number | null
  personId: string
  personName: string
  organizationId: number | null
  organizationName: string | null
  balanceBeforeMs: number | null
  balanceAfterMs: number | null
}

export async function readConversations(read: Read, ids: string[], at: Date): Promise<Line<'conversation'>[]> {
  const rows = await read<TalkRow>`
    select talk.id, talk.created_at, talk.connected_at, talk.ended_at, talk.is_test, talk.used_ms, talk.free_ms,
      talk.line_lost_at, talk.line_back_at,
      talk.charged_ms, charge.month_ms, talk.provider_ms, talk.credited_ms as given_back_ms,
      coalesce(credit.amount_ms, 0)::bigint as credited_ms, talk.agent_spoke, talk.first_sound_at, talk.status,
      end_reason_of(talk) as end_reason,
      agent.name as agent_name, (
        select version.number from agent_version as version
        where version.agent_id = talk.agent_id and version.revision <= talk.agent_revision
        order by version.revision desc limit 1) as version,
      talk.user_id as person_id, trim(person.first_name || ' ' || person.last_name) as person_name,
      talk.organization_id, organization.name as organization_name, charge.balance_before_ms, charge.balance_after_ms
    from voice_session as talk
    join agent on agent.id = talk.agent_id
    join users as person on person.id = talk.user_id
    left join organization on organization.id = talk.organization_id
    left join entry as charge on charge.account_id = talk.account_id and charge.kind = 'usage'
      and charge.ref = talk.id::text
    left join entry as credit on credit.account_id = talk.account_id and credit.kind = 'adjustment'
      and credit.ref = 'adjustment:' || talk.id
    where talk.id = any(${ids})`
  return rows.map((row) => toLine(row, at))
}

function toLine(row: TalkRow, at: Date): Line<'conversation'> {
  const { organizationId, organizationName, balanceBeforeMs, balanceAfterMs } = row
  return {
    ...row,
    kind: 'conversation',
    at: row.createdAt,
    person: { id: row.personId, name: row.personName || 'Erased person' },
    organization:
      organizationId === null || organizationName === null ? null : { id: organizationId, name: organizationName },
    facts: factsOf(row, at),
    balanceBefore: balanceBeforeMs === null ? null : msToSeconds(balanceBeforeMs),
    balanceAfter: balanceAfterMs === null ? null : msToSeconds(balanceAfterMs),
  }
}
