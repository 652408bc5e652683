import { type Agent, agentPage, agents } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { FakeServer } from '../fake-server.ts'
import { fakeOf } from '../fake-answer.ts'

/** Free for everybody. */
export const coach = fakeOf(agents, {
  id: '5b0c7a52-8f6a-4a0e-9f0a-000000000001',
  name: 'Mindset Coach',
  description: 'Turns setbacks into next steps.',
  category: 'HR',
  imageUrl: '/agents/mindset-coach.svg',
  isActive: true,
  isUnlocked: true,
  rating: 4.7,
  ratingSource: 'editorial',
  sessionCount: 1,
})

/** Must be unlocked first. */
export const clarifier = {
  ...coach,
  id: '5b0c7a52-8f6a-4a0e-9f0a-000000000002',
  name: 'Spreadsheet Clarifier',
  description: 'Describe the sheet in front of you, and it says what it shows.',
  category: 'Technology',
  imageUrl: null,
  isPremium: true,
  isUnlocked: false,
  rating: 4.9,
  sessionCount: 12,
  ratingCount: 4,
} satisfies Agent

/** Rated by people. */
export const keeper = {
  ...clarifier,
  id: '5b0c7a52-8f6a-4a0e-9f0a-000000000003',
  name: 'Pipeline Keeper',
  description: 'Keeps an eye on every deal.',
  category: 'HR',
  rating: 3.8,
  ratingSource: 'people',
  sessionCount: 0,
  ratingCount: 5,
} satisfies Agent

/** By name, as the server returns them. */
export const catalogue = [coach, keeper, clarifier]

export function pageOf(agent: Agent): Answer<typeof agentPage> {
  const [question, answer] = ['What is a pivot table good for?', 'Think of a pivot table as sorting laundry.']
  return {
    ...agent,
    managesDocuments: false,
    firstMessage: 'Tell me what your spreadsheet should tell you.',
    sampleConversation: [{ question, answer, audioUrl: null, sound: null, questionSound: null }],
  }
}

/** Answers the list and each agent's page, as `all` returns them at that moment. */
export function serveAgents(server: FakeServer, all: () => readonly Agent[] = () => catalogue): void {
  server.answer(agents, () => [...all()])
  server.answer(agentPage, ({ params }) => {
    const agent = all().find(({ id }) => id === params.agentId)
    if (!agent) throw new Error(`There is no agent ${params.agentId}`)
    return pageOf(agent)
  })
}
