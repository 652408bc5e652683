import { adminOrganizationDetails, type AdminOrganization } from '#contract/admin/organizations.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { adjustPoolMinutes, organizationTransactions } from '#contract/admin/users.ts'
import { brandedAppOffer, grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import { createOrganization } from '#contract/organizations/management.ts'
import { adminMe } from '#tests/pages/people.ts'
import { acme, detailsOf, serveOrganizations } from '#tests/pages/admin/organizations.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, closeToasts, openDetails, openTab, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

/** The app's settings before anything is saved. */
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

/** The organization that an admin has just created. */
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

it('minutes of the pool are taken with a reason, never below 0', tags('D153'), async () => {
  let firm: AdminOrganization = acme
  as(adminMe)
  serveOrganizations(server, () => [firm])
  await openTab('organizations')
  await act(acme.name, 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose('Change', 'Remove')
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Booked twice')
  server.refuse(adjustPoolMinutes, 'balance_too_low', { field: 'minutes' })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('Please enter fewer minutes.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('12')
  await closeToasts()
  server.answer(adjustPoolMinutes, ({ body: { minutes } }) => {
    firm = { ...acme, creditBalance: acme.creditBalance + minutes }
    return { success: true as const, creditBalance: firm.creditBalance }
  })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf()).toContainText('The pool now has 30 credits.')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf().getByRole('cell', { name: '30', exact: true })).toBeVisible()
})

it('a payment of an organization is refunded from its row, under one key', tags('D44'), async () => {
  const growth = {
    id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002',
    type: 'credits',
    description: 'Growth package, 1,000 minutes',
    createdAt: '2026-11-15T08:00:00.000Z',
    amount: 135,
    creditsAdded: 1000,
    stripePaymentIntentId: 'pi_2',
    receiptNumber: 'L-000002',
    refundable: 135,
  } satisfies Answer<typeof organizationTransactions>[number]
  as(adminMe)
  serveOrganizations(server, () => [acme])
  server.answer(organizationTransactions, [growth])
  await openTab('organizations')
  await act(acme.name, 'Refund a Payment')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${acme.name}, ${acme.contactEmail}`)
  await expect(dialog.getByRole('radio', { name: /Growth package, 1,000 minutes, \$135\.00/ })).toBeChecked()
  await dialog.getByLabel('Amount in dollars').fill('35')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  server.cut(refundTransaction)
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('Please try again from this form. The payment will not be refunded twice.')
  server.answer(refundTransaction, () => {
    server.answer(organizationTransactions, [])
    return { id: growth.id, amount: 35, status: 'pending', state: 'made' as const }
  })
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$35.00 will go back to the card.')
  await expect(dialog).toHaveCount(0)
  const [lost, made] = server.asked(refundTransaction)
  expect(made).toEqual({
    params: { id: growth.id },
    query: undefined,
    body: { amount: 35, reason: 'Asked by mail', key: lost?.body.key },
  })
  await expect.poll(() => server.asked(organizationTransactions)[0]?.params).toEqual({ id: String(acme.id) })
  await closeToasts()
  await act(acme.name, 'Refund a Payment')
  await expect(dialog).toContainText(`${acme.name} has no payment that can be refunded.`)
})

it('the branded app is granted, and revoked after a question', tags('D140'), async () => {
  as(adminMe)
  serveOrganizations(server, () => [acme])
  await openTab('organizations')
  const dialog = await openDetails()
  await expect(dialog).toContainText('Not bought. It can be set up, but not published.')
  server.answer(grantBrandedApp, app)
  const { organization, ...others } = detailsOf(acme)
  server.answer(adminOrganizationDetails, { ...others, organization: { ...organization, isAppGranted: true } })
  await dialog.getByRole('button', { name: 'Grant App' }).click()
  await expect(toastOf()).toContainText('Branded App Granted')
  await expect(dialog).toContainText('Granted by the platform.')
  await closeToasts()
  server.answer(grantBrandedApp, { ...app, canPublish: false })
  server.answer(adminOrganizationDetails, detailsOf(acme))
  await dialog.getByRole('button', { name: 'Withdraw App' }).click()
  const question = page.getByRole('alertdialog', { name: `Withdraw the app of ${acme.name}?` })
  await expect(question).toContainText('People can no longer open it, even if they installed it.')
  await question.getByRole('button', { name: 'Withdraw App' }).click()
  await expect(toastOf()).toContainText('Branded App Withdrawn')
  await expect(dialog.getByRole('button', { name: 'Grant App' })).toBeVisible()
  await expect.poll(() => server.asked(grantBrandedApp).map(({ body }) => body.isGranted)).toEqual([true, false])
})

it('an organization that an admin creates is active at once', tags('D130'), async () => {
  const northwind: AdminOrganization = { ...acme, id: made.id, name: made.name, slug: made.slug }
  const all: AdminOrganization[] = [acme]
  as(adminMe)
  serveOrganizations(server, () => all)
  await openTab('organizations')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText("It's active right away, and we invite its contact as an admin.")
  await dialog.getByLabel('Organization name').fill('Northwind')
  await dialog.getByLabel('Contact email').fill('contact@northwind.test')
  server.answer(createOrganization, () => {
    all.push(northwind)
    return made
  })
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toastOf()).toContainText('Organization Created')
  await expect(rowsOf()).toContainText([acme.name, 'Northwind'])
  await expect
    .poll(() => server.asked(createOrganization)[0]?.body)
    .toMatchObject({ name: 'Northwind', slug: 'northwind' })
})
