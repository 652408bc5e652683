import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { as, expect, ownerMe, page, server, test } from '#tests/pages.ts'
import { both, details } from './managed.ts'
import { acmeId, coach, hiringPartner, serveDashboard } from './organization.ts'

const agents = [
  { ...hiringPartner, isPrivate: true, managesDocuments: true },
  { ...coach, managesDocuments: false },
]

test.beforeEach(() => as(ownerMe))

for (const [where, address] of [
  ['the dashboard', '/organization-dashboard?tab=agents'],
  ['their organizations', `/organizations?id=${acmeId}&tab=agents`],
] as const) {
  test(`an organization's admin goes from ${where} to what a private agent has read (D183)`, async () => {
    serveDashboard(server)
    server.answer(organizationAgents, agents)
    server.answer(userOrganizations, both)
    server.answer(organizationDetails, { ...details, agents })
    await page.goto(address)
    await expect(page.getByText(coach.agent.name, { exact: true })).toBeVisible()
    const links = page.getByRole('link', { name: /^Documents/ })
    await expect(links).toHaveCount(1)
    await expect(links).toHaveAccessibleName(`Documents: ${hiringPartner.agent.name}`)
    await expect(links).toHaveAttribute('href', `/agents/${hiringPartner.agentId}#documents`)
  })
}
