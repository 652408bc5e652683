import type { Agent } from '#contract/agents/agents.ts'

/** What a newcomer wants to talk about first. */
export const topics = ['Sales', 'Money', 'People', 'Myself'] as const
export type Topic = (typeof topics)[number]

/** Words of the categories that fit a topic; an organization's admins may name their own categories (D57). */
const categoryWords: Record<Topic, RegExp> = {
  Sales: /sales|marketing|crm|customer/i,
  Money: /financ|account|strategy|operations/i,
  People: /\bhr\b|leadership|team|people|customer service/i,
  Myself: /mindset|growth|personal|health|leadership|systems/i,
}

const suggestedCount = 3

type Suggestable = Pick<Agent, 'name' | 'category' | 'rating' | 'isActive' | 'isUnlocked'>

/** Returns three agents for a topic that the person can talk to now: those that fit, best rated first, then others. */
export function suggestAgents<Suggested extends Suggestable>(all: readonly Suggested[], topic: Topic): Suggested[] {
  const fits = ({ category }: Suggestable) => Number(categoryWords[topic].test(category))
  return all
    .filter(({ isActive, isUnlocked }) => isActive && isUnlocked)
    .toSorted(
      (one, other) => fits(other) - fits(one) || other.rating - one.rating || one.name.localeCompare(other.name),
    )
    .slice(0, suggestedCount)
}
