import { refuse } from '../kernel/problem.ts'
import type { agent, unlockedAgents } from '#contract/agents/agents.ts'
import { type Page, type Span, toPage } from '../kernel/admin-list.ts'
import type { RowOf } from '../kernel/serve.ts'
import { allValues, columns, first, type Read, type Tx } from '../database/sql.ts'
import { spendOnUnlock } from '../ledger/ledger.ts'
import type { Viewer } from './policies.ts'

/** Agents as people see them, and their unlocks. */

export type VisibleAgent = Omit<RowOf<typeof agent>, 'greeting' | 'greetingUrl'>

/** A rating is people's average or an editor's number (D55). */
const ratingColumns = columns`(figures.rating_tenths / 10.0)::float8 as rating,
  case when figures.is_rated_by_people then 'people' else 'editorial' end as rating_source`

/** More agents are longer than an answer, so the next one reads on. */
const mostAgents = 500

/** Returns the agents that a viewer sees, by name (D53, D54). It goes on by key, as `Page` says. */
export async function listAgents(
  read: Read,
  viewer: Viewer,
  { limit, offset, after }: Span,
): Promise<Page<VisibleAgent>> {
  const [name, id] = after ?? [null, null]
  const { rows, total } = toPage(
    await read<VisibleAgent & { total: number; key: string }>`
      with visible as materialized (
        select agent_id, is_unlocked, lower(name) as key
        from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
        join agent on agent.id = visible.agent_id
      )
      select total, agent.id, name, description, category, image_url, is_premium, is_active, page.is_unlocked,
        ${ratingColumns}, figures.rating_count, figures.session_count, page.key
      from (select count(*) as total from visible) as counted
      left join (
        select * from visible where ${name}::text is null or (key, agent_id::text) > (${name}, ${id}::text)
        order by key, agent_id::text limit ${Math.min(limit, mostAgents) + 1} offset ${offset}
      ) as page on true
      left join agent on agent.id = page.agent_id
      left join agent_figures as figures on figures.agent_id = agent.id
      order by page.key, agent.id::text`,
  )
  return { rows, total, keys: rows.map(({ key, id }) => [key, id] as const) }
}

/** Returns the agents that visitors see, oldest first. */
export function listPublicIds(read: Read): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select agent.id from visible_agents(null, false, null, 0) as visible
    join agent on agent.id = visible.agent_id order by agent.created_at, agent.id limit 1000`)
}

export interface AgentPage extends VisibleAgent {
  firstMessage: string
  sampleConversation: { question: string; answer: string }[]
}

/** Returns one agent for its own page; null when the viewer may not see it. Visitors see public, active agents. */
export function findAgentPage(read: Read, agentId: string, viewer: Viewer): Promise<AgentPage | null> {
  return first(read<AgentPage>`
    select agent.id, name, description, category, image_url, is_premium, is_active, first_message,
      sample_conversation, visible.is_unlocked,
      ${ratingColumns}, figures.rating_count, figures.session_count
    from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
    join agent on agent.id = visible.agent_id
    join agent_figures as figures on figures.agent_id = agent.id
    where agent.id = ${agentId}`)
}

export interface TalkableAgent {
  id: string
  name: string
  isActive: boolean
  isUnlocked: boolean
  elevenLabsAgentId: string | null
}

/** Returns an agent to start a conversation with; null when this person may not see it (404). */
export function findTalkableAgent(read: Read, agentId: string, viewer: Viewer): Promise<TalkableAgent | null> {
  return first(read<TalkableAgent>`
    select agent.id, name, is_active, eleven_labs_agent_id, visible.is_unlocked
    from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as visible
    join agent on agent.id = visible.agent_id
    where agent.id = ${agentId}`)
}

export type Unlock = RowOf<typeof unlockedAgents>

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

/**
 * Unlocks a public premium agent. A repeat returns the first date and takes nothing; a free agent returns without a row
 * (D52).
 */
export async function unlockAgent(
  tx: Tx,
  { userId, agentId, price, at }: UnlockRequest,
): Promise<{ unlock: Unlock; isNew: boolean }> {
  const [agent] = await tx<{ name: string; isPremium: boolean }>`
    select name, is_premium from agent where id = ${agentId} and is_active and not is_private`
  if (!agent) refuse('agent_not_found')
  if (!agent.isPremium) return { unlock: { agentId, unlockedAt: at }, isNew: false }
  const [added] = await tx<Unlock>`
    insert into user_agent_unlock (user_id, agent_id, unlocked_at) values (${userId}, ${agentId}, ${at})
    on conflict (user_id, agent_id) do nothing returning agent_id, unlocked_at`
  if (added) {
    const isPaid = !price || (await spendOnUnlock(tx, { ...price, userId, agentId, agentName: agent.name, at }))
    return isPaid ? { unlock: added, isNew: true } : refuse('insufficient_credits')
  }
  const known = await first(tx<Unlock>`
    select agent_id, unlocked_at from user_agent_unlock where user_id = ${userId} and agent_id = ${agentId}`)
  return { unlock: known ?? refuse('agent_not_found'), isNew: false }
}

/** Removes the record of a person's unlocks. The minutes that they cost stay in the ledger. */
export async function eraseUnlocks(tx: Tx, userId: string): Promise<void> {
  await tx`delete from user_agent_unlock where user_id = ${userId}`
}

/** Takes an agent away from everybody who has unlocked it (D146). */
export async function removeUnlocks(tx: Tx, agentId: string): Promise<void> {
  await tx`delete from user_agent_unlock where agent_id = ${agentId}`
}
