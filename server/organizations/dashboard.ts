import type { LongRead, Read } from '../database/sql.ts'
import { monthStart } from '../kernel/months.ts'
import type {
  organizationMessage,
  organizationOverview,
  organizationSession,
} from '#contract/organizations/dashboard.ts'
import { readBrandedApp } from './app/branded-app.ts'
import { type Page, toPage } from '../kernel/admin-list.ts'
import type { RowOf } from '../kernel/serve.ts'

/** What an organization's dashboard shows of its people, agents and conversations. */

interface OrganizationFigures {
  /** Active members, including admins. */
  totalMembers: number
  /** Active assignments of active agents. */
  activeAgents: number
  /** Talked since the first of the calendar month in UTC, including live conversations (D62). */
  talkedOfMonthMs: number
}

/** Returns the figures of the stat cards (D134). */
export async function readFigures(read: LongRead, organizationId: number, at: Date): Promise<OrganizationFigures> {
  const [row] = await read<OrganizationFigures>`
    select
      (select count(*) from organization_user where organization_id = ${organizationId} and is_active)
        as total_members,
      (select count(*) from assigned_agent as assigned join agent on agent.id = assigned.agent_id
        where assigned.organization_id = ${organizationId} and agent.is_active) as active_agents,
      (select coalesce(sum(talked_ms), 0)::bigint from counted_talk
        where organization_id = ${organizationId} and started_at >= ${monthStart(at)}) as talked_of_month_ms`
  return row ?? { totalMembers: 0, activeAgents: 0, talkedOfMonthMs: 0 }
}

/** Returns what one person talked there this month, including a running conversation (D131). */
export async function readOwnMonth(read: Read, organizationId: number, userId: string, at: Date): Promise<number> {
  const [row] = await read<{
    talkedMs: number
  }>`select talked_ms from member_month(${organizationId}, ${userId}, ${at})`
  return row?.talkedMs ?? 0
}

export type OrganizationSession = Omit<RowOf<typeof organizationSession>, 'duration' | 'durationSeconds'> & {
  chargedMs: number
}

/**
 * Returns the conversations in an organization, newest first, with `userId` those of one person. Uncharged ones do not
 * count (D189), and nobody's words are included (D135).
 */
export async function listOrganizationConversations(
  read: LongRead,
  organizationId: number,
  { userId, limit, offset }: { userId: string | null; limit: number; offset: number },
): Promise<Page<OrganizationSession>> {
  const rows = await read<OrganizationSession & { total: number }>`
    with found as (
      select id, created_at from voice_session
      where organization_id = ${organizationId} and (${userId}::uuid is null or user_id = ${userId})
        and (status = 'active' or counted_ms is not null)
    )
    select total, talk.id, talk.user_id, trim(users.first_name || ' ' || users.last_name) as user_name, talk.agent_id,
      agent.name as agent_name, agent.image_url as agent_image_url, charged_so_far(talk) as charged_ms,
      coalesce(talk.connected_at, talk.created_at) as started_at, talk.ended_at, talk.status
    from (select count(*) as total from found) as counted
    left join (
      select id from found order by created_at desc, id limit ${limit} offset ${offset}
    ) as page on true
    left join voice_session as talk on talk.id = page.id
    left join users on users.id = talk.user_id
    left join agent on agent.id = talk.agent_id
    order by talk.created_at desc, talk.id`
  return toPage(rows)
}

type OrganizationMessage = RowOf<typeof organizationMessage>

const shownMessages = 20

/** Returns the newest messages to an organization's admins that a person sees (D64). */
export function listOrganizationMessages(
  read: LongRead,
  organizationId: number,
  userId: string,
): Promise<OrganizationMessage[]> {
  return read<OrganizationMessage>`
    select seen.id, seen.in_reply_to, trim(users.first_name || ' ' || users.last_name) as from_name, seen.is_own,
      seen.is_unread, seen.subject, seen.message, seen.created_at
    from messages_of(${userId}) as seen
    join user_communication as stored on stored.id = seen.id
    join users on users.id = seen.from_user_id
    where stored.organization_id = ${organizationId} and seen.audience = 'organization'
    order by seen.created_at desc, seen.id limit ${shownMessages}`
}

/** What a new organization has set up, as its data says. */

interface Facts {
  isDismissed: boolean
  hasAgents: boolean
  hasPeople: boolean
  hasTalked: boolean
}

type ChecklistItem = NonNullable<RowOf<typeof organizationOverview>['checklist']>[number]

/**
 * Returns what there is to set up, in order; null when everything is done or an admin has dismissed it. Agents for
 * admins alone don't count, because the people who are invited would find none.
 */
export async function readChecklist(read: Read, organizationId: number): Promise<ChecklistItem[] | null> {
  const [facts] = await read<Facts>`
    select checklist_dismissed_at is not null as is_dismissed,
      exists (select from assigned_agent as assigned join agent on agent.id = assigned.agent_id
        where assigned.organization_id = organization.id and assigned.rank < 4 and agent.is_active) as has_agents,
      (exists (select from organization_user as member where member.organization_id = organization.id offset 1)
        or exists (select from organization_invitation as invited
          where invited.organization_id = organization.id and invited.status = 'pending')
        or exists (select from bulk_invitation as shared
          where shared.organization_id = organization.id and shared.invitation_type = 'link' and shared.is_active))
        as has_people,
      exists (select from counted_talk where counted_talk.organization_id = organization.id) as has_talked
    from organization where id = ${organizationId}`
  if (!facts || facts.isDismissed) return null
  const { canPublish, isActive: isPublished } = await readBrandedApp(read, organizationId)
  const items: ChecklistItem[] = [
    { step: 'agents', isDone: facts.hasAgents },
    { step: 'people', isDone: facts.hasPeople },
    ...(canPublish ? [{ step: 'app' as const, isDone: isPublished }] : []),
    { step: 'talk', isDone: facts.hasTalked },
  ]
  return items.every(({ isDone }) => isDone) ? null : items
}
