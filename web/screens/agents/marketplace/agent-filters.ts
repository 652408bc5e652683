import type { Agent } from '#contract/agents/agents.ts'
import { searchable } from '#contract/identity/typed-text.ts'

/** The filters and order of the marketplace; all but the words come from the URL. */
export interface AgentFilters {
  words: string
  /** A category, or `allAgents`. */
  category: string
  show: Show
  sort: Sort
}

export const allAgents = 'All Agents'

export const showOptions = [
  { value: 'all', label: 'Show all' },
  { value: 'ready', label: 'Ready to use' },
  { value: 'locked', label: 'To unlock' },
] as const
type Show = (typeof showOptions)[number]['value']

export const sortOptions = [
  { value: 'name', label: 'By name' },
  { value: 'rating', label: 'Best rated' },
  { value: 'sessions', label: 'Most used' },
] as const
type Sort = (typeof sortOptions)[number]['value']

/** Returns All Agents and the categories of the agents that the person can see, A to Z (S078, D57). */
export function categoriesOf(all: readonly Agent[]): string[] {
  return [allAgents, ...new Set(all.map((agent) => agent.category).toSorted())]
}

/** Returns the filters in a URL, ignoring unknown values. */
export function readFilters(search: URLSearchParams, categories: readonly string[]): Omit<AgentFilters, 'words'> {
  return {
    category: categories.find((one) => one === search.get('category')) ?? allAgents,
    show: showOptions.find(({ value }) => value === search.get('show'))?.value ?? 'all',
    sort: sortOptions.find(({ value }) => value === search.get('sort'))?.value ?? 'name',
  }
}

/** Returns the matching agents in the chosen order; ties are sorted by name. */
export function findAgents(all: readonly Agent[], { words, category, show, sort }: AgentFilters): Agent[] {
  const wanted = searchable(words.trim())
  return all
    .filter(
      (agent) =>
        (searchable(agent.name).includes(wanted) || searchable(agent.description).includes(wanted)) &&
        (category === allAgents || agent.category === category) &&
        (show === 'all' || agent.isUnlocked === (show === 'ready')) &&
        (show !== 'ready' || agent.isActive),
    )
    .toSorted((one, other) => {
      if (sort === 'rating' && one.rating !== other.rating) return other.rating - one.rating
      if (sort === 'sessions' && one.sessionCount !== other.sessionCount) return other.sessionCount - one.sessionCount
      return one.name.localeCompare(other.name, 'en')
    })
}
