import type { Answer } from '#contract/call.ts'
import { inviteToOrganization, invitationsOfOrganization } from '#contract/organizations/invitations.ts'
import { removeAgentFromOrganization } from '#contract/organizations/agents.ts'
import {
  changeBranding,
  createOrganization,
  organizationDetails,
  userOrganizations,
} from '#contract/organizations/management.ts'
import { expectFault } from '../../kit/browser/forms.ts'
import { as, closeToasts, expect, expectRow, ownerMe, page, type Page, server, tagged, test } from '#tests/pages.ts'
import { both, details } from './managed.ts'
import { acmeId } from './organization.ts'

/** The forms of /organizations; the calls behind them are in calls/organizations. */

test.beforeEach(() => {
  as(ownerMe)
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, details)
  server.answer(invitationsOfOrganization, [])
})

const invited = {
  id: '5e990000-0000-4000-8000-000000000001',
  organizationId: acmeId,
  email: 'mia@example.com',
  firstName: '',
  lastName: '',
  role: 'member',
  accessLevel: 'standard',
  userCategory: 'Members',
  invitedBy: ownerMe.id,
  expiresAt: '2026-12-15T08:00:00.000Z',
  acceptedAt: null,
  status: 'pending',
  invitationType: 'email',
  bulkInviteId: null,
  createdAt: '2026-12-01T08:00:00.000Z',
} satisfies Answer<typeof inviteToOrganization>

const optionsOf = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name }).click()
  const words = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  return words
}

test('an organization is created or refused (S421, S503-S506, S507, S607, S634)', async () => {
  await page.goto('/organizations')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const form = page.getByRole('form', { name: 'Create an organization' })
  const submit = form.getByRole('button', { name: 'Create Organization' })
  await expect(form.getByLabel('Primary color', { exact: true })).toHaveValue('#9334ea')
  await expect(form.getByLabel('Secondary color', { exact: true })).toHaveValue('#7c3aed')
  await expect(form.getByLabel('Contact email')).toHaveValue(ownerMe.email)
  await submit.click()
  await expectFault(form, 'Organization name', 'Organization name is required')
  await form.getByLabel('Organization name').fill('Harbour Works')
  await expect(form.getByLabel('Slug')).toHaveValue('harbour-works')
  for (const [label, wrong, right, message] of [
    ['Slug', 'A b', 'harbour-works', 'Please use lowercase letters, digits and hyphens only'],
    ['Contact email', 'x', ownerMe.email, 'Invalid email address'],
    ['Website (optional)', 'x', '', 'Invalid URL'],
  ] as const) {
    await form.getByLabel(label).fill(wrong)
    await submit.click()
    await expectFault(form, label, message)
    await form.getByLabel(label).fill(right)
  }
  server.break(createOrganization)
  await submit.click()
  await expectRow(page, 'S607')
  await closeToasts(page)
  server.refuse(createOrganization, 'slug_taken', { field: 'slug', details: { suggestion: 'harbour-works-2' } })
  await submit.click()
  await expectFault(form, 'Slug', 'This address is taken. Please choose another one.')
  await closeToasts(page)
  await form.getByRole('button', { name: 'Use harbour-works-2' }).click()
  server.answer(createOrganization, { ...details.organization, slug: 'harbour-works-2', givesAccess: false })
  await submit.click()
  await expectRow(page, 'S634')
  expect(server.asked(createOrganization).at(-1)?.body).toMatchObject({
    slug: 'harbour-works-2',
    primaryColor: '#9334ea',
    secondaryColor: '#7c3aed',
  })
})

test('a person is invited as a member by default', tagged('S465 S467 S510 S608 S635'), async () => {
  await page.goto('/organizations?tab=team')
  const form = page.getByRole('form', { name: 'Invite someone' })
  const send = form.getByRole('button', { name: 'Send Invitation' })
  await expect(form.getByRole('combobox', { name: 'Role' })).toContainText('Member')
  await expect(form.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  expect(await optionsOf(page, 'Role')).toEqual(['Admin', 'Member', 'Guest'])
  expect(await optionsOf(page, 'Access level')).toEqual(['Standard', 'Premium', 'Full'])
  await form.getByLabel('Email').fill('x')
  await send.click()
  await expectFault(form, 'Email', 'Valid email is required')
  await form.getByLabel('Email').fill('mia@example.com')
  server.break(inviteToOrganization)
  await send.click()
  await expectRow(page, 'S608')
  await expect(form.getByLabel('Email')).toHaveValue('mia@example.com')
  await closeToasts(page)
  server.answer(inviteToOrganization, invited)
  await send.click()
  await expectRow(page, 'S635')
  await expect(form.getByLabel('Email')).toHaveValue('')
  expect(server.asked(inviteToOrganization).at(-1)?.body).toMatchObject({
    email: 'mia@example.com',
    role: 'member',
    accessLevel: 'standard',
  })
})

test('an agent is removed, and stays when that fails', tagged('S610 S637 D126'), async () => {
  await page.goto('/organizations?tab=agents')
  const remove = async () => {
    await page.getByRole('button', { name: /^Remove: / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  }
  server.break(removeAgentFromOrganization)
  await remove()
  await expectRow(page, 'S610')
  await closeToasts(page)
  server.answer(removeAgentFromOrganization, () => {
    server.answer(organizationDetails, { ...details, agents: [] })
    return { success: true as const }
  })
  await remove()
  await expectRow(page, 'S637')
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(0)
})

test('branding is checked, warned about and saved', tagged('S421 S508 S509 S609 S636 D136 D137'), async () => {
  await page.goto('/organizations?tab=branding')
  const form = page.getByRole('form', { name: 'Branding' })
  const save = form.getByRole('button', { name: 'Save Branding' })
  const primary = form.getByLabel('Primary color', { exact: true })
  await expect(primary).toHaveValue('#9334ea')
  await primary.fill('red')
  await save.click()
  await expectFault(form, 'Primary color', 'Please enter a valid hex color')
  await primary.fill('#7c7c7c')
  await expect(form.getByText('Text on this color is hard to read.')).toBeVisible()
  await primary.fill('#A1b2C3')
  await expect(form.getByText('Text on this color is hard to read.')).toHaveCount(0)
  for (const field of ['Logo address (optional)', 'Website (optional)']) {
    await form.getByLabel(field).fill(field.startsWith('Logo') ? 'javascript:alert(1)' : 'x')
    await save.click()
    await expectFault(form, field, 'Please enter a valid URL')
    await form.getByLabel(field).fill('')
  }
  server.break(changeBranding)
  await save.click()
  await expectRow(page, 'S609')
  await closeToasts(page)
  const changed = { ...details.organization, primaryColor: '#A1b2C3' }
  server.answer(changeBranding, () => {
    const listed = both.map((one) => ({ ...one, organization: { ...one.organization, primaryColor: '#A1b2C3' } }))
    server.answer(userOrganizations, listed)
    server.answer(organizationDetails, { ...details, organization: changed })
    return changed
  })
  await save.click()
  await expectRow(page, 'S636')
  const mark = page.getByRole('link', { name: 'Acme Consulting' }).locator('[aria-hidden]').first()
  await expect(mark).toHaveCSS('background-color', 'rgb(161, 178, 195)')
})
