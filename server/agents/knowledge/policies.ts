import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { allValues, hasRows, type Read, type Tx } from '../../database/sql.ts'
import type { Person } from '../../identity/users.ts'
import type { Membership } from '../../identity/memberships.ts'

/** Who manages what an agent has read, and who may hear it (D183). */

/** Whether somebody only reads the documents of an agent, or changes them: the duty that staff need for it. */
export type DocumentDuty = Extract<Duty, 'agents.read' | 'agents.change'>

/** For whom a person manages an agent's documents; `organizationId` is null for the platform. */
export interface Keeper {
  organizationId: number | null
}

/**
 * Returns for whom a person uses the documents of an agent: staff by their duty, those of every agent; an
 * organization's admins, those of the private agents that only this organization has (D125, D183). Null for everybody
 * else, who gets a 404.
 */
export async function keeperOf(
  read: Read,
  person: Pick<Person, 'staffRole'>,
  membership: Membership | null,
  { agentId, duty }: { agentId: string; duty: DocumentDuty },
): Promise<Keeper | null> {
  const [kept] = await listKept(read, person, membership, { agentIds: [agentId], duty })
  if (!kept) return null
  return { organizationId: includesDuty(person.staffRole, duty) ? null : (membership?.organizationId ?? null) }
}

/** Returns those of these agents whose documents a person uses, by the same rule; a visitor uses none. */
export async function listKept(
  read: Read,
  person: Pick<Person, 'staffRole'> | null,
  membership: Membership | null,
  { agentIds, duty }: { agentIds: readonly string[]; duty: DocumentDuty },
): Promise<string[]> {
  if (agentIds.length === 0) return []
  if (includesDuty(person?.staffRole ?? null, duty)) {
    return allValues(read<{ id: string }>`
      select id from agent where id = any(${agentIds}::uuid[]) and archived_at is null`)
  }
  return membership?.role === 'admin' ? listAloneWith(read, membership.organizationId, agentIds) : []
}

/** Returns those of these agents that are private and that no other organization has. */
export function listAloneWith(read: Read, organizationId: number, agentIds: readonly string[]): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select agent.id from agent join private_agent_access as access on access.agent_id = agent.id and access.is_active
    where agent.id = any(${agentIds}::uuid[]) and agent.is_private and agent.archived_at is null
    group by agent.id having bool_and(access.organization_id = ${organizationId})`)
}

/**
 * Returns whether an agent has documents of an organization that is not alone in having the agent; others would hear them
 * in its answers (D183).
 */
export function wouldShareDocuments(tx: Tx, agentId: string): Promise<boolean> {
  return hasRows(tx`
    select from agent_document as document join agent on agent.id = document.agent_id
    where document.agent_id = ${agentId} and document.state <> 'removing' and document.organization_id is not null
      and (not agent.is_private or exists (
        select from private_agent_access as access
        where access.agent_id = agent.id and access.is_active
          and access.organization_id <> document.organization_id))
    limit 1`)
}
