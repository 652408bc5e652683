import * as app from '#contract/organizations/app/branded-app-settings.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { coachId, partnerId, publishable, serveBuilder, suggested } from '#tests/pages/organizations/app/builder.ts'
import { adminMe, ownerMe } from '#tests/pages/people.ts'
import * as acme from '../organization.ts'

const { bodies, button, dashboard, expectTexts, expectToast, field, link, press, question } = acme
const builder = `${dashboard}?tab=pwa`
const panel = page.getByRole('tabpanel')
const preview = page.getByRole('region', { name: 'Preview of the app' })
const color = (name: string) => field(`${name} color`)
const box = (name: string) => page.getByRole('checkbox', { name })
const status = page.getByRole('form', { name: 'Your app' }).getByRole('status')
const savedAt = { createdAt: '2026-11-20T08:00:00.000Z', updatedAt: '2026-11-20T08:00:00.000Z' }

type Settings = Parameters<typeof serveBuilder>[1]

/** Opens the builder, whose saves the server keeps. */
async function openBuilder(settings: NonNullable<Settings> = suggested): Promise<void> {
  serveBuilder(server, settings)
  let now = settings
  server.answer(app.saveBrandedApp, ({ body: { before: _before, ...body } }) => {
    now = { ...now, ...savedAt, ...body }
    server.answer(app.brandedAppSettings, now)
    return now
  })
  await page.goto(builder)
  await expect(field('App name')).toBeVisible()
}

async function save(): Promise<void> {
  await press(button('Save App'), 'App Saved')
}

beforeEach(() => as(ownerMe))

it('a new organization finds defaults, a preview and the price', tags('S388 S454 S455 S680 D140'), async () => {
  serveBuilder(server)
  const release = server.hold(app.brandedAppSettings)
  await page.goto(dashboard)
  await page.getByRole('tab', { name: 'PWA Builder' }).click()
  await expect(page).toHaveURL(builder)
  await expect(field('App name')).toHaveCount(0)
  release()
  await expect(field('App name')).toHaveValue('Acme Consulting')
  await expect(color('Primary')).toHaveValue('#9334ea')
  await expect(color('Secondary')).toHaveValue('#7c3aed')
  await expect(color('Accent')).toHaveValue('#06b6d4')
  for (const name of ['Show agents to visitors', 'Ask your admins for a new agent', 'Send feedback to your admins'])
    await expect(box(name)).toBeChecked()
  await expect(box('Mindset Coach')).not.toBeChecked()
  await expect(status).toHaveText('These are suggestions. Nothing has been saved yet.')
  await expectTexts(preview, 'Acme Consulting', 'Mindset Coach')
  await expectTexts(panel, 'Draft', 'Publishing costs $300 once and $20 a month')
  await expect(link('Request the App', panel)).toHaveAttribute('href', '/organization-info#contact')
  await expect(button('Publish', panel)).toHaveCount(0)
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

it('typed values show in the preview at once, are saved, and remain', tags('S453'), async () => {
  await openBuilder()
  for (const [label, text] of Object.entries(texts)) await field(label).fill(text)
  await color('Primary').fill('#0f766e')
  await page.getByLabel('Pick the accent color').fill('#facc15')
  await box('Mindset Coach').click()
  await box('Send feedback to your admins').click()
  await expectTexts(preview, texts['App name'], texts.Tagline, texts['Welcome message'], texts.Address)
  const first = preview.getByRole('list', { name: 'Our agents' }).getByRole('listitem').first()
  await expectTexts(first, 'Mindset Coach', 'Featured')
  await expect(status).toHaveText('You have unsaved changes.')
  await save()
  await expect(status).toHaveText('All changes are saved.')
  // The first time, everything is sent: what was suggested is then chosen.
  expect(bodies(app.saveBrandedApp).map(({ before: _before, ...body }) => body)).toEqual([
    {
      appName: texts['App name'],
      slug: 'acme-consulting',
      tagline: texts.Tagline,
      welcomeMessage: texts['Welcome message'],
      primaryColor: '#0f766e',
      secondaryColor: '#7c3aed',
      accentColor: '#facc15',
      customDomain: texts['Custom domain'],
      showPublicAgents: true,
      enableAgentRequests: true,
      enableFeedback: false,
      featuredAgentIds: [coachId],
      contactInfo: { email: texts.Email, phone: texts.Phone, websiteUrl: texts.Website, address: texts.Address },
    },
  ])
  await page.reload()
  for (const [label, text] of Object.entries(texts)) await expect(field(label)).toHaveValue(text)
  await expect(color('Primary')).toHaveValue('#0f766e')
  await expect(box('Mindset Coach')).toBeChecked()
  await expect(box('Send feedback to your admins')).not.toBeChecked()
  await box('Show agents to visitors').click()
  await expect(preview.getByRole('list', { name: 'Our agents' })).toHaveCount(0)
})

it('a later save sends only what was changed, and checks it', tags('S453 D136'), async () => {
  const domain = { customDomain: 'app.acme.test', customDomainStatus: 'on_request' }
  await openBuilder({ ...publishable, ...domain, featuredAgentIds: [coachId] } as never)
  await expect(panel.getByText('On request', { exact: true })).toBeVisible()
  await box('Hiring Partner').click()
  await save()
  const featuredAgentIds = [coachId, partnerId]
  expect(bodies(app.saveBrandedApp)).toEqual([{ featuredAgentIds, before: { featuredAgentIds: [coachId] } }])

  await openBuilder()
  const warning = page.getByText(/Text on this color is hard to read/)
  await expect(warning).toHaveCount(0)
  await color('Primary').fill('#777777')
  await expect(warning).toBeVisible()
  await save()
  expect(bodies(app.saveBrandedApp).at(-1)).toMatchObject({ primaryColor: '#777777' })
  await color('Primary').fill('purple')
  await button('Save App').click()
  await expect(page.getByText('Please enter a valid hex color')).toBeVisible()
  await expect(color('Primary')).toBeFocused()
  await field('Website').fill('ftp://southwind.test')
  await color('Primary').fill('#1d4ed8')
  await button('Save App').click()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
  expect(bodies(app.saveBrandedApp)).toHaveLength(2)
})

it('unsaved changes survive another tab and a failure, and nothing drops them unasked', async () => {
  await openBuilder(publishable)
  await field('Tagline').fill('Not lost')
  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned Agents' })).toBeVisible()
  await page.getByRole('tab', { name: 'PWA Builder' }).click()
  await expect(field('Tagline')).toHaveValue('Not lost')
  await expect(status).toHaveText('You have unsaved changes.')
  const leaving = () => {
    const event = new page.window.Event('beforeunload', { cancelable: true })
    page.window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leaving()).toBe(true)
  await button('Discard').click()
  await expect(field('Tagline')).toHaveValue('')
  await expect(button('Discard')).toHaveCount(0)
  expect(leaving()).toBe(false)
  expect(bodies(app.saveBrandedApp)).toEqual([])
  await field('Tagline').fill('Not lost')
  server.break(app.saveBrandedApp)
  await press(button('Save App'), 'Failed to save your app')
  await expect(field('Tagline')).toHaveValue('Not lost')
  server.answer(app.saveBrandedApp, () => {
    server.answer(app.brandedAppSettings, { ...publishable, tagline: 'Not lost' })
    return { ...publishable, tagline: 'Not lost' }
  })
  await save()
  await expect(field('Tagline')).toHaveValue('Not lost')
})

it('a taken address is reported at its field, with a free one to use', tags('D138 D120 D140'), async () => {
  await openBuilder(publishable)
  server.refuse(app.saveBrandedApp, 'slug_taken', { field: 'slug', details: { suggestion: 'harbor-2' } })
  await field('App URL').fill('harbor')
  await expect(page.getByText('/o/harbor/')).toBeVisible()
  await expect(page.getByText('For 30 days, /o/acme-consulting/ will redirect to the new address.')).toBeVisible()
  await press(button('Save App'), 'This address is taken. Please choose another one.')
  await expect(field('App URL')).toHaveAttribute('aria-invalid', 'true')
  await button('Use harbor-2').click()
  await expect(field('App URL')).toHaveValue('harbor-2')
  server.answer(app.saveBrandedApp, () => {
    server.answer(app.brandedAppSettings, { ...publishable, slug: 'harbor-2' })
    return { ...publishable, slug: 'harbor-2' }
  })
  await save()
  await expect(page.getByRole('link', { name: /Preview Draft/ })).toHaveAttribute('href', '/o/harbor-2/')
  const before = { slug: 'acme-consulting' }
  expect(bodies(app.saveBrandedApp)).toEqual([
    { slug: 'harbor', before },
    { slug: 'harbor-2', before },
  ])

  as(adminMe)
  await openBuilder()
  await page.goto(`${dashboard}?organizationId=100001&adminMode=true&tab=pwa`)
  await field('Tagline').fill('With a little help')
  await save()
  const query = { organizationId: 100_001 }
  expect(server.asked(app.saveBrandedApp).at(-1)).toMatchObject({ query, body: { tagline: 'With a little help' } })
  expect(server.asked(app.brandedAppSettings).at(-1)?.query).toEqual(query)
})

it('an admin who may publish does so, and unpublishes after a question', tags('S389 D139 D140'), async () => {
  await openBuilder(publishable)
  await expect(panel.getByText(/Publishing costs/)).toHaveCount(0)
  await press(button('Publish', panel), 'App Published')
  await expect(panel.getByText('Published', { exact: true })).toBeVisible()
  await expect(panel.getByRole('link', { name: /Open App/ })).toHaveAttribute('href', '/o/acme-consulting/')
  await button('Unpublish', panel).click()
  await acme.confirm('Keep Published')
  await expect(question).toHaveCount(0)
  await button('Unpublish', panel).click()
  await acme.confirm('Unpublish App', 'App Unpublished')
  await expect(panel.getByText('Draft', { exact: true })).toBeVisible()
  expect(bodies(app.saveBrandedApp)).toEqual([{ isActive: true }, { isActive: false }])

  server.refuse(app.saveBrandedApp, 'pwa_not_purchased', { field: 'isActive' })
  server.answer(app.brandedAppSettings, { ...publishable, canPublish: false })
  await press(button('Publish', panel), 'Failed to publish your app', '$300 once and $20 a month')
  await expect(page.getByText(/Publishing costs \$300 once and \$20 a month/)).toBeVisible()
  await expect(button('Publish', panel)).toHaveCount(0)
})

it('a logo is uploaded, shown, and removed', tags('D137 D151'), async () => {
  const logoUrl = '/favicon.svg'
  const withLogo = { ...publishable, logoUrl, shownLogoUrl: logoUrl }
  server.answer(app.uploadBrandedAppLogo, () => {
    server.answer(app.brandedAppSettings, withLogo)
    return withLogo
  })
  await openBuilder(publishable)
  server.answer(app.saveBrandedApp, () => {
    server.answer(app.brandedAppSettings, publishable)
    return publishable
  })
  await expect(page.getByText('Until then, we show your initial.')).toBeVisible()
  const buffer = Buffer.from('a picture')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expectToast('Logo Saved')
  expect(await bodies(app.uploadBrandedAppLogo)[0]?.image.text()).toBe('a picture')
  await expect(preview.locator('img').first()).toHaveAttribute('src', logoUrl)
  await press(button('Remove Logo'), 'Logo Removed')
  await expect(button('Upload Logo')).toBeFocused()
  await expect(preview.locator('img')).toHaveCount(0)
  expect(bodies(app.saveBrandedApp)).toEqual([{ logoUrl: null }])
})
