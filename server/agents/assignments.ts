import type { agentAssignment, availableAgents, changeOrganizationAgent } from '#contract/organizations/agents.ts'
import type { BodyOf, RowOf } from '../kernel/serve.ts'
import type { AccessLevel } from '#contract/organizations/ranks.ts'
import { allValues, hasRows, type Read, type Tx } from '../database/sql.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { refuse } from '../kernel/problem.ts'

/** Which agents an organization's people may use, and which private ones it may have at all (D125). */

type Assignment = Required<Omit<RowOf<typeof agentAssignment>, 'addedAt' | 'agent' | 'managesDocuments'>>
type AssignedAgent = RowOf<typeof agentAssignment>['agent']

/** `isAgentActive`: whether people can talk to the agent. */
export interface AgentAssignment extends Assignment, Omit<AssignedAgent, 'isActive'> {
  isAgentActive: boolean
}

/** Returns an organization's assignments up to a rank, by the agent's name (D124, D126). */
export function listAssignments(read: Read, organizationId: number, rank: number): Promise<AgentAssignment[]> {
  return read<AgentAssignment>`
    select link.id, link.organization_id, link.agent_id, link.assigned_by, link.assigned_at, agent.is_private,
      link.access_level, link.custom_instructions, link.is_active, agent.name, agent.description, agent.image_url,
      agent.category, agent.is_premium, agent.is_active as is_agent_active, figures.session_count
    from assigned_agent as assigned
    join organization_agent as link on link.id = assigned.id
    join agent on agent.id = assigned.agent_id
    join agent_figures as figures on figures.agent_id = agent.id
    where assigned.organization_id = ${organizationId} and assigned.rank <= ${rank}
    order by lower(agent.name) limit 1000`
}

export type AvailableAgent = RowOf<typeof availableAgents>

/** Returns the unassigned agents that an organization could assign: active public ones, and its private ones. */
export function listAvailable(read: Read, organizationId: number): Promise<AvailableAgent[]> {
  return read<AvailableAgent>`
    select id, name, description, category, image_url, is_premium, is_private from agent
    where is_active
      and (not is_private or exists (select from private_agent_access as access
        where access.agent_id = agent.id and access.organization_id = ${organizationId} and access.is_active))
      and not exists (select from organization_agent as link
        where link.agent_id = agent.id and link.organization_id = ${organizationId} and link.is_active)
    order by lower(name) limit 1000`
}

/** Grants an organization a private agent (D125). */
export async function grantPrivateAgent(
  tx: Tx,
  access: { agentId: string; organizationId: number; grantedBy: string | null; at: Date },
): Promise<void> {
  await tx`
    insert into private_agent_access (agent_id, organization_id, granted_by, granted_at)
    values (${access.agentId}, ${access.organizationId}, ${access.grantedBy}, ${access.at})
    on conflict (agent_id, organization_id) do update set is_active = true, granted_by = excluded.granted_by,
      granted_at = excluded.granted_at
    where not private_agent_access.is_active`
}

/** Returns the ids of the organizations that may have a private agent, in order. */
export function listPrivateAccess(read: Read, agentId: string): Promise<number[]> {
  return allValues(read<{ organizationId: number }>`
    select access.organization_id from private_agent_access as access
    join organization on organization.id = access.organization_id and organization.archived_at is null
    where agent_id = ${agentId} and access.is_active order by access.organization_id`)
}

/** Returns how many of these organizations exist, and locks their rows so that none is archived meanwhile. */
async function countOrganizations(tx: Tx, organizationIds: readonly number[]): Promise<number> {
  const rows = await tx`
    select id from organization where id = any(${organizationIds}::integer[]) and archived_at is null
    order by id for key share`
  return rows.length
}

/**
 * Grants a private agent to exactly these organizations: new ones also get it assigned, and those left out lose it
 * (D125). Returns false, with nothing changed, when one of them does not exist.
 */
export async function setPrivateAccess(
  tx: Tx,
  given: { agentId: string; organizationIds: readonly number[]; by: string; at: Date },
): Promise<boolean> {
  const { agentId, by, at } = given
  const organizationIds = [...new Set(given.organizationIds)]
  if ((await countOrganizations(tx, organizationIds)) < organizationIds.length) return false
  await tx`
    update private_agent_access set is_active = false
    where agent_id = ${agentId} and is_active and organization_id <> all(${organizationIds}::integer[])`
  await tx`
    update organization_agent set is_active = false
    where agent_id = ${agentId} and is_active and organization_id <> all(${organizationIds}::integer[])`
  const present = await tx<{ organizationId: number }>`
    select organization_id from private_agent_access where agent_id = ${agentId} and is_active`
  const had = new Set(present.map(({ organizationId }) => organizationId))
  for (const organizationId of organizationIds) {
    if (had.has(organizationId)) continue
    await grantPrivateAgent(tx, { agentId, organizationId, grantedBy: by, at })
    await tx`
      insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private, access_level)
      values (${organizationId}, ${agentId}, ${by}, ${at}, true, 'standard')
      on conflict (organization_id, agent_id) do update set is_active = true, is_private = true,
        assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at
      where not organization_agent.is_active`
  }
  return true
}

/** Copies to an agent's assignments whether it is private now (D125). */
export async function mirrorPrivacy(tx: Tx, agentId: string, isPrivate: boolean): Promise<void> {
  await tx`
    update organization_agent set is_private = ${isPrivate} where agent_id = ${agentId} and is_private <> ${isPrivate}`
}

/**
 * Ends what organizations were granted of an agent. A grant that outlived a change to public would give the agent to an
 * organization that nobody chose when it becomes private again (D125).
 */
export async function endPrivateAccess(tx: Tx, agentId: string): Promise<void> {
  await tx`update private_agent_access set is_active = false where agent_id = ${agentId} and is_active`
}

/** Takes an agent away from every organization; the rows stay as history, or are deleted with the agent (D146). */
export async function removeFromOrganizations(tx: Tx, agentId: string, isErased: boolean): Promise<void> {
  if (isErased) {
    await tx`delete from organization_agent where agent_id = ${agentId}`
    await tx`delete from private_agent_access where agent_id = ${agentId}`
  } else {
    await tx`update organization_agent set is_active = false where agent_id = ${agentId} and is_active`
    await endPrivateAccess(tx, agentId)
  }
}

export interface NewAssignments {
  organizationId: number
  agentIds: readonly string[]
  accessLevel: AccessLevel
  customInstructions?: string
  assignedBy: string
  at: Date
}

/**
 * Assigns agents and returns how many are new. An agent that is already assigned gets the new level (D126). Refuses,
 * and assigns nothing, when the organization may not have one of them (D125).
 */
export async function assignAgents(tx: Tx, given: NewAssignments): Promise<number> {
  const agentIds = [...new Set(given.agentIds)]
  const allowed = await tx<{ id: string; isPrivate: boolean }>`
    select id, is_private from agent
    where id = any(${agentIds}::uuid[]) and is_active
      and (not is_private or exists (select from private_agent_access as access
        where access.agent_id = agent.id and access.organization_id = ${given.organizationId} and access.is_active))`
  if (allowed.length < agentIds.length) refuse('agent_not_found')
  let added = 0
  for (const { id, isPrivate } of allowed) {
    const [before] = await tx<{ isActive: boolean }>`
      select is_active from organization_agent
      where organization_id = ${given.organizationId} and agent_id = ${id} for update`
    await tx`
      insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private, access_level,
        custom_instructions)
      values (${given.organizationId}, ${id}, ${given.assignedBy}, ${given.at}, ${isPrivate}, ${given.accessLevel},
        ${given.customInstructions ?? ''})
      on conflict (organization_id, agent_id) do update set access_level = excluded.access_level,
        is_private = excluded.is_private, is_active = true,
        custom_instructions = coalesce(${given.customInstructions}, organization_agent.custom_instructions),
        assigned_by = case when organization_agent.is_active then organization_agent.assigned_by
          else excluded.assigned_by end,
        assigned_at = case when organization_agent.is_active then organization_agent.assigned_at
          else excluded.assigned_at end`
    if (!before?.isActive) added++
  }
  return added
}

/** Changes the level or instructions of an assignment. Refuses when somebody else changed the same since (D187). */
export async function changeAssignment(
  tx: Tx,
  organizationId: number,
  id: string,
  { before, ...change }: BodyOf<typeof changeOrganizationAgent>,
): Promise<void> {
  const [present] = await tx<{ accessLevel: AccessLevel; customInstructions: string }>`
    select access_level, custom_instructions from organization_agent
    where id = ${id} and organization_id = ${organizationId} and is_active for update`
  if (!present) refuse('assignment_not_found')
  refuseChanged(before, present, change)
  await tx`
    update organization_agent set access_level = coalesce(${change.accessLevel}, access_level),
      custom_instructions = coalesce(${change.customInstructions}, custom_instructions)
    where id = ${id}`
}

/** Takes an agent away from an organization's people. The private access stays. */
export async function removeAssignment(tx: Tx, organizationId: number, id: string): Promise<void> {
  const isRemoved = await hasRows(tx`
    update organization_agent set is_active = false
    where id = ${id} and organization_id = ${organizationId} and is_active returning id`)
  if (!isRemoved) refuse('assignment_not_found')
}
