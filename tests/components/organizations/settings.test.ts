import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as contract from '#contract/organizations/settings.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { autoPurchase, billing, unpaidBilling } from '#tests/pages/organizations/billing.ts'
import { acmeId, overview, serveDashboard, settings } from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import * as acme from './organization.ts'

const { bodies, button, cardOf, dialog, expectFault, expectTexts, field, link, press, question } = acme
const settingsPage = `${acme.dashboard}?tab=settings`

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(contract.organizationSettings, settings)
  server.answer(organizationBilling, billing)
})

it("an admin changes the organization's profile, to which a button leads", tags('D131'), async () => {
  const release = server.hold(contract.organizationSettings)
  await page.goto(acme.dashboard)
  await link('Settings').click()
  await expect(page).toHaveURL(settingsPage)
  await expect(page.getByText('Loading the settings…')).toBeVisible()
  release()
  const profile = page.getByRole('form', { name: 'Profile' })
  await expect(field('Organization name')).toHaveValue('Acme Consulting')
  await expect(field('Contact email')).toHaveValue(ownerMe.email)
  const branding = `/organizations?id=${acmeId}&tab=branding`
  await expect(link('Change Branding', cardOf('Logo and Colors'))).toHaveAttribute('href', branding)
  await field('Contact email').fill('nobody')
  await button('Save Changes').click()
  await expectFault(profile, 'Contact email', 'Please enter a valid email address')
  server.answer(contract.changeOrganizationSettings, () => {
    server.answer(organizationOverview, { ...overview, name: 'Boats and More' })
    return { ...settings, name: 'Boats and More' }
  })
  await field('Contact email').fill('desk@boats.test')
  await field('Organization name').fill('Boats and More')
  await field('Website').fill('boats.test')
  await field('Description').fill('We sell boats.')
  await press(button('Save Changes'), 'Settings Saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boats and More')
  const words = { name: 'Boats and More', contactEmail: 'desk@boats.test', description: 'We sell boats.' }
  const before = { name: settings.name, contactEmail: ownerMe.email, description: 'We advise.', websiteUrl: '' }
  const sent = { ...words, websiteUrl: 'https://boats.test', before }
  expect(bodies(contract.changeOrganizationSettings)).toEqual([sent])
})

it('transcripts and memory are switched off for everybody', tags('D131 B10'), async () => {
  server.answer(organizationBilling, unpaidBilling)
  let now = settings
  server.answer(contract.organizationSettings, () => now)
  server.answer(contract.changeOrganizationSettings, ({ body }) => {
    now = { ...now, ...body } as typeof settings
    return now
  })
  await page.goto(settingsPage)
  await expect(cardOf('Auto-Refill')).toContainText("which this organization doesn't have")
  await expect(cardOf('Memory')).toContainText("Admins can't read it.")
  for (const name of ['Members can save transcripts', 'Agents can remember members']) {
    const allow = page.getByRole('switch', { name })
    await expect(allow).toBeChecked()
    const release = server.hold(contract.changeOrganizationSettings)
    const readBefore = server.asked(contract.organizationSettings).length
    await allow.click()
    // It shows the choice at once.
    await expect(allow).not.toBeChecked()
    release()
    await expect.poll(() => server.asked(contract.organizationSettings).length).toBe(readBefore + 1)
    await expect(allow).not.toBeChecked()
  }
  const sent = [{ allowsTranscripts: false }, { allowsMemory: false }]
  expect(bodies(contract.changeOrganizationSettings)).toEqual(sent)
})

it('auto-purchase is limited and switched, and charges nobody by surprise', tags('D109 D45'), async () => {
  let state = autoPurchase
  server.answer(organizationBilling, () => ({ ...billing, autoPurchase: state }))
  server.answer(contract.changePoolAutoPurchase, ({ body }) => {
    state = { ...state, enabled: body.enabled ?? state.enabled, monthlyCap: body.monthlyCap ?? state.monthlyCap }
    return { success: true as const }
  })
  await page.goto(settingsPage)
  const card = cardOf('Auto-Refill')
  const isOn = card.getByRole('switch', { name: 'Refill the pool automatically' })
  await expect(isOn).toBeChecked()
  await expect(card).toContainText(
    '1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month, with the Visa ending in 4242.',
  )
  await button('Change Monthly Limit', card).click()
  for (const wrong of ['', '99.5', '134', '10001']) {
    await field('Monthly limit (USD)', dialog).fill(wrong)
    await button('Save Limit', dialog).click()
    await expectFault(dialog, 'Monthly limit (USD)', 'The monthly limit must be a whole number from 135 to 10,000')
  }
  expect(bodies(contract.changePoolAutoPurchase)).toEqual([])
  await field('Monthly limit (USD)', dialog).fill('540')
  await press(button('Save Limit', dialog), 'Auto-Refill Updated')
  await expect(card).toContainText('at most $540.00 a month')
  await press(isOn, 'Auto-Refill Updated')
  await expect(isOn).not.toBeChecked()
  const saved = [{ monthlyCap: 540, before: { monthlyCap: 270 } }, { enabled: false }]
  expect(bodies(contract.changePoolAutoPurchase)).toEqual(saved)

  server.answer(organizationOverview, { ...overview, creditBalance: 20 })
  await page.reload()
  await isOn.click()
  await expect(question).toHaveAccessibleName('The card will be charged now')
  await expect(question).toContainText('so $135.00 will be charged right away to the Visa ending in 4242')
  await acme.confirm('Keep Current Settings')
  await expect(question).toHaveCount(0)
  await expect(isOn).not.toBeChecked()
  expect(bodies(contract.changePoolAutoPurchase)).toEqual(saved)
})

it('an organization is archived by typing its name, after an explanation', tags('D129 D131'), async () => {
  server.answer(contract.archiveOrganization, () => {
    server.answer(organizationOverview, { ...overview, isActive: false, givesAccess: false })
    return { success: true as const }
  })
  await page.goto(settingsPage)
  await button('Archive Organization', cardOf('Archive Organization')).click()
  await expect(dialog).toHaveAccessibleName('Archive Acme Consulting?')
  await expect(link('contact support', dialog)).toHaveAttribute('href', '/contact')
  await expectTexts(
    dialog,
    "Its subscription ends on Dec 15, 2026 and won't be charged again.",
    'The pool keeps its minutes. Nothing is refunded.',
  )
  await dialog.getByRole('textbox').fill('something else')
  await button('Archive Organization', dialog).click()
  await expect(dialog).toContainText('Please type the name of the organization')
  expect(bodies(contract.archiveOrganization)).toEqual([])
  await dialog.getByRole('textbox').fill('Acme Consulting')
  await press(button('Archive Organization', dialog), 'Organization Archived')
  await expect(page.getByText('This organization is archived')).toBeVisible()
  expect(bodies(contract.archiveOrganization)).toEqual([{ name: 'Acme Consulting' }])
})
