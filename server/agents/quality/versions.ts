import type { AgentWords } from '#contract/agents/versions.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import type { Read, Tx } from '../../database/sql.ts'

/** The versions of agents' words: system prompt and first message. No other file writes their table. */

/** Stores the words that an agent has now as its next version, unless they are those of its newest one. */
export async function keepVersion(tx: Tx, agentId: string): Promise<void> {
  await tx`
    insert into agent_version (agent_id, revision, number, system_prompt, first_message, saved_by, saved_at)
    select agent.id, agent.revision, coalesce(newest.number, 0) + 1, agent.system_prompt, agent.first_message,
      agent.updated_by, agent.updated_at
    from agent
    left join lateral (
      select number, system_prompt, first_message from agent_version as version
      where version.agent_id = agent.id order by revision desc limit 1
    ) as newest on true
    where agent.id = ${agentId} and (newest.number is null
      or (newest.system_prompt, newest.first_message) is distinct from (agent.system_prompt, agent.first_message))`
}

export interface VersionRow {
  revision: number
  number: number
  savedAt: Date
  savedBy: NamedPerson | null
  isCurrent: boolean
}

/** Returns up to `limit` versions of an agent before a revision, newest first. */
export function listVersions(
  read: Read,
  agentId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> {
  return read<VersionRow>`
    select revision, number, saved_at, author.named as saved_by,
      revision = (select max(revision) from agent_version where agent_id = ${agentId}) as is_current
    from agent_version left join named_person as author on author.id = saved_by
    where agent_id = ${agentId} and (${before}::integer is null or revision < ${before})
    order by revision desc limit ${limit}`
}

export interface VersionWithWords extends VersionRow {
  words: AgentWords
  /** The words of the version before; null for the first one. */
  former: AgentWords | null
  /** The words that the agent has now. */
  present: AgentWords
}

/** Returns one version of an agent with its words; null when there is none. */
export async function findVersion(read: Read, agentId: string, revision: number): Promise<VersionWithWords | null> {
  const [row] = await read<VersionWithWords>`
    select version.revision, version.number, version.saved_at, author.named as saved_by,
      version.revision = newest.revision as is_current,
      json_build_object('systemPrompt', version.system_prompt, 'firstMessage', version.first_message) as words,
      (select json_build_object('systemPrompt', former.system_prompt, 'firstMessage', former.first_message)
        from agent_version as former where former.agent_id = version.agent_id and former.number = version.number - 1
      ) as former,
      json_build_object('systemPrompt', newest.system_prompt, 'firstMessage', newest.first_message) as present
    from agent_version as version
    join lateral (
      select revision, system_prompt, first_message from agent_version as one
      where one.agent_id = version.agent_id order by revision desc limit 1
    ) as newest on true
    left join named_person as author on author.id = version.saved_by
    where version.agent_id = ${agentId} and version.revision = ${revision}`
  return row ?? null
}
