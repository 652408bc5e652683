import sharp from 'sharp'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { breakAppSettings } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { assignAgent } from './organizations.ts'
import { callAs, enter, registered, sql } from './people.ts'
import { color, field, openBuilder, owned, preview, rowOf, save, status } from './pwa-builder.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('a new organization finds the defaults, a preview, and what publishing costs (S388, S454, S455, S680, D140)', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await enter(context, owner)
  const release = await hold(page, '**/api/organization/pwa')
  await page.goto('/organization-dashboard?tab=pwa')
  await expect(page.getByRole('tab', { name: 'PWA Builder', selected: true })).toBeVisible()
  await expect(field(page, 'App name')).toHaveCount(0)
  await release()
  await expect(field(page, 'App name')).toHaveValue(firm.name)
  await expect(color(page, 'Primary')).toHaveValue('#9334ea')
  await expect(color(page, 'Secondary')).toHaveValue('#7c3aed')
  await expect(color(page, 'Accent')).toHaveValue('#06b6d4')
  for (const name of ['Show agents to visitors', 'Ask your admins for a new agent', 'Send feedback to your admins']) {
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  await expect(page.getByRole('checkbox', { name: 'Mindset Coach' })).not.toBeChecked()
  await expect(status(page)).toHaveText('These are suggestions. Nothing is saved yet.')
  await expect(preview(page).getByRole('heading', { name: firm.name })).toBeVisible()
  await expect(preview(page).getByRole('list', { name: 'Our agents' })).toContainText('Mindset Coach')

  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText('Draft', { exact: true })).toBeVisible()
  await expect(panel.getByText(/Publishing costs \$300 once and \$20 a month/)).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Ask to Add It' })).toHaveAttribute('href', '/organization-info#contact')
  await expect(panel.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expectAccessible(page)
})

test('what is typed shows in the preview at once, is saved, and is there after a reload (S453)', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  for (const agent of ['Mindset Coach', 'Hiring Partner']) await assignAgent(firm.id, owner, agent)
  await enter(context, owner)
  await openBuilder(page)
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
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  await color(page, 'Primary').fill('#0f766e')
  await page.getByLabel('Pick the accent color').fill('#facc15')
  await page.getByRole('checkbox', { name: 'Hiring Partner' }).click()
  await page.getByRole('checkbox', { name: 'Send feedback to your admins' }).click()
  await expect(preview(page).getByRole('heading', { name: 'Southwind on the go', exact: true })).toBeVisible()
  for (const text of ['Clear days for busy teams', 'Hello! Pick an agent and talk.', '1 Harbor Street']) {
    await expect(preview(page)).toContainText(text)
  }
  const agents = preview(page).getByRole('list', { name: 'Our agents' }).getByRole('listitem')
  await expect(agents.first()).toContainText('Hiring Partner')
  await expect(agents.first()).toContainText('Featured')
  await expect(status(page)).toHaveText('You have unsaved changes.')
  await save(page)
  await expect(status(page)).toHaveText('Everything is saved.')
  expect(await rowOf(firm)).toMatchObject({
    app_name: 'Southwind on the go',
    primary_color: '#0f766e',
    accent_color: '#facc15',
    enable_feedback: false,
    contact_info: { email: 'hi@southwind.test', address: '1 Harbor Street' },
    custom_domain: 'app.southwind.test',
  })

  await page.reload()
  for (const [label, text] of Object.entries(texts)) await expect(field(page, label)).toHaveValue(text)
  await expect(color(page, 'Primary')).toHaveValue('#0f766e')
  await expect(page.getByRole('checkbox', { name: 'Hiring Partner' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Send feedback to your admins' })).not.toBeChecked()
  await expect(page.getByRole('tabpanel').getByText('On request', { exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Show agents to visitors' }).click()
  await expect(preview(page).getByRole('list', { name: 'Our agents' })).toHaveCount(0)
})

test('a colour that is hard to read warns and is saved; one that is none is refused (D136)', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  await enter(context, owner)
  await openBuilder(page)
  const warning = page.getByText(/Text on this color is hard to read/)
  await expect(warning).toHaveCount(0)
  await color(page, 'Primary').fill('#777777')
  await expect(warning).toBeVisible()
  await save(page)
  expect(await rowOf(firm)).toMatchObject({ primary_color: '#777777' })

  await color(page, 'Primary').fill('purple')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('Please enter a valid hex color')).toBeVisible()
  await expect(color(page, 'Primary')).toBeFocused()
  await field(page, 'Website').fill('ftp://southwind.test')
  await color(page, 'Primary').fill('#1d4ed8')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
  expect(await rowOf(firm)).toMatchObject({ primary_color: '#777777' })
})

test('unsaved changes are not lost by a look at another tab, and the browser asks before it drops them', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  await enter(context, owner)
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
  expect(await rowOf(firm)).toBeUndefined()
})

test('a failure keeps what was typed, and the next try saves it', async ({ page, context }) => {
  const { owner, firm } = await owned()
  await enter(context, owner)
  await openBuilder(page)
  const mend = await breakAppSettings(firm.id)
  await field(page, 'Tagline').fill('Not lost')
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(toastOf(page)).toContainText('Failed to save your app')
  await expect(field(page, 'Tagline')).toHaveValue('Not lost')
  await mend()
  await closeToasts(page)
  await save(page)
  expect(await rowOf(firm)).toMatchObject({ tagline: 'Not lost' })
})

test('a logo is uploaded, shown, and removed (D137, D151)', async ({ page, context }) => {
  const { owner, firm } = await owned()
  await enter(context, owner)
  await openBuilder(page)
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer })
  await expect(toastOf(page)).toContainText('Invalid file type')
  await closeToasts(page)
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(toastOf(page)).toContainText('Logo Saved')
  await closeToasts(page)
  const shown = preview(page).getByRole('presentation').or(preview(page).locator('img')).first()
  await expect(shown).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await expect(toastOf(page)).toContainText('Logo Removed')
  await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeFocused()
  expect(await rowOf(firm)).toMatchObject({ logo_url: null })
})

test('a platform admin makes the app of a named organization (D120, D140)', async ({ page, context }) => {
  const { owner, firm } = await owned()
  const admin = await registered('Pia')
  await sql("update users set role = 'admin' where id = $1", [admin.id])
  await enter(context, admin)
  await page.goto(`/organization-dashboard?organizationId=${firm.id}&adminMode=true&tab=pwa`)
  await field(page, 'Tagline').fill('With a little help')
  await save(page)
  expect(await callAs<{ tagline: string }>(owner, '/api/organization/pwa', {}, 'GET')).toMatchObject({
    tagline: 'With a little help',
  })
})
