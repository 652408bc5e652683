import { brandedAppSettings } from '#contract/organizations/app/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import type { FakeServer } from '../../fake-server.ts'
import { serveDashboard } from '../organization.ts'
import { acmeApp, assigned } from './app.ts'
import { fakeOf } from '../../fake-answer.ts'

type Settings = Answer<typeof brandedAppSettings>

/** What an organization that has saved nothing yet finds. */
export const suggested = fakeOf(brandedAppSettings, {
  organizationId: 100_001,
  appName: 'Acme Consulting',
  slug: 'acme-consulting',
  primaryColor: '#9334ea',
  secondaryColor: '#7c3aed',
  accentColor: '#06b6d4',
  showPublicAgents: true,
  enableAgentRequests: true,
  enableFeedback: true,
  contactInfo: { email: '', phone: '', websiteUrl: '', address: '' },
  offer: { setupPrice: 300, monthlyPrice: 20 },
})

/** Saved as suggested, and bought. */
export const publishable = {
  ...suggested,
  canPublish: true,
  createdAt: '2026-11-19T08:00:00.000Z',
  updatedAt: '2026-11-19T08:00:00.000Z',
} satisfies Settings

/** The agent that is not featured in the app of Acme Consulting, and the one that is. */
export const [partnerId = '', coachId = ''] = acmeApp.agents.map(({ id }) => id)

/** Answers what the builder reads of the dashboard of Acme Consulting. */
export function serveBuilder(server: FakeServer, settings: Settings = suggested): void {
  serveDashboard(server)
  server.answer(brandedAppSettings, settings)
  server.answer(organizationAgents, assigned)
}
