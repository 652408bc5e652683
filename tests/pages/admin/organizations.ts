import { adminOrganizationDetails, adminOrganizations, type AdminOrganization } from '#contract/admin/organizations.ts'
import type { Answer } from '#contract/call.ts'
import { availableAgents } from '#contract/organizations/agents.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { fakeOf } from '../fake-answer.ts'
import type { FakeServer } from '../fake-server.ts'
import { servePanel, sortRows } from './admin.ts'

/** Open, with two people and 42 minutes. */
export const acme = fakeOf(adminOrganizations, {
  id: 100_001,
  name: 'Acme Consulting',
  slug: 'acme-consulting',
  industry: 'Consulting',
  contactEmail: 'contact@acme.test',
  isActive: true,
  subscriptionStatus: 'active',
  subscriptionTier: 'standard',
  givesAccess: true,
  creditBalance: 42,
  maxUsers: 5,
  memberCount: 2,
})

const olga = fakeOf(organizationUsers, {
  id: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f52',
  firstName: 'Olga',
  lastName: 'Owner',
  email: 'olga.owner@example.com',
  role: 'admin',
  isActive: true,
})

export const coach = fakeOf(availableAgents, { id: '5b0c7a52-8f6a-4a0e-9f0a-000000000009', name: 'Mindset Coach' })

const talked = { minutes: 1.5, seconds: 90, sessions: 1 }

/** Created by an admin: nothing was ordered or paid. */
export function detailsOf(organization: AdminOrganization): Answer<typeof adminOrganizationDetails> {
  return fakeOf(adminOrganizationDetails, {
    organization,
    users: { active: 2, admins: 1, invited: 1, maxUsers: organization.maxUsers },
    usage: {
      minutes: talked.minutes,
      sessions: talked.sessions,
      members: [{ ...talked, userId: olga.id, userName: 'Olga Owner' }],
      agents: [{ ...talked, agentId: coach.id, agentName: 'Strategy Partner' }],
    },
  })
}

/** Answers everything that the tab and its dialogs read; the list is what `all` returns at that moment. */
export function serveOrganizations(server: FakeServer, all: () => readonly AdminOrganization[]): void {
  servePanel(server)
  server.answer(organizationUsers, [olga])
  server.answer(availableAgents, [coach])
  server.answer(adminOrganizationDetails, ({ params }) => {
    const organization = all().find(({ id }) => String(id) === params.organizationId)
    if (!organization) throw new Error(`There is no organization ${params.organizationId}`)
    return detailsOf(organization)
  })
  server.answer(adminOrganizations, ({ query: { search = '', status = 'all', sort = 'name' } }) => {
    const found = all().filter(
      ({ name, isActive, subscriptionStatus }) =>
        name.toLowerCase().includes(search.toLowerCase()) &&
        (status === 'all' || subscriptionStatus === status || (status === 'inactive' && !isActive)),
    )
    return sortRows(found, sort, { name: ({ name }) => name, members: ({ memberCount }) => memberCount })
  })
}
