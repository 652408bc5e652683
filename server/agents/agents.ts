import type { Read, Tx } from '../database/sql.ts'
import { spendOnUnlock } from '../ledger/ledger.ts'
import type { Membership } from '../identity/memberships.ts'

/** Who looks at agents, and in which context. The SQL function `visible_agents` decides what they see. */
export interface Viewer {
  userId: string | null
  isAdmin: boolean
  organizationId: number | null
  rank: number
}

/** In an organization only its assignments count, even for platform admins, because its pool pays (D53, D68). */
export function viewerOf(person: { id: string; role: string } | null, membership: Membership | null): Viewer {
  return {
    userId: person?.id ?? null,
    isAdmin: person?.role === 'admin',
    organizationId: membership?.organizationId ?? null,
    rank: membership?.rank ?? 0,
  }
}

export interface VisibleAgent {
  id: string
  name: string
  description: string
  category: string
  imageUrl: string | null
  isPremium: boolean
  isActive: boolean
  isUnlocked: boolean
  ratingTenths: number
  /** Whether the rating is people's average rather than an editor's number (D55). */
  isRatedByPeople: boolean
  ratingCount: number
  sessionCount: number
}

/** Returns the agents that a viewer sees, by name (D53, D54). */
export function listAgents(read: Read, viewer: Viewer): Promise<VisibleAgent[]> {
  return read<VisibleAgent>`
    select agent.id, name, description, category, image_url, is_premium, is_active, visible.is_unlocked,
      figures.rating_tenths, figures.is_rated_by_people, figures.rating_count, figures.session_count
    from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
    join agent on agent.id = visible.agent_id
    join agent_figures as figures on figures.agent_id = agent.id
    order by lower(name) limit 1000`
}

export interface AgentPage extends VisibleAgent {
  firstMessage: string
  sampleConversation: { question: string; answer: string }[]
}

/** Returns one agent for its own page; null when the viewer may not see it. Visitors see public, active agents. */
export async function findAgentPage(read: Read, agentId: string, viewer: Viewer): Promise<AgentPage | null> {
  const [row] = await read<AgentPage>`
    select agent.id, name, description, category, image_url, is_premium, is_active, first_message,
      sample_conversation, visible.is_unlocked,
      figures.rating_tenths, figures.is_rated_by_people, figures.rating_count, figures.session_count
    from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
    join agent on agent.id = visible.agent_id
    join agent_figures as figures on figures.agent_id = agent.id
    where agent.id = ${agentId}`
  return row ?? null
}

export interface TalkableAgent {
  id: string
  name: string
  isActive: boolean
  isUnlocked: boolean
  elevenLabsAgentId: string | null
}

/** Returns an agent to start a conversation with; null when this person may not see it (404). */
export async function findTalkableAgent(read: Read, agentId: string, viewer: Viewer): Promise<TalkableAgent | null> {
  const [row] = await read<TalkableAgent>`
    select agent.id, name, is_active, eleven_labs_agent_id, visible.is_unlocked
    from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
    join agent on agent.id = visible.agent_id
    where agent.id = ${agentId}`
  return row ?? null
}

/**
 * Returns whether a live conversation with this agent may go on: in an organization while the agent is assigned to the
 * person (D92), for a test as long as the agent exists.
 */
export async function isAgentAvailable(
  read: Read,
  talk: { agentId: string; userId: string; organizationId: number | null; isTest: boolean },
): Promise<boolean> {
  const { agentId, userId, organizationId, isTest } = talk
  const [row] = await read<{ isAvailable: boolean }>`
    select (is_active or (${isTest} and archived_at is null)) and (${organizationId}::integer is null or exists (
      select from assigned_agent as assigned
      join organization_user as member on member.organization_id = assigned.organization_id
        and member.user_id = ${userId} and member.is_active
      where assigned.organization_id = ${organizationId} and assigned.agent_id = agent.id
        and assigned.rank <= member_rank(member.role, member.access_level))) as is_available
    from agent where id = ${agentId}`
  return row?.isAvailable ?? false
}

export interface Unlock {
  agentId: string
  unlockedAt: Date
}

export function listUnlocks(read: Read, userId: string): Promise<Unlock[]> {
  return read<Unlock>`
    select agent_id, unlocked_at from user_agent_unlock where user_id = ${userId}
    order by unlocked_at desc limit 1000`
}

export interface UnlockRequest {
  userId: string
  agentId: string
  /** The account and the milliseconds that a new unlock takes; null for people who never pay. */
  price: { accountId: string; ms: number } | null
  at: Date
}

export type UnlockResult = { state: 'unlocked'; unlock: Unlock; isNew: boolean } | { state: 'insufficient' | 'unknown' }

/**
 * Unlocks a public premium agent. A repeat returns the first date and takes nothing; a free agent returns without a row
 * (D52). The caller rolls back when the minutes are short.
 */
export async function unlockAgent(tx: Tx, { userId, agentId, price, at }: UnlockRequest): Promise<UnlockResult> {
  const [agent] = await tx<{ name: string; isPremium: boolean }>`
    select name, is_premium from agent where id = ${agentId} and is_active and not is_private`
  if (!agent) return { state: 'unknown' }
  if (!agent.isPremium) return { state: 'unlocked', unlock: { agentId, unlockedAt: at }, isNew: false }
  const added = await tx<Unlock>`
    insert into user_agent_unlock (user_id, agent_id, unlocked_at) values (${userId}, ${agentId}, ${at})
    on conflict (user_id, agent_id) do nothing returning agent_id, unlocked_at`
  if (added[0]) {
    const isPaid = !price || (await spendOnUnlock(tx, { ...price, userId, agentId, agentName: agent.name, at }))
    return isPaid ? { state: 'unlocked', unlock: added[0], isNew: true } : { state: 'insufficient' }
  }
  const [known] = await tx<Unlock>`
    select agent_id, unlocked_at from user_agent_unlock where user_id = ${userId} and agent_id = ${agentId}`
  return known ? { state: 'unlocked', unlock: known, isNew: false } : { state: 'unknown' }
}

/** Removes the record of a person's unlocks. The minutes that they cost stay in the ledger. */
export async function eraseUnlocks(tx: Tx, userId: string): Promise<void> {
  await tx`delete from user_agent_unlock where user_id = ${userId}`
}

/** Takes an agent away from everybody who has unlocked it (D146). */
export async function removeUnlocks(tx: Tx, agentId: string): Promise<void> {
  await tx`delete from user_agent_unlock where agent_id = ${agentId}`
}
