import { adminOrganizationDetails, type AdminOrganization } from '#contract/admin-organizations.ts'
import { adjustPoolCredits } from '#contract/admin-users.ts'
import { brandedAppOffer, grantBrandedApp } from '#contract/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import { createOrganization } from '#contract/organization-management.ts'
import { act, rowsOf } from '../../kit/admin.ts'
import { choose } from '../../kit/choosing.ts'
import { closeToasts, toastOf } from '../../kit/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { acme, detailsOf, openDetails, openOrganizations, serveOrganizations } from './organizations.ts'

/** What the app's settings are before anything is saved. */
const app = {
  organizationId: acme.id,
  appName: acme.name,
  slug: acme.slug,
  logoUrl: null,
  shownLogoUrl: null,
  primaryColor: '#3730a3',
  secondaryColor: '#0f766e',
  accentColor: '#06b6d4',
  welcomeMessage: '',
  tagline: '',
  showPublicAgents: true,
  enableAgentRequests: true,
  enableFeedback: true,
  featuredAgentIds: [],
  contactInfo: { email: '', phone: '', websiteUrl: '', address: '' },
  customDomain: null,
  customDomainStatus: null,
  isActive: false,
  canPublish: true,
  offer: brandedAppOffer,
  createdAt: null,
  updatedAt: null,
} satisfies Answer<typeof grantBrandedApp>

/** What an admin has just made. */
const made = {
  id: 100_009,
  name: 'Northwind',
  slug: 'northwind',
  logoUrl: null,
  primaryColor: '#3730a3',
  secondaryColor: '#0f766e',
  isActive: true,
  subscriptionStatus: 'active',
  givesAccess: true,
  description: '',
  industry: '',
  websiteUrl: null,
  subscriptionTier: 'standard',
  creditBalance: 0,
  memberCount: 0,
  activeAgents: 0,
  isAppPublished: false,
  createdAt: '2026-11-22T08:00:00.000Z',
  contactEmail: 'contact@northwind.test',
  maxUsers: 10,
} satisfies Answer<typeof createOrganization>

test('minutes of the pool are taken with a reason, never below 0 (D153)', async ({ page, server, as }) => {
  let firm: AdminOrganization = acme
  as(adminMe)
  serveOrganizations(server, () => [firm])
  await openOrganizations(page)
  await act(page, acme.name, 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose(page, 'Change', 'Take')
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Booked twice')
  server.refuse(adjustPoolCredits, 'balance_too_low', { field: 'minutes' })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('A balance cannot go below 0.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('12')
  await closeToasts(page)
  server.answer(adjustPoolCredits, ({ body: { minutes } }) => {
    firm = { ...acme, creditBalance: acme.creditBalance + minutes }
    return { success: true as const, creditBalance: firm.creditBalance }
  })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The pool has 30 now.')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page).getByRole('cell', { name: '30', exact: true })).toBeVisible()
})

test('the branded app is granted, and withdrawn after a question (D140)', async ({ page, server, as }) => {
  as(adminMe)
  serveOrganizations(server, () => [acme])
  await openOrganizations(page)
  const dialog = await openDetails(page)
  await expect(dialog).toContainText('Not bought; it can be prepared, but not published.')
  server.answer(grantBrandedApp, app)
  const { organization, ...others } = detailsOf(acme)
  server.answer(adminOrganizationDetails, { ...others, organization: { ...organization, isAppGranted: true } })
  await dialog.getByRole('button', { name: 'Grant App' }).click()
  await expect(toastOf(page)).toContainText('Branded App Granted')
  await expect(dialog).toContainText('Granted by the platform.')
  await closeToasts(page)
  server.answer(grantBrandedApp, { ...app, canPublish: false })
  server.answer(adminOrganizationDetails, detailsOf(acme))
  await dialog.getByRole('button', { name: 'Withdraw App' }).click()
  const question = page.getByRole('alertdialog', { name: `Withdraw the app of ${acme.name}?` })
  await expect(question).toContainText('Nobody can open it any more, also where it is installed.')
  await question.getByRole('button', { name: 'Withdraw App' }).click()
  await expect(toastOf(page)).toContainText('Branded App Withdrawn')
  await expect(dialog.getByRole('button', { name: 'Grant App' })).toBeVisible()
  expect(server.asked(grantBrandedApp).map(({ body }) => body.isGranted)).toEqual([true, false])
})

test('an organization that an admin makes is active at once (D130)', async ({ page, server, as }) => {
  const northwind: AdminOrganization = { ...acme, id: made.id, name: made.name, slug: made.slug }
  const all: AdminOrganization[] = [acme]
  as(adminMe)
  serveOrganizations(server, () => all)
  await openOrganizations(page)
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It is active at once, and its contact is invited as an admin.')
  await dialog.getByLabel('Organization name').fill('Northwind')
  await dialog.getByLabel('Contact email').fill('contact@northwind.test')
  server.answer(createOrganization, () => {
    all.push(northwind)
    return made
  })
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization Created')
  await expect(rowsOf(page)).toContainText([acme.name, 'Northwind'])
  expect(server.asked(createOrganization)[0]?.body).toMatchObject({ name: 'Northwind', slug: 'northwind' })
})
