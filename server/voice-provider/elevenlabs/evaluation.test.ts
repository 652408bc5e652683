import { describe, expect, it, test } from 'vitest'
import { criteria } from '#contract/agents/quality.ts'
import { evaluation, ignoresEvaluation, readJudged } from './evaluation.ts'

test('each criterion has its fixed id and a goal within the limit of the provider', () => {
  expect(evaluation.criteria.map(({ id }) => id)).toEqual(criteria)
  for (const { conversation_goal_prompt: goal, id, use_knowledge_base: usesKnowledge } of evaluation.criteria) {
    expect(goal.length).toBeLessThanOrEqual(2000)
    expect(usesKnowledge).toBe(id === 'no_invented_facts')
  }
})

describe('the results in an analysis', () => {
  const item = (id: string, result: unknown) => ({ criteria_id: id, result, rationale: 'words' })

  it('are read from the map, and from the list for what the map lacks', () => {
    const list = [item('goal_met', 'success'), item('stayed_in_role', 'unknown')]
    const map = { goal_met: item('goal_met', 'failure') }
    const analysis = { evaluation_criteria_results: map, evaluation_criteria_results_list: list }
    expect(readJudged(analysis)).toEqual([
      { criterion: 'goal_met', judgement: 'failure' },
      { criterion: 'stayed_in_role', judgement: 'unknown' },
    ])
  })

  it.each([
    undefined,
    null,
    'words',
    [],
    { evaluation_criteria_results: null, evaluation_criteria_results_list: null },
    { evaluation_criteria_results: { goal_met: null, stayed_in_role: item('stayed_in_role', 'maybe') } },
    { evaluation_criteria_results: { other: item('other', 'success') }, evaluation_criteria_results_list: [1, {}] },
  ])('are none in %j', (analysis) => expect(readJudged(analysis)).toEqual([]))
})

test('criteria are ignored only while the provider has analysis items of its own', () => {
  for (const settings of [undefined, null, {}, { analysis_items: null }])
    expect(ignoresEvaluation(settings)).toBe(false)
  expect(ignoresEvaluation({ analysis_items: { evaluation_criteria: [] } })).toBe(true)
})
