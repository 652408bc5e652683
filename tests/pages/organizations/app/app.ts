import { type BrandedApp, type PublicAgent, publicBrandedApp } from '#contract/organizations/app/branded-app.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { fakeOf } from '../../fake-answer.ts'
import type { FakeServer } from '../../fake-server.ts'

const coach = {
  id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f60',
  name: 'Mindset Coach',
  description: 'Helps you to see a day as it is.',
  category: 'Personal Growth',
  imageUrl: null,
  isFeatured: false,
} satisfies PublicAgent

const partner = {
  id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f70',
  name: 'Hiring Partner',
  description: 'Prepares talks with applicants.',
  category: 'Business',
  imageUrl: null,
  isFeatured: true,
} satisfies PublicAgent

/** The published app of Acme Consulting, in dark green. */
export const acmeApp = {
  organizationId: 100_001,
  slug: 'acme-consulting',
  isPublished: true,
  appName: 'App of Acme Consulting',
  logoUrl: null,
  primaryColor: '#0f766e',
  secondaryColor: '#134e4a',
  accentColor: '#06b6d4',
  welcomeMessage: 'Talk it over with us.\nAny time.',
  tagline: 'Harbors that run by themselves',
  contactInfo: {
    email: 'hello@harbor.test',
    phone: '+49 40 123',
    websiteUrl: 'https://harbor.test/about',
    address: '',
  },
  showPublicAgents: true,
  agents: [partner, coach],
  enableAgentRequests: true,
  enableFeedback: true,
} satisfies BrandedApp

export const home = '/o/acme-consulting/'

/** The same two agents as they are assigned to its members. */
export const assigned = [assignmentOf(partner, 1), assignmentOf(coach, 2)]

function assignmentOf({ id, name, description, category, imageUrl }: PublicAgent, place: number) {
  return fakeOf(organizationAgents, {
    id: `8c1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f6${place}`,
    organizationId: 100_001,
    agentId: id,
    accessLevel: 'standard',
    isActive: true,
    agent: { name, description, imageUrl, category, isActive: true, sessionCount: 3 },
  })
}

export function serveApp(server: FakeServer, app: BrandedApp = acmeApp): void {
  server.answer(publicBrandedApp, app)
}
