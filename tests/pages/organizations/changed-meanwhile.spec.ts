import { invitationsOfOrganization } from '#contract/organizations/invitations.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeBranding, organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { changeOrganizationAgent, organizationAgents } from '#contract/organizations/agents.ts'
import { changeMember } from '#contract/organizations/members.ts'
import {
  changeOrganizationSettings,
  changePoolAutoPurchase,
  organizationSettings,
} from '#contract/organizations/settings.ts'
import { as, expect, ownerMe, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { billing, autoPurchase, unpaidBilling } from './billing.ts'
import { both, details } from './managed.ts'
import { openPerson, serveMembers, usersTab } from './members/members.ts'
import { cardOf, coach, mia, olga, overview, serveDashboard, settings } from './organization.ts'

test.beforeEach(() => as(ownerMe))

/** Returns the dialog that asks which value a field should have. */
function questionOf(page: Page, field: string) {
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  return { dialog, values: dialog.getByRole('region', { name: field }) }
}

test("another admin's change is shown next to the person's own words, to choose from", tagged('D187'), async () => {
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
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  const asked = question.getByRole('region', { name: 'Description' })
  await expect(asked).toContainText('We advise boat owners.')
  await expect(asked).toContainText('We advise sailors.')
  await expect(question.getByRole('region')).toHaveCount(1)
  await expect(question).toContainText("We'll save your other changes either way.")
  await expect(toastOf(page)).toHaveCount(0)

  // Closing loses nothing, and neither does a repeat of the Enter key that sent the form.
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(description).toHaveValue('We advise sailors.')
  await expect(description).toBeFocused()
  await save.click()
  const theirs = { ...settings, name: 'Boats and More', description: 'We advise boat owners.' }
  server.answer(changeOrganizationSettings, theirs)
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await expect(description).toHaveValue('We advise boat owners.')
  await expect(description).toBeFocused()

  await description.fill('We advise sailors.')
  server.refuse(changeOrganizationSettings, 'changed_meanwhile', { details: { present: { description: '' } } })
  await save.click()
  await expect(asked).toContainText('Empty')
  await expect(question).not.toContainText('your other changes')
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

test('branding sends only what was changed, and shows the color that somebody else has chosen (D187)', async () => {
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, details)
  server.answer(invitationsOfOrganization, [])
  server.refuse(changeBranding, 'changed_meanwhile', { details: { present: { primaryColor: '#0f766e' } } })
  await page.goto('/organizations?tab=branding')
  const form = page.getByRole('form', { name: 'Branding' })
  const color = form.getByRole('textbox', { name: 'Primary color', exact: true })
  await color.fill('#123456')
  await form.getByRole('button', { name: 'Save Branding' }).click()
  const { dialog, values } = questionOf(page, 'Primary color')
  await expect(values).toContainText('Theirs#0f766eYours#123456')
  await dialog.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(color).toHaveValue('#0f766e')
  await expect(page.getByRole('figure')).toContainText('#0f766e')
  expect(server.asked(changeBranding).map(({ body }) => body)).toEqual([
    { primaryColor: '#123456', before: { primaryColor: details.organization.primaryColor } },
  ])
})

test('instructions that another admin wrote meanwhile are not overwritten without asking (D187, D127)', async () => {
  serveDashboard(server)
  const shared = 'Never speak of prices. '.repeat(30)
  const say = (how: string) => `${shared}Be ${how}. ${shared}`.trim()
  const [old, theirs, own] = [say('brief'), say('brief and kind'), say('thorough')]
  server.answer(organizationAgents, [{ ...coach, customInstructions: old }])
  server.refuse(changeOrganizationAgent, 'changed_meanwhile', { details: { present: { customInstructions: theirs } } })
  await page.goto('/organization-dashboard?tab=agents')
  const open = page.getByRole('button', { name: 'Instructions: Mindset Coach' })
  await open.click()
  const text = page.getByRole('textbox', { name: 'Custom instructions' })
  await text.fill(own)
  server.answer(organizationAgents, [{ ...coach, customInstructions: theirs }])
  const save = page.getByRole('button', { name: 'Save Instructions' })
  await save.click()
  const { dialog, values } = questionOf(page, 'Custom instructions')
  // The difference between two long, similar texts is visible.
  await expect(values.locator('mark')).toHaveText(['brief and kind.', 'thorough.'])
  for (const mark of await values.locator('mark').all()) await expect(mark).toBeInViewport()
  await expect(toastOf(page)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(text).toHaveValue(theirs)
  await expect(text).toBeFocused()

  await text.fill(own)
  server.answer(changeOrganizationAgent, () => {
    server.answer(organizationAgents, [{ ...coach, customInstructions: own }])
    return { ...coach, customInstructions: own }
  })
  await save.click()
  await expect(toastOf(page)).toContainText('Agent Updated')
  await expect(text).toHaveCount(0)
  // The next one begins with the current value, and sends nothing when nothing was changed.
  await open.click()
  await expect(text).toHaveValue(own)
  await save.click()
  await expect(text).toHaveCount(0)
  expect(server.asked(changeOrganizationAgent).map(({ body }) => body)).toEqual([
    { customInstructions: own, before: { customInstructions: old } },
    { customInstructions: own, before: { customInstructions: theirs } },
  ])
})

test('a minutes limit that another admin has set meanwhile is shown to choose from, and in the list (D187, D131)', async () => {
  serveDashboard(server)
  serveMembers(server, mia, olga)
  await page.goto(usersTab)
  const row = await openPerson(page, 'Mia Member')
  await row.getByRole('button', { name: 'Set Limit: Mia Member' }).click()
  const minutes = page.getByRole('textbox', { name: 'Minutes per month' })
  await minutes.fill('60')
  serveMembers(server, { ...mia, monthlyLimitMinutes: 1200 }, olga)
  server.refuse(changeMember, 'changed_meanwhile', { details: { present: { monthlyLimitMinutes: 1200 } } })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const { dialog, values } = questionOf(page, 'Minutes per month')
  await expect(values).toContainText('1,200')
  await dialog.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(minutes).toHaveValue('1200')
  await expect(minutes).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('1.50 of 1,200 minutes this month')

  await row.getByRole('button', { name: 'Change Limit: Mia Member' }).click()
  await minutes.fill('60')
  server.refuse(changeMember, 'changed_meanwhile', { details: { present: { monthlyLimitMinutes: null } } })
  await save.click()
  await expect(values).toContainText('No limit')
  serveMembers(server, mia, olga)
  await dialog.getByRole('button', { name: 'Save Mine' }).click()
  await expect(toastOf(page)).toContainText('Member Updated')
  await expect(row).toContainText('1.50 of 60 minutes this month')
  expect(server.asked(changeMember).map(({ body }) => body)).toEqual([
    { monthlyLimitMinutes: 60, before: { monthlyLimitMinutes: null } },
    { monthlyLimitMinutes: 60, before: { monthlyLimitMinutes: 1200 } },
    { monthlyLimitMinutes: 60, before: { monthlyLimitMinutes: null } },
  ])
})

test('the page asks about an auto-purchase limit that another admin has set meanwhile, and about the charge that follows (D187, D109, D45)', async () => {
  serveDashboard(server, { ...overview, creditBalance: 20 })
  server.answer(organizationSettings, settings)
  server.answer(organizationBilling, { ...billing, autoPurchase: { ...autoPurchase, monthlyCap: 1000 } })
  await page.goto('/organization-dashboard?tab=settings')
  const card = cardOf(page, 'Auto-Refill')
  await card.getByRole('button', { name: 'Change Monthly Limit' }).click()
  const limit = page.getByRole('textbox', { name: 'Monthly limit (USD)' })
  await limit.fill('540')
  server.answer(organizationBilling, { ...billing, autoPurchase: { ...autoPurchase, monthlyCap: 270 } })
  server.refuse(changePoolAutoPurchase, 'changed_meanwhile', { details: { present: { monthlyCap: 270 } } })
  await page.getByRole('button', { name: 'Save Limit' }).click()
  const { dialog, values } = questionOf(page, 'Monthly limit (USD)')
  await expect(values).toContainText('$270.00')
  await expect(values).toContainText('$540.00')
  await expect(page.getByText('at most $270.00 a month')).toBeVisible()
  server.answer(changePoolAutoPurchase, () => {
    server.answer(organizationBilling, { ...billing, autoPurchase: { ...autoPurchase, monthlyCap: 540 } })
    return { success: true as const }
  })
  // The person's own limit is higher than the other admin's, and the pool is low.
  const mine = dialog.getByRole('button', { name: 'Save Mine' })
  await mine.click()
  const charge = page.getByRole('alertdialog', { name: 'The card will be charged now' })
  await charge.getByRole('button', { name: 'Keep Current Settings' }).click()
  await expect(charge).toHaveCount(0)
  expect(server.asked(changePoolAutoPurchase)).toHaveLength(1)
  await mine.click()
  await charge.getByRole('button', { name: 'Save and Pay $135.00' }).click()
  await expect(toastOf(page)).toContainText('Auto-Refill Updated')
  await expect(dialog).toHaveCount(0)
  await expect(card).toContainText('at most $540.00 a month')
  expect(server.asked(changePoolAutoPurchase).map(({ body }) => body)).toEqual([
    { monthlyCap: 540, before: { monthlyCap: 1000 } },
    { monthlyCap: 540, before: { monthlyCap: 270 } },
  ])
})
