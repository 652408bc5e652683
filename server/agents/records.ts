import type { AgentFields } from '#contract/agents/agent-fields.ts'
import { allValues, first, isTrue, type Read, type Step, type Tx } from '../database/sql.ts'
import type { Acting } from '../audit/acts.ts'
import { keepVersion } from './quality/versions.ts'

/** Agents as they are stored, and what the voice provider has of them. No other file writes their table. */

export interface NewAgent {
  name: string
  description: string
  category: string
  imageUrl: string | null
  isActive?: boolean
  isPremium: boolean
  isPrivate?: boolean
  price?: string
  ratingTenths: number
  systemPrompt: string
  firstMessage: string
  voiceId: string | null
  elevenLabsAgentId?: string | null
  /** Questions that everybody can read, with the agent's answers. */
  sampleConversation?: { question: string; answer: string }[]
  createdBy: string | null
  at: Date
}

/** Adds an agent. Returns null when an agent of that name exists. */
export async function createAgent(tx: Tx, agent: NewAgent): Promise<string | null> {
  const [row] = await tx<{ id: string }>`
    insert into agent (name, description, category, image_url, is_active, is_premium, is_private, price, rating_tenths,
      system_prompt, first_message, voice_id, eleven_labs_agent_id, sample_conversation, created_by, updated_by,
      created_at, updated_at)
    values (${agent.name}, ${agent.description}, ${agent.category}, ${agent.imageUrl}, ${agent.isActive ?? true},
      ${agent.isPremium}, ${agent.isPrivate ?? false}, ${agent.price ?? '0.00'}, ${agent.ratingTenths},
      ${agent.systemPrompt}, ${agent.firstMessage}, ${agent.voiceId}, ${agent.elevenLabsAgentId},
      ${JSON.stringify(agent.sampleConversation ?? [])}, ${agent.createdBy}, ${agent.createdBy}, ${agent.at},
      ${agent.at})
    on conflict (lower(name)) where archived_at is null do nothing returning id`
  if (row) await keepVersion(tx, row.id)
  return row?.id ?? null
}

/** Returns whether any agent was ever made, including archived ones. */
export function hasAgents(read: Read): Promise<boolean> {
  return isTrue(read<{ found: boolean }>`select exists (select from agent) as found`)
}

/** The fields of an agent that admins set, as they are stored. */
export interface AgentRecord extends Omit<AgentFields, 'imageData' | 'rating'> {
  imageUrl: string | null
  elevenLabsAgentId: string | null
  voiceId: string | null
  ratingTenths: number
}

/** Returns an agent that is not archived and locks its row until the end of the transaction. */
export function lockAgent(tx: Tx, id: string): Promise<AgentRecord | null> {
  return first(tx<AgentRecord>`
    select name, description, category, image_url, eleven_labs_agent_id, system_prompt, first_message, voice_id, is_active,
      is_premium, is_private, price, rating_tenths
    from agent where id = ${id} and archived_at is null for update`)
}

/**
 * Stores a changed agent, which outdates the provider's state, and new words as a new version. Throws a unique violation when
 * the name is taken.
 */
export async function storeAgent(tx: Tx, id: string, agent: AgentRecord, by: Acting): Promise<void> {
  await tx`
    update agent set name = ${agent.name}, description = ${agent.description}, category = ${agent.category},
      image_url = ${agent.imageUrl}, eleven_labs_agent_id = ${agent.elevenLabsAgentId},
      system_prompt = ${agent.systemPrompt}, first_message = ${agent.firstMessage}, voice_id = ${agent.voiceId},
      is_active = ${agent.isActive}, is_premium = ${agent.isPremium}, is_private = ${agent.isPrivate},
      price = ${agent.price}, rating_tenths = ${agent.ratingTenths}, revision = revision + 1, updated_by = ${by.adminId},
      updated_at = ${by.at}
    where id = ${id}`
  await keepVersion(tx, id)
}

/** Outdates the provider's state of an agent whose settings are the same, but not what they name. */
export async function outdateAgent(tx: Tx, id: string): Promise<void> {
  await tx`update agent set revision = revision + 1 where id = ${id}`
}

/** Returns whether a conversation or an unlock still refers to an agent, so that it must keep its name (D146). */
export function hasHistory(read: Read, id: string): Promise<boolean> {
  return isTrue(read<{ found: boolean }>`
    select exists (select from voice_session where agent_id = ${id})
      or exists (select from entry where kind = 'unlock' and ref = ${id}::text)
      or exists (select from agent_document where agent_id = ${id}) as found`)
}

/** Takes an agent out of every list. Its history keeps it, and its name can be given to another. */
export async function archiveAgent(tx: Tx, id: string, by: Acting): Promise<void> {
  await tx`
    update agent set is_active = false, archived_at = ${by.at}, updated_by = ${by.adminId}, updated_at = ${by.at}
    where id = ${id}`
}

/** Deletes an agent that nothing refers to. */
export async function eraseAgent(tx: Tx, id: string): Promise<void> {
  await tx`delete from agent where id = ${id}`
}

export interface ProviderAgent {
  id: string
  name: string
  systemPrompt: string
  firstMessage: string
  /** The provider's voice that the agent speaks with: its own or a fallback; null when none can be used (D186). */
  providerVoiceId: string | null
  elevenLabsAgentId: string | null
  /** The state of the agent, a number that each change raises. */
  revision: number
  /** Whether the provider has exactly this state, with this voice, sent as we send agents now. */
  isSynced: boolean
}

/** What an agent at the provider must match besides its own record. */
export interface ProviderState {
  /** Whether voices are those of a real account. */
  isLive: boolean
  /** The mark of what is sent of every agent. */
  definition: string
}

/** Returns what the voice provider must know of an agent, which never leaves the server. */
export function findProviderAgent(
  read: Read,
  agentId: string,
  { isLive, definition }: ProviderState,
): Promise<ProviderAgent | null> {
  return first(read<ProviderAgent>`
    select id, name, system_prompt, first_message, used.provider_voice_id, eleven_labs_agent_id, revision,
      eleven_labs_agent_id is not null and synced_revision is not distinct from revision
        and synced_voice_id is not distinct from used.provider_voice_id and synced_definition = ${definition} as is_synced
    from agent cross join lateral (select provider_voice(voice_id, ${isLive}) as provider_voice_id) as used
    where id = ${agentId}`)
}

/** Returns the agents that the provider must receive again: saved since, with another voice, or sent in another way. */
export function listAgentsBehind(read: Read, { isLive, definition }: ProviderState): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select id from agent
    where archived_at is null and eleven_labs_agent_id is not null and (synced_revision is distinct from revision
      or synced_voice_id is distinct from provider_voice(voice_id, ${isLive})
      or synced_definition is distinct from ${definition})`)
}

type MakingState = 'ours' | 'made' | 'others'

/**
 * Reserves the making of an agent that the provider does not have, until `until`; of several requests at once, one
 * succeeds. `others` means that another request is making it.
 */
export async function takeMaking(step: Step, agentId: string, { until, real }: Making): Promise<MakingState> {
  const [row] = await step<{ state: MakingState }>`
    with taken as (
      update agent set making_until = ${until}
      where id = ${agentId} and eleven_labs_agent_id is null and (making_until is null or making_until <= ${real})
      returning id)
    select case when exists (select from taken) then 'ours' when eleven_labs_agent_id is null then 'others' else 'made' end
      as state
    from agent where id = ${agentId}`
  return row?.state ?? 'made'
}

interface Making {
  until: Date
  real: Date
}

/** Ends what `takeMaking` began, whether or not the agent was made. */
export async function endMaking(step: Step, agentId: string, until: Date): Promise<void> {
  await step`update agent set making_until = null where id = ${agentId} and making_until = ${until}`
}

/**
 * Notes that the provider has a state of the agent under an id, by a definition of
 * our own lines, with a warning for admins if something is wrong there.
 * Returns whether that is still the current state.
 */
export async function noteSynced(
  tx: Tx,
  agent: ProviderAgent,
  sent: { knownAs: string; definition: string; warning: string | null },
): Promise<boolean> {
  // The id of an agent that was just made must not get lost, unless an admin has typed another one meanwhile.
  const [row] = await tx<{ isPresent: boolean }>`
    update agent set eleven_labs_agent_id = coalesce(eleven_labs_agent_id, ${sent.knownAs}),
      synced_revision = ${agent.revision}, synced_voice_id = ${agent.providerVoiceId},
      synced_definition = ${sent.definition}, sync_error = ${sent.warning}
    where id = ${agent.id} returning revision = ${agent.revision} as is_present`
  return row?.isPresent ?? true
}

/** Stores why this state could not be sent to the provider. */
export async function noteSyncFailed(tx: Tx, agent: ProviderAgent, reason: string): Promise<void> {
  await tx`update agent set sync_error = ${reason} where id = ${agent.id} and revision = ${agent.revision}`
}

/** The tools of agents as the voice provider has them. No other file writes their table. */

export interface ProviderToolRow {
  /** Our id, which is the tool's mark at the provider. */
  id: string
  providerToolId: string | null
  syncedMark: string | null
}

/** Returns a tool; null before its first use. */
export function findProviderTool(read: Read, name: string): Promise<ProviderToolRow | null> {
  return first(read<ProviderToolRow>`
    select id, provider_tool_id, synced_mark from provider_tool where name = ${name}`)
}

/**
 * Reserves the making of a tool until `until`. If several processes try, one succeeds; null means that another one
 * is making it.
 */
export async function takeTool(
  tx: Tx,
  name: string,
  { until, real }: { until: Date; real: Date },
): Promise<ProviderToolRow | null> {
  await tx`insert into provider_tool (name) values (${name}) on conflict (name) do nothing`
  return first(tx<ProviderToolRow>`
    update provider_tool set making_until = ${until}
    where name = ${name} and (making_until is null or making_until <= ${real})
    returning id, provider_tool_id, synced_mark`)
}

/** Ends what `takeTool` began, and notes what the provider has if it worked. */
export async function endTool(
  step: Step,
  name: string,
  until: Date,
  made?: { providerToolId: string; mark: string },
): Promise<void> {
  await step`
    update provider_tool set making_until = null, provider_tool_id = coalesce(${made?.providerToolId}, provider_tool_id),
      synced_mark = coalesce(${made?.mark}, synced_mark)
    where name = ${name} and making_until = ${until}`
}

/** Drops what we know of the provider's tools, so that they are looked for again. */
export async function dropProviderTools(step: Step): Promise<void> {
  await step`update provider_tool set provider_tool_id = null, synced_mark = null`
}
