import { type AdminAgent, type AdminAgentPage, adminAgents, readAdminAgent } from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { adminVoices } from '#contract/agents/admin-voices.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { fakeOf } from '../fake-answer.ts'
import type { FakeServer } from '../fake-server.ts'
import { servePanel, sortRows } from './admin.ts'

export const acme = { id: 100_001, name: 'Acme Consulting' }
export const birch = { id: 100_002, name: 'Birch Logistics' }

/** A public agent of a category that no form offers by itself. */
export const planner = fakeOf(adminAgents, {
  id: '5b0c7a52-8f6a-4a0e-9f0a-000000000001',
  name: 'Week Planner',
  description: 'Plans the week with you',
  category: 'Old Category',
  isActive: true,
  price: '0.25',
  rating: 5,
  shownRating: 5,
})

/** The agent as assigned to an organization. */
export const assigned = fakeOf(addAgentToOrganization, {
  organizationId: acme.id,
  agentId: planner.id,
  agent: { name: planner.name },
})

/** The fallback, one that will end, and one that the provider has withdrawn. */
const voices = [
  fakeOf(adminVoices, { id: 'clara', name: 'Clara', languages: ['en'], isFallback: true }),
  fakeOf(adminVoices, {
    id: 'angus',
    name: 'Angus',
    languages: ['de', 'en'],
    state: 'ending',
    reason: 'Its owner will withdraw it on December 31, 2026. Please choose another one before then.',
  }),
  fakeOf(adminVoices, { id: 'miles', name: 'Miles', languages: ['en'], state: 'gone' }),
]

export function pageOf(agent: AdminAgent): AdminAgentPage {
  return { ...agent, systemPrompt: 'You help.', firstMessage: '', voiceId: null, imageData: null }
}

/** Answers everything that the tab reads; the list is what `all` returns at that moment. */
export function serveAgents(server: FakeServer, all: () => readonly AdminAgent[]): void {
  servePanel(server)
  server.answer(organizationChoices, [acme, birch])
  server.answer(adminVoices, voices)
  server.answer(readAdminAgent, ({ params }) => {
    const agent = all().find(({ id }) => id === params.id)
    if (!agent) throw new Error(`There is no agent ${params.id}`)
    return pageOf(agent)
  })
  server.answer(adminAgents, ({ query: { search = '', status, access, tier, sort = 'name' } }) => {
    const found = all().filter(
      ({ name, isActive, isPrivate, isPremium }) =>
        name.toLowerCase().includes(search.toLowerCase()) &&
        (status === undefined || isActive === (status === 'active')) &&
        (access === undefined || isPrivate === (access === 'private')) &&
        (tier === undefined || isPremium === (tier === 'premium')),
    )
    return sortRows(found, sort, { name: ({ name }) => name, rating: ({ shownRating }) => shownRating })
  })
}
