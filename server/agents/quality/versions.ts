import { refuse } from '../../kernel/problem.ts'
import type { RowOf } from '../../kernel/serve.ts'
import type { agentVersion, AgentWords, CriterionCounts } from '#contract/agents/versions.ts'
import { first, type Read, type Tx } from '../../database/sql.ts'
import { criteria, type Judged } from '#contract/agents/quality.ts'

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

export type VersionRow = Omit<RowOf<typeof agentVersion>, 'counts'>

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

interface VersionWithWords extends VersionRow {
  words: AgentWords
  /** The words of the version before; null for the first one. */
  former: AgentWords | null
  /** The words that the agent has now. */
  present: AgentWords
}

/** Returns one version of an agent with its words. */
export async function requireVersion(read: Read, agentId: string, revision: number): Promise<VersionWithWords> {
  const version = first(read<VersionWithWords>`
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
    where version.agent_id = ${agentId} and version.revision = ${revision}`)
  return (await version) ?? refuse('version_not_found')
}

/** How conversations with each version of an agent were judged: counts only. No other file writes their table. */

/**
 * Adds the results of one conversation to the version whose words the agent had in this revision. Revisions before the
 * first version count nowhere, because their words are not known. The caller sees to it that each conversation comes once.
 */
export async function addJudged(
  tx: Tx,
  { agentId, revision }: { agentId: string; revision: number },
  judged: readonly Judged[],
): Promise<void> {
  await tx`
    insert into agent_quality as known (agent_id, revision, criterion, success, failure, unknown)
    select version.agent_id, version.revision, judged.criterion, (judged.judgement = 'success')::integer,
      (judged.judgement = 'failure')::integer, (judged.judgement = 'unknown')::integer
    from (
      select agent_id, revision from agent_version
      where agent_id = ${agentId} and revision <= ${revision} order by revision desc limit 1
    ) as version
    cross join unnest(${judged.map(({ criterion }) => criterion)}::text[],
      ${judged.map(({ judgement }) => judgement)}::text[]) as judged (criterion, judgement)
    order by judged.criterion
    on conflict (agent_id, revision, criterion) do update set success = known.success + excluded.success,
      failure = known.failure + excluded.failure, unknown = known.unknown + excluded.unknown`
}

interface CountsRow extends CriterionCounts {
  revision: number
}

/** Returns the counts of every version of an agent that has any, by revision, and of all of them together. */
export async function readCounts(
  read: Read,
  agentId: string,
): Promise<{ of: (revision: number) => CriterionCounts[]; total: CriterionCounts[] }> {
  const rows = await read<CountsRow>`
    select revision, criterion, success, failure, unknown from agent_quality where agent_id = ${agentId}`
  return {
    of: (revision) => sumUp(rows.filter((row) => row.revision === revision)),
    total: sumUp(rows),
  }
}

/** Returns one entry for each criterion. */
function sumUp(rows: readonly CountsRow[]): CriterionCounts[] {
  return criteria.map((criterion) => {
    const own = rows.filter((row) => row.criterion === criterion)
    const sum = (name: 'success' | 'failure' | 'unknown') => own.reduce((total, row) => total + row[name], 0)
    return { criterion, success: sum('success'), failure: sum('failure'), unknown: sum('unknown') }
  })
}
