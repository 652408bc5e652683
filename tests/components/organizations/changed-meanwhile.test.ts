import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeBranding, organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import * as settings from '#contract/organizations/settings.ts'
import { toastOf } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { coachId, partnerId, publishable, serveBuilder } from '#tests/pages/organizations/app/builder.ts'
import { autoPurchase, billing, unpaidBilling } from '#tests/pages/organizations/billing.ts'
import { both, details } from '#tests/pages/organizations/managed.ts'
import * as kept from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import { bodies, button, cardOf, conflictAt, dashboard, field, press } from './organization.ts'

const { overview, serveDashboard } = kept

beforeEach(() => as(ownerMe))

it("another admin's change is shown next to the person's own words, to choose from", tags('D187'), async () => {
  serveDashboard(server)
  server.answer(settings.organizationSettings, kept.settings)
  server.answer(organizationBilling, unpaidBilling)
  const refuse = (description: string) =>
    server.refuse(settings.changeOrganizationSettings, 'changed_meanwhile', { details: { present: { description } } })
  refuse('We advise boat owners.')
  await page.goto(`${dashboard}?tab=settings`)
  await field('Description').fill('We advise sailors.')
  await field('Organization name').fill('Boats and More')
  await button('Save Changes').click()
  const { conflict, values } = conflictAt('Description')
  await expect(values).toContainText('TheirsWe advise boat owners.YoursWe advise sailors.')
  await expect(conflict.getByRole('region')).toHaveCount(1)
  await expect(conflict).toContainText("We'll save your other changes either way.")
  await expect(toastOf()).toHaveCount(0)

  // Closing loses nothing.
  await button('Close', conflict).click()
  await expect(field('Description')).toHaveValue('We advise sailors.')
  await expect(field('Description')).toBeFocused()
  await button('Save Changes').click()
  const theirs = { ...kept.settings, name: 'Boats and More', description: 'We advise boat owners.' }
  server.answer(settings.changeOrganizationSettings, theirs)
  await press(button('Use Theirs', conflict), 'Settings Saved')
  await expect(field('Description')).toHaveValue('We advise boat owners.')

  await field('Description').fill('We advise sailors.')
  refuse('')
  await button('Save Changes').click()
  await expect(values).toContainText('Empty')
  await expect(conflict).not.toContainText('your other changes')
  server.answer(settings.changeOrganizationSettings, { ...theirs, description: 'We advise sailors.' })
  await button('Save Mine', conflict).click()
  await expect(conflict).toHaveCount(0)
  await expect(field('Description')).toHaveValue('We advise sailors.')
  const [first, , rest, again, own] = bodies(settings.changeOrganizationSettings)
  const { name, description } = kept.settings
  const sent = { name: 'Boats and More', description: 'We advise sailors.' }
  expect(first).toEqual({ ...sent, before: { name, description } })
  expect(rest).toEqual({ name: sent.name, before: { name } })
  expect(again).toEqual({ description: sent.description, before: { description: theirs.description } })
  expect(own).toEqual({ description: sent.description, before: { description: '' } })
})

it('an own auto-purchase limit over that of another admin asks about its charge', tags('D187 D109 D45'), async () => {
  serveDashboard(server, { ...overview, creditBalance: 20 })
  server.answer(settings.organizationSettings, kept.settings)
  const limitTo = (monthlyCap: number) =>
    server.answer(organizationBilling, { ...billing, autoPurchase: { ...autoPurchase, monthlyCap } })
  limitTo(1000)
  await page.goto(`${dashboard}?tab=settings`)
  const card = cardOf('Auto-Refill')
  await button('Change Monthly Limit', card).click()
  await page.getByRole('textbox', { name: 'Monthly limit (USD)' }).fill('540')
  limitTo(270)
  server.refuse(settings.changePoolAutoPurchase, 'changed_meanwhile', { details: { present: { monthlyCap: 270 } } })
  await page.getByRole('button', { name: 'Save Limit' }).click()
  const { conflict, values } = conflictAt('Monthly limit (USD)')
  await expect(values).toContainText('Theirs$270.00Yours$540.00')
  await expect(page.getByText('at most $270.00 a month')).toBeVisible()
  server.answer(settings.changePoolAutoPurchase, () => {
    limitTo(540)
    return { success: true as const }
  })
  // The person's own limit is higher than the other admin's, and the pool is low.
  await button('Save Mine', conflict).click()
  const charge = page.getByRole('alertdialog', { name: 'The card will be charged now' })
  await button('Keep Current Settings', charge).click()
  await expect(charge).toHaveCount(0)
  expect(bodies(settings.changePoolAutoPurchase)).toHaveLength(1)
  await button('Save Mine', conflict).click()
  await press(button('Save and Pay $135.00', charge), 'Auto-Refill Updated')
  await expect(conflict).toHaveCount(0)
  await expect(card).toContainText('at most $540.00 a month')
  expect(bodies(settings.changePoolAutoPurchase)).toEqual([
    { monthlyCap: 540, before: { monthlyCap: 1000 } },
    { monthlyCap: 540, before: { monthlyCap: 270 } },
  ])
})

it('colors and app settings of another admin are shown to choose from', tags('D187'), async () => {
  const saved = { ...publishable, featuredAgentIds: [coachId] }
  serveBuilder(server, saved)
  const present = { tagline: 'Advice in your pocket', featuredAgentIds: [partnerId] }
  server.refuse(saveBrandedApp, 'changed_meanwhile', { details: { present } })
  await page.goto(`${dashboard}?tab=pwa`)
  await field('Tagline').fill('Clear days')
  await field('Phone').fill('+1 801 555 0100')
  await page.getByRole('checkbox', { name: 'Hiring Partner' }).click()
  await button('Save App').click()
  const { conflict, values } = conflictAt('Tagline')
  await expect(values).toContainText('TheirsAdvice in your pocketYoursClear days')
  await expect(conflictAt('Featured agents').values).toContainText(
    'TheirsHiring PartnerYoursMindset Coach\nHiring Partner',
  )
  server.answer(brandedAppSettings, { ...saved, ...present })
  const contactInfo = { ...saved.contactInfo, phone: '+1 801 555 0100' }
  server.answer(saveBrandedApp, { ...saved, ...present, contactInfo })
  await button('Use Theirs', conflict).click()
  await expect(conflict).toHaveCount(0)
  await expect(field('Tagline')).toHaveValue('Advice in your pocket')
  await expect(field('Phone')).toHaveValue('+1 801 555 0100')
  await press(button('Save App'), 'App Saved')
  const before = { contactInfo: saved.contactInfo }
  expect(bodies(saveBrandedApp)).toMatchObject([
    { tagline: 'Clear days', featuredAgentIds: [coachId, partnerId], before: { tagline: '', ...before } },
    { contactInfo, before },
  ])

  server.answer(userOrganizations, both)
  server.answer(organizationDetails, details)
  server.refuse(changeBranding, 'changed_meanwhile', { details: { present: { primaryColor: '#0f766e' } } })
  await page.goto('/organizations?tab=branding')
  await field('Primary color').fill('#123456')
  await button('Save Branding').click()
  await expect(conflictAt('Primary color').values).toContainText('Theirs#0f766eYours#123456')
  await button('Use Theirs', conflict).click()
  await expect(field('Primary color')).toHaveValue('#0f766e')
  await expect(page.locator('figure')).toContainText('#0f766e')
  const { primaryColor } = details.organization
  expect(bodies(changeBranding)).toEqual([{ primaryColor: '#123456', before: { primaryColor } }])
})
