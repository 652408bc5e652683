import { invitationsOfOrganization } from '#contract/invitations.ts'
import { organizationBilling } from '#contract/organization-billing.ts'
import { changeBranding, organizationDetails, userOrganizations } from '#contract/organization-management.ts'
import { changeOrganizationSettings, organizationSettings } from '#contract/organization-settings.ts'
import { expectAccessible } from '../../kit/accessible.ts'
import { toastOf } from '../../kit/watch.ts'
import { expect, test } from '../fixtures.ts'
import { ownerMe } from '../people.ts'
import { unpaidBilling } from './billing.ts'
import { both, details } from './managed.ts'
import { serveDashboard, settings } from './organization.ts'

test.beforeEach(({ as }) => as(ownerMe))

test('what another admin changed meanwhile is shown beside the own words, and one chooses (D187)', async ({
  page,
  server,
}) => {
  serveDashboard(server)
  server.answer(organizationSettings, settings)
  server.answer(organizationBilling, unpaidBilling)
  server.refuse(changeOrganizationSettings, 'changed_meanwhile', {
    details: { present: { description: 'We advise boat owners.' } },
  })
  await page.goto('/organization-dashboard?tab=settings')
  const form = page.getByRole('form', { name: 'Profile' })
  const description = form.getByRole('textbox', { name: 'Description' })
  await description.fill('We advise sailors.')
  await form.getByRole('textbox', { name: 'Organization name' }).fill('Boats and More')
  const save = form.getByRole('button', { name: 'Save Changes' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' })
  const asked = question.getByRole('region', { name: 'Description' })
  await expect(asked).toContainText('We advise boat owners.')
  await expect(asked).toContainText('We advise sailors.')
  await expect(question.getByRole('region')).toHaveCount(1)
  await expect(toastOf(page)).toHaveCount(0)
  await expectAccessible(page)

  // Nothing is lost by looking again.
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(description).toHaveValue('We advise sailors.')
  await save.click()
  const theirs = { ...settings, name: 'Boats and More', description: 'We advise boat owners.' }
  server.answer(changeOrganizationSettings, theirs)
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await expect(description).toHaveValue('We advise boat owners.')

  await description.fill('We advise sailors.')
  server.refuse(changeOrganizationSettings, 'changed_meanwhile', { details: { present: { description: '' } } })
  await save.click()
  await expect(asked).toContainText('Empty')
  server.answer(changeOrganizationSettings, { ...theirs, description: 'We advise sailors.' })
  await question.getByRole('button', { name: 'Save Mine' }).click()
  await expect(question).toHaveCount(0)
  await expect(description).toHaveValue('We advise sailors.')
  const [first, , rest, again, own] = server.asked(changeOrganizationSettings).map(({ body }) => body)
  const sent = { name: 'Boats and More', description: 'We advise sailors.' }
  expect(first).toEqual({ ...sent, before: { name: settings.name, description: settings.description } })
  expect(rest).toEqual({ name: sent.name, before: { name: settings.name } })
  expect(again).toEqual({ description: sent.description, before: { description: theirs.description } })
  expect(own).toEqual({ description: sent.description, before: { description: '' } })
})

test('branding sends what was changed alone, and takes the colour that somebody else has chosen (D187)', async ({
  page,
  server,
}) => {
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, details)
  server.answer(invitationsOfOrganization, [])
  server.refuse(changeBranding, 'changed_meanwhile', { details: { present: { primaryColor: '#0f766e' } } })
  await page.goto('/organizations?tab=branding')
  const form = page.getByRole('form', { name: 'Branding' })
  const color = form.getByRole('textbox', { name: 'Primary color', exact: true })
  await color.fill('#123456')
  await form.getByRole('button', { name: 'Save Branding' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use Theirs' }).click()
  await expect(color).toHaveValue('#0f766e')
  await expect(page.getByRole('figure')).toContainText('#0f766e')
  expect(server.asked(changeBranding).map(({ body }) => body)).toEqual([
    { primaryColor: '#123456', before: { primaryColor: details.organization.primaryColor } },
  ])
})
