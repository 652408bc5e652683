import { criteria, type Judged } from '#contract/agents/quality.ts'
import type { CriterionCounts } from '#contract/agents/versions.ts'
import type { Read, Tx } from '../../database/sql.ts'

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
