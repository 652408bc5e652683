import type { heardAgent } from '#contract/agents/sounds.ts'
import type { RowOf } from '../../kernel/serve.ts'
import { allValues, first, hasRows, type Read, type Tx } from '../../database/sql.ts'
import type { Viewer } from '../policies.ts'
import type { Script, SpokenLine } from './lines.ts'

/** The sounds of agents: which there are, who may hear them, and which have yet to be made (D175). */

/** A sound as the voice provider made it. */
export interface NewSound {
  type: string
  bytes: Buffer
  durationMs: number
  wordStartsMs: number[]
}

/** A line of an agent that can be heard. */
export interface HeardLine {
  agentId: string
  /** Whether everybody may hear it, also without an account. */
  isPublic: boolean
  line: string
  hash: string
  text: string
  durationMs: number
  wordStartsMs: number[]
  voiceName: string
  languages: string[]
}

/** Returns the lines of these agents that can be heard: all of them, or the one of that name. */
export function listHeardLines(
  read: Read,
  agentIds: readonly string[],
  line: string | null = null,
): Promise<HeardLine[]> {
  return read<HeardLine>`
    select agent_sound.agent_id,
      agent_sound.agent_id in (select agent_id from visible_agents(null, false, null, 0)) as is_public,
      line, hash, text, duration_ms, word_starts_ms, voice.name as voice_name, languages
    from agent_sound join sound using (hash) join voice on voice.id = agent_sound.voice_id
    where agent_sound.agent_id = any(${agentIds}::uuid[]) and (${line}::text is null or line = ${line})`
}

export interface SoundFile {
  type: string
  bytes: Buffer
}

/** Returns a sound of an agent; null when the agent has no such sound, or is not one that the viewer sees. */
export function findSoundFile(read: Read, agentId: string, hash: string, viewer: Viewer): Promise<SoundFile | null> {
  return first(read<SoundFile>`
    select type, bytes from sound
    where hash = ${hash}
      and exists (select from agent_sound where agent_sound.agent_id = ${agentId} and agent_sound.hash = sound.hash)
      and exists (
        select from visible_agents(${viewer.userId}, ${viewer.isAdmin}, ${viewer.organizationId}, ${viewer.rank}) as seen
        where seen.agent_id = ${agentId})`)
}

interface PlannedScript extends Script {
  revision: number
}

/** Returns what the sounds of an agent are made of; null when it is archived or gone. */
export function findScript(read: Read, agentId: string, isLive: boolean): Promise<PlannedScript | null> {
  return first(read<PlannedScript>`
    select revision, first_message, sample_conversation,
      case when spoken.id is not null then json_build_object('id', spoken.id, 'providerVoiceId', spoken.provider_id) end
        as voice,
      case when asked.id is not null then json_build_object('id', asked.id, 'providerVoiceId', asked.provider_id) end
        as asking_voice
    from agent
    left join lateral (
      select id, case when ${isLive}::boolean then live_voice_id else standin_voice_id end as provider_id
      from voice where id = usable_voice(agent.voice_id, ${isLive})
    ) as spoken on true
    left join lateral (
      select id, case when ${isLive} then live_voice_id else standin_voice_id end as provider_id
      from voice where id = asking_voice(spoken.id, ${isLive})
    ) as asked on true
    where agent.id = ${agentId} and archived_at is null`)
}

/** Returns the agents whose words or voices have changed since their sounds were made, or that have none yet. */
export function listUnheard(read: Read, isLive: boolean): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select agent.id
    from agent left join agent_sounds_made as made on made.agent_id = agent.id
    where archived_at is null and (made.revision is distinct from agent.revision
      or made.provider_voice_id is distinct from provider_voice(voice_id, ${isLive}))
    order by agent.created_at, agent.id limit 1000`)
}

/** Returns which lines of an agent have which sound. */
export async function listLineHashes(read: Read, agentId: string): Promise<Map<string, string>> {
  const rows = await read<{ line: string; hash: string }>`
    select line, hash from agent_sound where agent_id = ${agentId}`
  return new Map(rows.map(({ line, hash }) => [line, hash]))
}

export function hasSound(read: Read, hash: string): Promise<boolean> {
  return hasRows(read`select from sound where hash = ${hash}`)
}

/** Stores a sound. A second one of the same hash changes nothing. */
export async function keepSound(tx: Tx, { hash, text }: SpokenLine, sound: NewSound, at: Date): Promise<void> {
  await tx`
    insert into sound (hash, type, bytes, text, duration_ms, word_starts_ms, created_at)
    values (${hash}, ${sound.type}, ${sound.bytes}, ${text}, ${sound.durationMs}, ${sound.wordStartsMs}, ${at})
    on conflict (hash) do nothing`
}

/** Lets a line be heard with a stored sound, in place of any other. */
export async function setLine(tx: Tx, agentId: string, { line, hash, voice }: SpokenLine): Promise<void> {
  await tx`
    insert into agent_sound (agent_id, line, hash, voice_id) values (${agentId}, ${line}, ${hash}, ${voice.id})
    on conflict (agent_id, line) do update set hash = excluded.hash, voice_id = excluded.voice_id`
  await removeUnused(tx)
}

/** Notes that all sounds of an agent have a state of it, and removes those of lines that it no longer has. */
export async function noteHeard(
  tx: Tx,
  agentId: string,
  { revision, voice }: PlannedScript,
  lines: readonly string[],
): Promise<void> {
  await tx`delete from agent_sound where agent_id = ${agentId} and line <> all(${lines})`
  await tx`
    insert into agent_sounds_made (agent_id, revision, provider_voice_id)
    values (${agentId}, ${revision}, ${voice?.providerVoiceId})
    on conflict (agent_id) do update set revision = excluded.revision, provider_voice_id = excluded.provider_voice_id`
  await removeUnused(tx)
}

/** Removes everything that could be heard of an agent. */
export async function removeSounds(tx: Tx, agentId: string): Promise<void> {
  await tx`delete from agent_sound where agent_id = ${agentId}`
  await tx`delete from agent_sounds_made where agent_id = ${agentId}`
  await removeUnused(tx)
}

async function removeUnused(tx: Tx): Promise<void> {
  await tx`delete from sound where not exists (select from agent_sound where agent_sound.hash = sound.hash)`
}

export type SampleAgent = Omit<RowOf<typeof heardAgent>, 'greeting' | 'conversation'>

/** Returns `count` public agents: those of the given names in their order, then the oldest others that can be heard. */
export function listSampleAgents(read: Read, names: readonly string[], count: number): Promise<SampleAgent[]> {
  return read<SampleAgent>`
    select agent.id, name, category, image_url
    from visible_agents(null, false, null, 0) as seen
    join agent on agent.id = seen.agent_id
    where lower(name) = any(${names}::text[])
      or exists (select from agent_sound where agent_sound.agent_id = agent.id and agent_sound.line = 'greeting')
    order by array_position(${names}::text[], lower(name)), agent.created_at, agent.id limit ${count}`
}
