import * as z from 'zod/mini'
import { type Criterion, criteria, judgements, type Judged } from '#contract/agents/quality.ts'

/** What the provider judges in each conversation with an agent, and how its results are read. */

const goals: Record<Criterion, { name: string; goal: string; usesKnowledge: boolean }> = {
  goal_met: {
    name: 'Goal met',
    goal: 'The person got what they came for: their questions were answered or their exercise was done, and the agent helped them on. Unknown if the person asked for nothing.',
    usesKnowledge: false,
  },
  stayed_in_role: {
    name: 'Stayed in role',
    goal: 'The agent kept to the role, manner and subjects that its prompt describes, and declined what lies outside them. Unknown if the agent said nothing beyond its greeting.',
    usesKnowledge: false,
  },
  no_invented_facts: {
    name: 'Invented nothing',
    goal: 'The agent stated no facts, figures, names, prices or promises that are neither in its prompt, nor in its documents, nor said by the person, nor common knowledge. Unknown if the agent stated no facts.',
    usesKnowledge: true,
  },
}

/**
 * The part of an agent's `platform_settings` with the same criteria for every agent. `analysis_items` must never be sent:
 * once it is set, the provider no longer reads `evaluation`.
 */
export const evaluation = {
  criteria: criteria.map((id) => ({
    id,
    name: goals[id].name,
    type: 'prompt',
    conversation_goal_prompt: goals[id].goal,
    use_knowledge_base: goals[id].usesKnowledge,
    scope: 'conversation',
    scoring_mode: 'binary',
  })),
}

const analysis = z.object({
  evaluation_criteria_results: z.optional(z.unknown()),
  evaluation_criteria_results_list: z.optional(z.unknown()),
})
const map = z.record(z.string(), z.unknown())
const list = z.array(z.unknown())
const listed = z.object({ criteria_id: z.string() })
const item = z.object({ result: z.enum(judgements) })

/**
 * Returns the results of our criteria in the analysis of a record, and none of its words. The provider sends them as a
 * map and as a list. What is missing or unreadable counts as not judged, and never costs the record its figures.
 */
export function readJudged(value: unknown): Judged[] {
  const { data } = z.safeParse(analysis, value)
  if (!data) return []
  const byId = new Map(Object.entries(z.safeParse(map, data.evaluation_criteria_results).data ?? {}))
  const others = z.safeParse(list, data.evaluation_criteria_results_list).data ?? []
  return criteria.flatMap((criterion) => {
    const fromList = others.find((one) => z.safeParse(listed, one).data?.criteria_id === criterion)
    const judged = z.safeParse(item, byId.get(criterion) ?? fromList).data
    return judged ? [{ criterion, judgement: judged.result }] : []
  })
}

/** Returns whether an agent as the provider has it ignores `evaluation`, because somebody edited its analysis there. */
export function ignoresEvaluation(platformSettings: unknown): boolean {
  const { data } = z.safeParse(z.object({ analysis_items: z.unknown() }), platformSettings)
  return (data?.analysis_items ?? null) !== null
}
