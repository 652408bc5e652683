import type { SetupStep } from '#contract/organizations/dashboard.ts'
import type { Read } from '../database/sql.ts'
import { readBrandedApp } from './app/branded-app.ts'

/** What a new organization has set up, as its data says. */

interface Facts {
  isDismissed: boolean
  hasAgents: boolean
  hasPeople: boolean
  hasTalked: boolean
}

export interface ChecklistItem {
  step: SetupStep
  isDone: boolean
}

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
