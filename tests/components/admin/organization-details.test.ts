import { adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { assigned } from '#tests/pages/admin/agents.ts'
import { acme, coach, detailsOf } from '#tests/pages/admin/organizations.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, closeToasts, expectAsked, expectOneToast, expectSent } from '#tests/components/admin/panel.ts'
import { openDetails, openOrganizations, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('the details show five sections, and load them as they open', tags('S432 S591 S592'), async () => {
  await openOrganizations()
  await expectSent(organizationUsers)
  await expectSent(adminOrganizationDetails)
  const dialog = await openDetails()
  for (const name of ['Details', 'Payment Info', 'Users', 'Usage Analytics', 'Services Purchased']) {
    await expect(dialog.getByRole('region', { name, exact: true })).toBeVisible()
  }
  await expect(dialog.getByRole('region', { name: 'Details', exact: true })).toContainText('IndustryConsulting')
  await expect(dialog.getByRole('region', { name: 'Users' })).toContainText('olga.owner@example.com')
  await expect(dialog.getByRole('region', { name: 'Users' })).toContainText('Active2 of 5 seats')
  await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Strategy Partner')
  await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('1.50 minutes')
  await expect(dialog.getByRole('region', { name: 'Payment Info' })).toContainText('No billing data available')
  await expect(dialog.getByRole('region', { name: 'Services Purchased' })).toContainText(
    'This organization has not bought anything yet.',
  )
  for (const call of [organizationUsers, adminOrganizationDetails])
    await expect
      .poll(() => server.asked(call).map(({ params }) => params))
      .toEqual([{ organizationId: String(acme.id) }])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Details: ${acme.name}` })).toBeFocused()
})

it('an organization without a tier is shown as Free', tags('S438'), async () => {
  const free = { ...acme, subscriptionTier: '' }
  await openOrganizations(() => [free])
  const dialog = await openDetails()
  await expect(dialog.getByRole('region', { name: 'Details', exact: true })).toContainText('TierFree')
})

it('details that fail to load say so in the stated words, with one toast and a retry', tags('S249 S626'), async () => {
  await openOrganizations()
  server.refuse(adminOrganizationDetails, 'organization_not_found')
  const dialog = await openDetails()
  const panel = dialog.getByRole('alert')
  await expect(panel).toContainText('Error loading organization details: This organization does not exist.')
  await expectOneToast('Loading Failed')
  server.cut(adminOrganizationDetails)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel).toContainText('Failed to load organization details')
  server.answer(adminOrganizationDetails, detailsOf(acme))
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payment Info' })).toBeVisible()
  await expect(toastOf()).toHaveCount(0)
})

it('an agent is assigned with its level in the details', tags('S435 S632 D150'), async () => {
  await openOrganizations()
  const form = (await openDetails()).getByRole('form', { name: `Add an agent to ${acme.name}` })
  await expect(form.getByLabel('Organization')).toHaveValue(acme.name)
  await expect(form.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(form.getByText('Please choose an agent')).toBeVisible()
  await choose('Agent', coach.name)
  await choose('Access level', 'Premium: premium members')
  server.break(addAgentToOrganization)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf()).toContainText('Failed to add agent to organization')
  await closeToasts()
  const given = { ...assigned, agentId: coach.id, accessLevel: 'premium' as const }
  server.answer(addAgentToOrganization, { ...given, agent: { ...assigned.agent, name: coach.name } })
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf()).toContainText(`${acme.name} can now use ${coach.name}.`)
  const sent = [
    { organizationId: String(acme.id) },
    { agentId: coach.id, accessLevel: 'premium', isPrivate: false },
  ] as [unknown, unknown]
  await expectAsked(addAgentToOrganization, sent, sent)
})
