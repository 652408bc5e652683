import { expect, it } from 'vitest'
import { suggestAgents, topics } from './topics.ts'

function agent(name: string, category: string, rating = 4, changes: { isUnlocked?: false; isActive?: false } = {}) {
  return { name, category, rating, isActive: true, isUnlocked: true, ...changes }
}

const all = [
  agent('Seller', 'Sales Training', 4.5),
  agent('Closer', 'Sales', 4.9),
  agent('Marketer', 'Sales & Marketing', 4.1),
  agent('Accountant', 'Finance'),
  agent('Recruiter', 'HR'),
  agent('Mentor', 'Mindset & Growth'),
  agent('Locked', 'Sales', 5, { isUnlocked: false }),
  agent('Paused', 'Sales', 5, { isActive: false }),
]
const namesFor = (topic: (typeof topics)[number], from = all) => suggestAgents(from, topic).map(({ name }) => name)

it('the agents suggested first fit the topic, best rated first, and can be talked to', () => {
  expect(namesFor('Sales')).toEqual(['Closer', 'Seller', 'Marketer'])
  const firsts = (['Money', 'People', 'Myself'] as const).map((topic) => namesFor(topic)[0])
  expect(firsts).toEqual(['Accountant', 'Recruiter', 'Mentor'])
  expect(namesFor('Money')).toHaveLength(3)
  expect(namesFor('Money', [agent('Only', 'Sales')])).toEqual(['Only'])
})
