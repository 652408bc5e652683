import type { Answer } from '#contract/call.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import {
  archiveOrganization,
  changeOrganizationSettings,
  changePoolAutoPurchase,
  organizationSettings,
} from '#contract/organizations/settings.ts'
import { expectFault } from '../../kit/browser/forms.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { billing, autoPurchase, unpaidBilling } from './billing.ts'
import { acmeId, cardOf, overview, serveDashboard, settings } from './organization.ts'

const settingsPage = '/organization-dashboard?tab=settings'

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationSettings, settings)
  server.answer(organizationBilling, billing)
})

test("the button in the header leads an admin to the organization's profile, which can be changed (D131)", async () => {
  const release = server.hold(organizationSettings)
  await page.goto('/organization-dashboard')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(settingsPage)
  await expect(page.getByText('Loading the settings…')).toBeAttached()
  release()
  const profile = page.getByRole('form', { name: 'Profile' })
  const field = (name: string) => profile.getByRole('textbox', { name })
  await expect(field('Organization name')).toHaveValue('Acme Consulting')
  await expect(field('Contact email')).toHaveValue(ownerMe.email)
  await expect(cardOf(page, 'Logo and Colors').getByRole('link', { name: 'Change Branding' })).toHaveAttribute(
    'href',
    `/organizations?id=${acmeId}&tab=branding`,
  )
  await field('Contact email').fill('nobody')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectFault(profile, 'Contact email', 'Please enter a valid email address')
  server.answer(changeOrganizationSettings, () => {
    server.answer(organizationOverview, { ...overview, name: 'Boats and More' })
    return { ...settings, name: 'Boats and More' }
  })
  await field('Contact email').fill('desk@boats.test')
  await field('Organization name').fill('Boats and More')
  await field('Website').fill('boats.test')
  await field('Description').fill('We sell boats.')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boats and More')
  expect(server.asked(changeOrganizationSettings).map(({ body }) => body)).toEqual([
    {
      name: 'Boats and More',
      contactEmail: 'desk@boats.test',
      websiteUrl: 'https://boats.test',
      description: 'We sell boats.',
      before: {
        name: 'Acme Consulting',
        contactEmail: ownerMe.email,
        websiteUrl: '',
        description: 'We advise.',
      },
    },
  ])
})

test('everything stays readable in a light color of the organization, including its dangerous button (D136)', async () => {
  server.answer(organizationOverview, { ...overview, primaryColor: '#fde68a', secondaryColor: '#fef3c7' })
  await page.goto(settingsPage)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCSS('color', 'rgb(17, 24, 39)')
  await expect(page.getByRole('button', { name: 'Archive Organization' })).toHaveCSS('color', 'rgb(255, 255, 255)')
})

test('saved transcripts are switched off for everybody', tagged('D131'), async () => {
  server.answer(organizationBilling, unpaidBilling)
  server.answer(changeOrganizationSettings, () => {
    server.answer(organizationSettings, { ...settings, allowsTranscripts: false })
    return { ...settings, allowsTranscripts: false }
  })
  await page.goto(settingsPage)
  await expect(cardOf(page, 'Auto-Refill')).toContainText("which this organization doesn't have")
  const allow = page.getByRole('switch', { name: 'Members can save transcripts' })
  await expect(allow).toBeChecked()
  const release = server.hold(changeOrganizationSettings)
  await allow.click()
  // It shows the choice at once.
  await expect(allow).not.toBeChecked()
  release()
  await expect.poll(() => server.asked(organizationSettings).length).toBe(2)
  await expect(allow).not.toBeChecked()
  expect(server.asked(changeOrganizationSettings).map(({ body }) => body)).toEqual([{ allowsTranscripts: false }])
})

test('memory is switched off for everybody', tagged('B10'), async () => {
  server.answer(organizationBilling, unpaidBilling)
  server.answer(changeOrganizationSettings, () => {
    server.answer(organizationSettings, { ...settings, allowsMemory: false })
    return { ...settings, allowsMemory: false }
  })
  await page.goto(settingsPage)
  const card = cardOf(page, 'Memory')
  await expect(card).toContainText("Admins can't read it.")
  const allow = card.getByRole('switch', { name: 'Agents can remember members' })
  await expect(allow).toBeChecked()
  await allow.click()
  await expect(allow).not.toBeChecked()
  expect(server.asked(changeOrganizationSettings).map(({ body }) => body)).toEqual([{ allowsMemory: false }])
})

test('auto-purchase is described, limited, and switched off and on; nobody is charged by surprise (D109, D45)', async () => {
  let state: NonNullable<Answer<typeof organizationBilling>['autoPurchase']> = autoPurchase
  server.answer(organizationBilling, () => ({ ...billing, autoPurchase: state }))
  server.answer(changePoolAutoPurchase, ({ body }) => {
    state = { ...state, enabled: body.enabled ?? state.enabled, monthlyCap: body.monthlyCap ?? state.monthlyCap }
    return { success: true as const }
  })
  await page.goto(settingsPage)
  const card = cardOf(page, 'Auto-Refill')
  const isOn = card.getByRole('switch', { name: 'Refill the pool automatically' })
  await expect(isOn).toBeChecked()
  await expect(card).toContainText(
    '1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month, with the Visa ending in 4242.',
  )
  await card.getByRole('button', { name: 'Change Monthly Limit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly auto-refill limit' })
  const limit = dialog.getByRole('textbox', { name: 'Monthly limit (USD)' })
  for (const wrong of ['', '99.5', '134', '10001']) {
    await limit.fill(wrong)
    await dialog.getByRole('button', { name: 'Save Limit' }).click()
    await expectFault(dialog, 'Monthly limit (USD)', 'The monthly limit must be a whole number from 135 to 10,000')
  }
  expect(server.asked(changePoolAutoPurchase)).toEqual([])
  await limit.fill('540')
  await dialog.getByRole('button', { name: 'Save Limit' }).click()
  await expect(toastOf(page)).toContainText('Auto-Refill Updated')
  await expect(card).toContainText('at most $540.00 a month')
  await closeToasts(page)
  await isOn.click()
  await expect(toastOf(page)).toContainText('Auto-Refill Updated')
  await expect(isOn).not.toBeChecked()
  await closeToasts(page)
  const saved = [{ monthlyCap: 540, before: { monthlyCap: 270 } }, { enabled: false }]
  expect(server.asked(changePoolAutoPurchase).map(({ body }) => body)).toEqual(saved)

  server.answer(organizationOverview, { ...overview, creditBalance: 20 })
  await page.reload()
  await isOn.click()
  const question = page.getByRole('alertdialog', { name: 'The card will be charged now' })
  await expect(question).toContainText('so $135.00 will be charged right away to the Visa ending in 4242')
  await question.getByRole('button', { name: 'Keep Current Settings' }).click()
  await expect(question).toBeHidden()
  await expect(isOn).not.toBeChecked()
  expect(server.asked(changePoolAutoPurchase).map(({ body }) => body)).toEqual(saved)
})

test('an organization is archived by typing its name, after an explanation of what that means (D129, D131)', async () => {
  server.answer(archiveOrganization, () => {
    server.answer(organizationOverview, { ...overview, isActive: false, givesAccess: false })
    return { success: true as const }
  })
  await page.goto(settingsPage)
  await cardOf(page, 'Archive Organization').getByRole('button', { name: 'Archive Organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Acme Consulting?' })
  await expect(dialog.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
  await expect(dialog).toContainText("Its subscription ends on Dec 15, 2026 and won't be charged again.")
  await expect(dialog).toContainText('The pool keeps its minutes. Nothing is refunded.')
  await dialog.getByRole('textbox').fill('something else')
  await dialog.getByRole('button', { name: 'Archive Organization' }).click()
  await expect(dialog).toContainText('Please type the name of the organization')
  expect(server.asked(archiveOrganization)).toEqual([])
  await dialog.getByRole('textbox').fill('Acme Consulting')
  await dialog.getByRole('button', { name: 'Archive Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization Archived')
  await expect(page.getByText('This organization is archived')).toBeVisible()
  expect(server.asked(archiveOrganization).map(({ body }) => body)).toEqual([{ name: 'Acme Consulting' }])
})
