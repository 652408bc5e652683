import { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../../fake-server.ts'

/** Answers what the organization dashboard of Acme Consulting reads besides its tabs. */
export function serveOrganization(server: FakeServer, me: Me): void {
  const isAdmin = me.organizationRole === 'admin'
  server.answer(organizationOverview, {
    id: 100_001,
    name: 'Acme Consulting',
    slug: 'acme-consulting',
    logoUrl: null,
    primaryColor: '#9334ea',
    secondaryColor: '#7c3aed',
    isActive: true,
    subscriptionStatus: 'active',
    givesAccess: true,
    role: isAdmin ? 'admin' : 'member',
    totalMembers: 3,
    maxUsers: 10,
    creditBalance: 500,
    activeAgents: 1,
    ...(isAdmin && { monthlyUsage: 12 }),
    ownMinutesThisMonth: 0,
    ownLimitMinutes: null,
  })
}
