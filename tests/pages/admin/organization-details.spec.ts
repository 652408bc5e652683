import { adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { closeToasts, expectOneToast, toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { assigned } from './agents.ts'
import { acme, coach, detailsOf, openDetails, openOrganizations, serveOrganizations } from './organizations.ts'

test('the details show five sections; its users are loaded when they open, only for that organization (S432, S591, S592)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveOrganizations(server, () => [acme])
  await openOrganizations(page)
  expect(server.asked(organizationUsers)).toEqual([])
  expect(server.asked(adminOrganizationDetails)).toEqual([])
  const dialog = await openDetails(page)
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
    expect(server.asked(call).map(({ params }) => params)).toEqual([{ organizationId: String(acme.id) }])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Details: ${acme.name}` })).toBeFocused()
})

test('an organization without a tier is shown as Free (S438)', async ({ page, server, as }) => {
  as(adminMe)
  const free = { ...acme, subscriptionTier: '' }
  serveOrganizations(server, () => [free])
  await openOrganizations(page)
  const dialog = await openDetails(page)
  await expect(dialog.getByRole('region', { name: 'Details', exact: true })).toContainText('TierFree')
})

test('details that cannot be loaded say so in the stated words, with one toast and a way to try again (S249, S626)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveOrganizations(server, () => [acme])
  await openOrganizations(page)
  server.refuse(adminOrganizationDetails, 'organization_not_found')
  const dialog = await openDetails(page)
  const panel = dialog.getByRole('alert')
  await expect(panel).toContainText('Error loading organization details: This organization does not exist.')
  await expectOneToast(page, 'Loading Failed')
  server.cut(adminOrganizationDetails)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel).toContainText('Failed to load organization details')
  server.answer(adminOrganizationDetails, detailsOf(acme))
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payment Info' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
})

test('an agent is assigned with its level in the details, where its private flag shows (S435, S632, D150)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveOrganizations(server, () => [acme])
  await openOrganizations(page)
  const form = (await openDetails(page)).getByRole('form', { name: `Add an agent to ${acme.name}` })
  await expect(form.getByLabel('Organization')).toHaveValue(acme.name)
  await expect(form.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(form.getByText('Please choose an agent')).toBeVisible()
  await choose(page, 'Agent', coach.name)
  await choose(page, 'Access level', 'Premium: premium members')
  server.break(addAgentToOrganization)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to add agent to organization')
  await closeToasts(page)
  const given = { ...assigned, agentId: coach.id, accessLevel: 'premium' as const }
  server.answer(addAgentToOrganization, { ...given, agent: { ...assigned.agent, name: coach.name } })
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText(`${acme.name} can now use ${coach.name}.`)
  expect(server.asked(addAgentToOrganization).at(-1)).toEqual({
    params: { organizationId: String(acme.id) },
    query: undefined,
    body: { agentId: coach.id, accessLevel: 'premium', isPrivate: false },
  })
})
