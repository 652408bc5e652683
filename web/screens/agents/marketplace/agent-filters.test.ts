import { describe, expect, it } from 'vitest'
import type { Agent } from '#contract/agents/agents.ts'
import { allAgents, categoriesOf, findAgents, readFilters } from './agent-filters.ts'

function agent(name: string, more: Partial<Agent> = {}): Agent {
  return {
    id: name,
    name,
    description: `About ${name}`,
    category: 'Sales',
    ...{ imageUrl: null, greetingUrl: null, greeting: null },
    ...{ isPremium: false, isActive: true, isUnlocked: true },
    ...{ rating: 4.5, ratingSource: 'editorial' as const, sessionCount: 0, ratingCount: 0 },
    ...more,
  }
}

const all = [
  agent('bravo', { rating: 5, sessionCount: 3, category: 'HR' }),
  agent('Alpha', { rating: 4.9, sessionCount: 7, isPremium: true, isUnlocked: false }),
  agent('Charlie', { rating: 5, isPremium: true, isActive: false, description: 'Thinks ALOUD' }),
]
const everything = { words: '', category: allAgents, show: 'all', sort: 'name' } as const
const names = (filters: Partial<Parameters<typeof findAgents>[1]>) =>
  findAgents(all, { ...everything, ...filters }).map(({ name }) => name)

describe('the agents that the marketplace shows (S083, S084)', () => {
  it('are sorted by name, by rating or by use', () => {
    expect(names({})).toEqual(['Alpha', 'bravo', 'Charlie'])
    expect(names({ sort: 'rating' })).toEqual(['bravo', 'Charlie', 'Alpha'])
    expect(names({ sort: 'sessions' })).toEqual(['Alpha', 'bravo', 'Charlie'])
  })

  it('match words in name or description, in any case, within the category', () => {
    expect(names({ words: ' aloud ' })).toEqual(['Charlie'])
    expect(names({ words: 'BRAVO' })).toEqual(['bravo'])
    expect(names({ words: 'bravo', category: 'Sales' })).toEqual([])
  })

  it('are limited to those ready to use, or to those to unlock', () => {
    expect(names({ show: 'ready' })).toEqual(['bravo'])
    expect(names({ show: 'locked' })).toEqual(['Alpha'])
  })
})

it('the URL holds the filters, and unknown values in it are ignored', () => {
  const categories = categoriesOf(all)
  expect(categories).toEqual([allAgents, 'HR', 'Sales'])
  const read = (search: string) => readFilters(new URLSearchParams(search), categories)
  expect(read('category=HR&show=locked&sort=rating')).toEqual({ category: 'HR', show: 'locked', sort: 'rating' })
  expect(read('category=Nope&show=x&sort=')).toEqual({ category: allAgents, show: 'all', sort: 'name' })
})
