import { type AdminAgent, type AdminAgentPage, adminAgents, readAdminAgent } from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { type AdminVoice, adminVoices } from '#contract/agents/admin-voices.ts'
import type { Answer } from '#contract/call.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import type { FakeServer } from '../fake-server.ts'
import { ada, servePanel, sortRows } from './admin.ts'

/** What page tests of the panel's agents share. */

export const acme = { id: 100_001, name: 'Acme Consulting' }
export const birch = { id: 100_002, name: 'Birch Logistics' }

/** A public agent of a category that no form offers by itself. */
export const planner = {
  id: '5b0c7a52-8f6a-4a0e-9f0a-000000000001',
  name: 'Week Planner',
  description: 'Plans the week with you',
  category: 'Old Category',
  imageUrl: null,
  elevenLabsAgentId: 'agent_1',
  isActive: true,
  isPremium: false,
  isPrivate: false,
  price: '0.25',
  rating: 5,
  shownRating: 5,
  ratingCount: 0,
  sessionCount: 0,
  organizations: [],
  syncState: 'synced',
  syncError: null,
  createdBy: ada.id,
  updatedBy: ada.id,
  createdAt: '2026-05-04T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
} satisfies AdminAgent

/** The agent as assigned to an organization. */
export const assigned = {
  id: '6c0c7a52-8f6a-4a0e-9f0a-000000000001',
  organizationId: acme.id,
  agentId: planner.id,
  isPrivate: false,
  accessLevel: 'standard',
  assignedAt: '2026-11-22T08:00:00.000Z',
  addedAt: '2026-11-22T08:00:00.000Z',
  isActive: true,
  agent: {
    name: planner.name,
    description: planner.description,
    imageUrl: null,
    category: planner.category,
    isPremium: false,
    isActive: true,
    sessionCount: 0,
  },
  assignedBy: ada.id,
  customInstructions: '',
} satisfies Answer<typeof addAgentToOrganization>

const plainVoice = {
  languages: ['en'],
  isFallback: false,
  state: 'ok',
  reason: null,
  checkedAt: '2026-11-23T08:00:00.000Z',
  agentCount: 1,
} satisfies Partial<AdminVoice>

/** The fallback, one that will end, and one that the provider has withdrawn. */
export const voices: AdminVoice[] = [
  { ...plainVoice, id: 'clara', name: 'Clara', description: 'Clear and friendly', isFallback: true },
  {
    ...plainVoice,
    id: 'angus',
    name: 'Angus',
    description: 'Warm',
    languages: ['de', 'en'],
    state: 'ending',
    reason: 'Its owner will withdraw it on December 31, 2026. Please choose another one before then.',
  },
  {
    ...plainVoice,
    id: 'miles',
    name: 'Miles',
    description: 'Calm and low',
    state: 'gone',
    reason: 'The voice provider no longer offers it.',
  },
]

/** Returns an agent as the calls about one agent do. */
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
