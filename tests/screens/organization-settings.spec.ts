import type { Page } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { organizationWith, putInto } from './organizations.ts'
import { paidOrganization } from './paid-organizations.ts'
import { enter, registered, sql } from './people.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const settingsPage = '/organization-dashboard?tab=settings'
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

test('the button in the head leads an admin to the profile of the organization, which can be changed (D131)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  const release = await hold(page, '**/api/organization/settings')
  await page.goto('/organization-dashboard?tab=users')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(settingsPage)
  await expect(page.getByText('Loading the settings…')).toBeAttached()
  await release()
  const profile = page.getByRole('form', { name: 'Profile' })
  await expect(profile.getByRole('textbox', { name: 'Organization name' })).toHaveValue(firm.name)
  await expect(profile.getByRole('textbox', { name: 'Contact email' })).toHaveValue(owner.email)
  await expectAccessible(page)
  await expect(card(page, 'Logo and Colors').getByRole('link', { name: 'Change Branding' })).toHaveAttribute(
    'href',
    `/organizations?id=${firm.id}&tab=branding`,
  )
  await profile.getByRole('textbox', { name: 'Contact email' }).fill('nobody')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile).toContainText('Please enter a valid email address')
  await profile.getByRole('textbox', { name: 'Contact email' }).fill('desk@boats.test')
  await profile.getByRole('textbox', { name: 'Organization name' }).fill('Boats and More')
  await profile.getByRole('textbox', { name: 'Website' }).fill('boats.test')
  await profile.getByRole('textbox', { name: 'Description' }).fill('We sell boats.')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boats and More')
  expect(
    await sql('select name, contact_email, website_url, description from organization where id = $1', [firm.id]),
  ).toEqual([
    {
      name: 'Boats and More',
      contact_email: 'desk@boats.test',
      website_url: 'https://boats.test',
      description: 'We sell boats.',
    },
  ])
})

test('members find no settings (D120)', async ({ page, context }) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await enter(context, ada)
  await page.goto(settingsPage)
  await expect(page.getByRole('heading', { level: 2, name: 'Available Agents' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})

test('saved transcripts are switched off for everybody (D131)', async ({ page, context }) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await enter(context, owner)
  await page.goto(settingsPage)
  await expect(card(page, 'Auto-Refill')).toContainText('this organization has none')
  const allow = page.getByRole('switch', { name: 'Members may save transcripts' })
  await expect(allow).toBeChecked()
  // It shows at once what was chosen; a reload would take back what is on its way.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await allow.click()
  await expect(allow).not.toBeChecked()
  await saved
  await page.reload()
  await expect(allow).not.toBeChecked()
  await enter(context, ada)
  await page.goto('/dashboard/sessions')
  await expect(card(page, 'Transcripts')).toContainText('Your organization keeps no transcripts.')
})

test('auto-refill is told in words, limited, and switched off and on; nobody is charged by surprise (D109, D45)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  await enter(context, firm.owner)
  await page.goto(settingsPage)
  const refill = card(page, 'Auto-Refill')
  const isOn = refill.getByRole('switch', { name: 'Refill the pool automatically' })
  await expect(isOn).toBeChecked()
  await expect(refill).toContainText(
    '1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month, with the Visa ending in 4242.',
  )
  await refill.getByRole('textbox', { name: 'Monthly limit (USD)' }).fill('100')
  await expect(refill).toContainText('The monthly limit must be a whole number from 135 to 10,000')
  await refill.getByRole('textbox', { name: 'Monthly limit (USD)' }).fill('540')
  await expect(toastOf(page)).toContainText('Auto-Refill Updated')
  await expect(refill).toContainText('at most $540.00 a month')
  await closeToasts(page)
  await isOn.click()
  await expect(toastOf(page)).toContainText('Auto-Refill Updated')
  await expect(isOn).not.toBeChecked()
  await closeToasts(page)
  await sql(
    "select ledger_spend($1, 'unlock', $2, (select monthly_ms + purchased_ms - 1200000 from account where id = $1), null, null, now())",
    [firm.accountId, crypto.randomUUID()],
  )
  await page.reload()
  await isOn.click()
  const question = page.getByRole('alertdialog', { name: 'The card will be charged now' })
  await expect(question).toContainText('so $135.00 is charged at once to the Visa ending in 4242')
  await question.getByRole('button', { name: 'Leave It As It Is' }).click()
  await expect(question).toBeHidden()
  await expect(isOn).not.toBeChecked()
  expect(
    await sql('select enabled, monthly_cap_cents from auto_purchase where account_id = $1', [firm.accountId]),
  ).toEqual([{ enabled: false, monthly_cap_cents: 54_000 }])
})

test('an organization is archived by typing its name, and what that means is told before (D129, D131)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select name from organization where id = $1', [
    firm.id,
  ])
  await enter(context, firm.owner)
  await page.goto(settingsPage)
  await card(page, 'Archive Organization').getByRole('button', { name: 'Archive Organization' }).click()
  const dialog = page.getByRole('dialog', { name: `Archive ${name}?` })
  await expect(dialog).toContainText(/Its subscription ends on \S+ \d+, \d{4} and is not charged again\./)
  await expect(dialog).toContainText('The minutes of the pool are kept. Nothing is refunded.')
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('something else')
  await dialog.getByRole('button', { name: 'Archive Organization' }).click()
  await expect(dialog).toContainText('Please type the name of the organization')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Archive Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization Archived')
  await expect(page.getByText('This organization is archived')).toBeVisible()
  expect(await sql('select is_active from organization where id = $1', [firm.id])).toEqual([{ is_active: false }])
})
