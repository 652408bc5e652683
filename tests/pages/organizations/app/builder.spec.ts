import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { organizationMessages, organizationConversations } from '#contract/organizations/dashboard.ts'
import { adminMe, as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import {
  coachId,
  color,
  field,
  openBuilder,
  partnerId,
  preview,
  publishable,
  save,
  serveBuilder,
  status,
  suggested,
} from './builder.ts'

/** The tab in which an organization's app is built. */

test.beforeEach(() => {
  as(ownerMe)
  serveBuilder(server, ownerMe)
})

const savedAt = { createdAt: '2026-11-20T08:00:00.000Z', updatedAt: '2026-11-20T08:00:00.000Z' }

test('a new organization finds the defaults, a preview, and the price of publishing (S388, S454, S455, S680, D140)', async () => {
  server.answer(organizationConversations, [])
  server.answer(organizationMessages, [])
  const release = server.hold(brandedAppSettings)
  await page.goto('/organization-dashboard')
  await page.getByRole('tab', { name: 'PWA Builder' }).click()
  await expect(page).toHaveURL('/organization-dashboard?tab=pwa')
  await expect(page.getByRole('tab', { name: 'PWA Builder', selected: true })).toBeVisible()
  await expect(field(page, 'App name')).toHaveCount(0)
  release()
  await expect(field(page, 'App name')).toHaveValue('Acme Consulting')
  await expect(color(page, 'Primary')).toHaveValue('#9334ea')
  await expect(color(page, 'Secondary')).toHaveValue('#7c3aed')
  await expect(color(page, 'Accent')).toHaveValue('#06b6d4')
  for (const name of ['Show agents to visitors', 'Ask your admins for a new agent', 'Send feedback to your admins']) {
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  await expect(page.getByRole('checkbox', { name: 'Mindset Coach' })).not.toBeChecked()
  await expect(status(page)).toHaveText('These are suggestions. Nothing has been saved yet.')
  await expect(preview(page).getByRole('heading', { name: 'Acme Consulting', exact: true })).toBeVisible()
  await expect(preview(page).getByRole('list', { name: 'Our agents' })).toContainText('Mindset Coach')

  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText('Draft', { exact: true })).toBeVisible()
  await expect(panel.getByText(/Publishing costs \$300 once and \$20 a month/)).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Ask to Add It' })).toHaveAttribute('href', '/organization-info#contact')
  await expect(panel.getByRole('button', { name: 'Publish' })).toHaveCount(0)
})

const texts = {
  'App name': 'Southwind on the go',
  Tagline: 'Clear days for busy teams',
  'Welcome message': 'Hello! Pick an agent and talk.',
  Email: 'hi@southwind.test',
  Phone: '+1 801 555 0100',
  Website: 'https://southwind.test/',
  Address: '1 Harbor Street',
  'Custom domain': 'app.southwind.test',
}

const southwind = {
  ...suggested,
  appName: texts['App name'],
  tagline: texts.Tagline,
  welcomeMessage: texts['Welcome message'],
  primaryColor: '#0f766e',
  accentColor: '#facc15',
  featuredAgentIds: [coachId],
  enableFeedback: false,
  contactInfo: { email: texts.Email, phone: texts.Phone, websiteUrl: texts.Website, address: texts.Address },
  customDomain: texts['Custom domain'],
  customDomainStatus: 'on_request' as const,
  ...savedAt,
}

test('typed values show in the preview at once, are saved, and remain after a reload', tagged('S453'), async () => {
  server.answer(saveBrandedApp, () => {
    server.answer(brandedAppSettings, southwind)
    return southwind
  })
  await openBuilder(page)
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  await color(page, 'Primary').fill('#0f766e')
  await page.getByLabel('Pick the accent color').fill('#facc15')
  await page.getByRole('checkbox', { name: 'Mindset Coach' }).click()
  await page.getByRole('checkbox', { name: 'Send feedback to your admins' }).click()
  await expect(preview(page).getByRole('heading', { name: 'Southwind on the go', exact: true })).toBeVisible()
  for (const text of ['Clear days for busy teams', 'Hello! Pick an agent and talk.', '1 Harbor Street']) {
    await expect(preview(page)).toContainText(text)
  }
  const agents = preview(page).getByRole('list', { name: 'Our agents' }).getByRole('listitem')
  await expect(agents.first()).toContainText('Mindset Coach')
  await expect(agents.first()).toContainText('Featured')
  await expect(status(page)).toHaveText('You have unsaved changes.')
  await save(page)
  await expect(status(page)).toHaveText('All changes are saved.')
  // The first time, everything is sent: what was suggested is then chosen.
  expect(server.asked(saveBrandedApp).map(({ body: { before: _before, ...body } }) => body)).toEqual([
    {
      appName: 'Southwind on the go',
      slug: 'acme-consulting',
      tagline: 'Clear days for busy teams',
      welcomeMessage: 'Hello! Pick an agent and talk.',
      primaryColor: '#0f766e',
      secondaryColor: '#7c3aed',
      accentColor: '#facc15',
      customDomain: 'app.southwind.test',
      showPublicAgents: true,
      enableAgentRequests: true,
      enableFeedback: false,
      featuredAgentIds: [coachId],
      contactInfo: southwind.contactInfo,
    },
  ])

  await page.reload()
  for (const [label, text] of Object.entries(texts)) await expect(field(page, label)).toHaveValue(text)
  await expect(color(page, 'Primary')).toHaveValue('#0f766e')
  await expect(page.getByRole('checkbox', { name: 'Mindset Coach' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Send feedback to your admins' })).not.toBeChecked()
  await expect(page.getByRole('tabpanel').getByText('On request', { exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Show agents to visitors' }).click()
  await expect(preview(page).getByRole('list', { name: 'Our agents' })).toHaveCount(0)
})

test('a later save sends only what was changed, with the featured agents in their order', tagged('S453'), async () => {
  server.answer(brandedAppSettings, { ...publishable, featuredAgentIds: [coachId] })
  server.answer(saveBrandedApp, { ...publishable, featuredAgentIds: [coachId, partnerId] })
  await openBuilder(page)
  await page.getByRole('checkbox', { name: 'Hiring Partner' }).click()
  await save(page)
  expect(server.asked(saveBrandedApp).map(({ body }) => body)).toEqual([
    { featuredAgentIds: [coachId, partnerId], before: { featuredAgentIds: [coachId] } },
  ])
})

test('a color that is hard to read warns and is saved; an invalid one is refused', tagged('D136'), async () => {
  const grey = { ...suggested, primaryColor: '#777777', ...savedAt }
  server.answer(saveBrandedApp, () => {
    server.answer(brandedAppSettings, grey)
    return grey
  })
  await openBuilder(page)
  const warning = page.getByText(/Text on this color is hard to read/)
  await expect(warning).toHaveCount(0)
  await color(page, 'Primary').fill('#777777')
  await expect(warning).toBeVisible()
  await save(page)
  expect(server.asked(saveBrandedApp).map(({ body }) => body.primaryColor)).toEqual(['#777777'])

  await color(page, 'Primary').fill('purple')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('Please enter a valid hex color')).toBeVisible()
  await expect(color(page, 'Primary')).toBeFocused()
  await field(page, 'Website').fill('ftp://southwind.test')
  await color(page, 'Primary').fill('#1d4ed8')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
  expect(server.asked(saveBrandedApp)).toHaveLength(1)
})

test('unsaved changes survive a look at another tab, and the browser asks before it drops them', async () => {
  await openBuilder(page)
  await field(page, 'Tagline').fill('Half a thought')
  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned Agents' })).toBeVisible()
  await page.getByRole('tab', { name: 'PWA Builder' }).click()
  await expect(field(page, 'Tagline')).toHaveValue('Half a thought')
  await expect(status(page)).toHaveText('You have unsaved changes.')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Tagline')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  expect(server.asked(saveBrandedApp)).toEqual([])
})

test('a failure keeps what was typed, and the next attempt saves it', async () => {
  await openBuilder(page)
  server.break(saveBrandedApp)
  await field(page, 'Tagline').fill('Not lost')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(toastOf(page)).toContainText('Failed to save your app')
  await expect(field(page, 'Tagline')).toHaveValue('Not lost')
  const saved = { ...suggested, tagline: 'Not lost', ...savedAt }
  server.answer(saveBrandedApp, () => {
    server.answer(brandedAppSettings, saved)
    return saved
  })
  await closeToasts(page)
  await save(page)
  await expect(field(page, 'Tagline')).toHaveValue('Not lost')
  await expect(status(page)).toHaveText('All changes are saved.')
})

test('a platform admin builds the app of a named organization', tagged('D120 D140'), async () => {
  as(adminMe)
  serveBuilder(server, adminMe)
  const saved = { ...suggested, tagline: 'With a little help', ...savedAt }
  server.answer(saveBrandedApp, saved)
  await page.goto('/organization-dashboard?organizationId=100001&adminMode=true&tab=pwa')
  await field(page, 'Tagline').fill('With a little help')
  await save(page)
  expect(server.asked(saveBrandedApp)).toMatchObject([
    { query: { organizationId: 100_001 }, body: { tagline: 'With a little help' } },
  ])
  expect(server.asked(brandedAppSettings).map(({ query }) => query)).toContainEqual({ organizationId: 100_001 })
})
