import { expect, it } from 'vitest'
import type { Agent } from '#contract/agents/agents.ts'
import { allAgents, categoriesOf, findAgents, readFilters } from './agent-filters.ts'

function agent(name: string, more: Partial<Agent> = {}): Agent {
  const words = { description: `About ${name}`, category: 'Sales', greeting: null, imageUrl: null, greetingUrl: null }
  const rated = { rating: 4.5, ratingSource: 'editorial', sessionCount: 0, ratingCount: 0 } as const
  return { id: name, name, ...words, ...rated, isPremium: false, isActive: true, isUnlocked: true, ...more }
}

const all = [
  agent('bravo', { rating: 5, sessionCount: 3, category: 'HR' }),
  agent('Alpha', { rating: 4.9, sessionCount: 7, isPremium: true, isUnlocked: false }),
  agent('Charlie', { rating: 5, isPremium: true, isActive: false, description: 'Thinks ALOUD' }),
]
const everything = { words: '', category: allAgents, show: 'all', sort: 'name' } as const
const names = (filters: Partial<Parameters<typeof findAgents>[1]>) =>
  findAgents(all, { ...everything, ...filters }).map(({ name }) => name)

it.each([
  [{}, ['Alpha', 'bravo', 'Charlie']],
  [{ sort: 'rating' }, ['bravo', 'Charlie', 'Alpha']],
  [{ sort: 'sessions' }, ['Alpha', 'bravo', 'Charlie']],
  [{ words: ' aloud ' }, ['Charlie']],
  [{ words: 'BRAVO' }, ['bravo']],
  [{ words: 'bravo', category: 'Sales' }, []],
  [{ show: 'ready' }, ['bravo']],
  [{ show: 'locked' }, ['Alpha']],
] as const)('the marketplace shows for %j the agents %j (S083, S084)', (filters, shown) => {
  expect(names(filters)).toEqual(shown)
})

it('the URL holds the filters, and unknown values in it are ignored', () => {
  const categories = categoriesOf(all)
  expect(categories).toEqual([allAgents, 'HR', 'Sales'])
  const read = (search: string) => readFilters(new URLSearchParams(search), categories)
  expect(read('category=HR&show=locked&sort=rating')).toEqual({ category: 'HR', show: 'locked', sort: 'rating' })
  expect(read('category=Nope&show=x&sort=')).toEqual({ category: allAgents, show: 'all', sort: 'name' })
})
