/** What the voice provider judges in each conversation, by the ids that are sent to it. */
export const criteria = ['goal_met', 'stayed_in_role', 'no_invented_facts'] as const
export type Criterion = (typeof criteria)[number]

export const judgements = ['success', 'failure', 'unknown'] as const
export type Judgement = (typeof judgements)[number]

/** One result of a conversation. */
export interface Judged {
  criterion: Criterion
  judgement: Judgement
}
