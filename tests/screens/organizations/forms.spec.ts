import { expectAccessible } from '../../kit/browser/accessible.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { choose, chooseIn } from '../../kit/browser/choosing.ts'
import { breakWrites } from '../faults.ts'
import { expectFault } from '../../kit/browser/forms.ts'
import { assignAgent, organizationWith, unpaidOrganizationOf } from './organizations.ts'
import { callAs, enter, freshEmail, registered, sql } from '../people.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts } from '../../kit/browser/watch.ts'

// Intended refusals, and what the accessibility checker itself makes the page log.
test.use({ expectedNoise: /status of (409|500)|Applying inline style violates/ })

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('an organization is created with its preset colors, and refused with an explanation (S421, S503-S507, S607, S634, D138)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const { slug: taken } = await unpaidOrganizationOf(owner)
  await enter(context, owner)
  await page.goto('/organizations')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const form = page.getByRole('form', { name: 'Create an organization' })
  const submit = form.getByRole('button', { name: 'Create Organization' })
  await expect(form.getByLabel('Primary color', { exact: true })).toHaveValue('#9334ea')
  await expect(form.getByLabel('Secondary color', { exact: true })).toHaveValue('#7c3aed')
  await expect(form.getByLabel('Contact email')).toHaveValue(owner.email)
  await submit.click()
  await expectFault(form, 'Organization name', 'Organization name is required')

  const name = `Harbour Works ${Date.now()}`
  await form.getByLabel('Organization name').fill(name)
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await expect(form.getByLabel('Slug')).toHaveValue(slug)
  for (const wrong of ['A b', 'a_b']) {
    await form.getByLabel('Slug').fill(wrong)
    await submit.click()
    await expectFault(form, 'Slug', 'Please use lowercase letters, digits and hyphens only')
  }
  await form.getByLabel('Slug').fill(taken)
  await form.getByLabel('Contact email').fill('x')
  await submit.click()
  await expectFault(form, 'Contact email', 'Invalid email address')
  await form.getByLabel('Contact email').fill(owner.email)
  await form.getByLabel('Website (optional)').fill('x')
  await submit.click()
  await expectFault(form, 'Website (optional)', 'Invalid URL')
  await form.getByLabel('Website (optional)').fill('')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const mend = await breakWrites('organization', 'insert', owner)
  await form.getByLabel('Slug').fill(slug)
  await submit.click()
  await expectRow(page, 'S607')
  await mend()
  await closeToasts(page)
  await form.getByLabel('Slug').fill(taken)
  await submit.click()
  await expectFault(form, 'Slug', 'This address is taken. Please choose another one.')
  await closeToasts(page)
  await form.getByRole('button', { name: `Use ${taken}-2` }).click()
  await submit.click()
  await expectRow(page, 'S634')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  expect(
    await sql('select name, primary_color, secondary_color, max_users from organization where slug = $1', [
      `${taken}-2`,
    ]),
  ).toEqual([{ name, primary_color: '#9334ea', secondary_color: '#7c3aed', max_users: 10 }])
})

test('a person is invited, by default as a member at the standard level (S465, S467, S510, S608, S635)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  await page.goto('/organizations?tab=team')
  const form = page.getByRole('form', { name: 'Invite someone' })
  const role = form.getByRole('combobox', { name: 'Role' })
  const level = form.getByRole('combobox', { name: 'Access level' })
  await expect(role).toContainText('Member')
  await expect(level).toContainText('Standard')
  for (const [field, words] of [
    [role, ['Admin', 'Member', 'Guest']],
    [level, ['Standard', 'Premium', 'Full']],
  ] as const) {
    await field.click()
    await expect(page.getByRole('option')).toHaveText(words)
    await page.keyboard.press('Escape')
  }
  await form.getByLabel('Email').fill('x')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expectFault(form, 'Email', 'Valid email is required')

  const email = freshEmail()
  await form.getByLabel('Email').fill(email)
  await chooseIn(role, 'Guest')
  await chooseIn(level, 'Full')
  const mend = await breakWrites('organization_invitation', 'insert', owner)
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expectRow(page, 'S608')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await mend()
  await closeToasts(page)
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expectRow(page, 'S635')
  await expect(form.getByLabel('Email')).toHaveValue('')
  const invited = page.getByRole('list', { name: 'Invited' }).getByRole('listitem')
  await expect(invited).toContainText([email])
  await expect(invited).toContainText(['PendingGuestFull'])
  expect(
    await sql('select email, role, access_level from organization_invitation where organization_id = $1', [firm.id]),
  ).toEqual([{ email, role: 'guest', access_level: 'full' }])
})

test('an agent is found and added, and removed again (S421, S467, S610, S637, D126)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  const offered = await callAs<{ name: string }[]>(owner, '/api/organization/available-agents', {}, 'GET')
  const last = offered.at(-1)?.name ?? ''
  await enter(context, owner)
  await page.goto('/organizations?tab=agents')
  await page.getByRole('button', { name: 'Add Agent' }).click()
  const form = page.getByRole('form', { name: 'Add an agent' })
  await expect(form.getByRole('radio')).toHaveCount(offered.length)
  await expect(form.getByRole('radio', { name: 'Mindset Coach' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(form.getByText('Please choose an agent')).toBeVisible()
  await form.getByRole('searchbox', { name: 'Search agents' }).fill(last)
  await form.getByRole('radio', { name: last }).click()
  await form.getByRole('combobox', { name: 'Access level' }).click()
  await expect(page.getByRole('option')).toHaveText(['Standard', 'Premium', 'Full'])
  await page.keyboard.press('Escape')
  await choose(page, 'Access level', 'Full')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.getByRole('button', { name: 'Add Agent' }).click()
  const rows = page.getByRole('list', { name: 'Agents' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: last })).toContainText('Full')
  await closeToasts(page)

  const mend = await breakWrites('organization_agent', 'update', owner)
  const remove = async () => {
    await page.getByRole('button', { name: `Remove: ${last}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  }
  await remove()
  await expectRow(page, 'S610')
  await expect(rows).toHaveCount(2)
  await mend()
  await closeToasts(page)
  await remove()
  await expectRow(page, 'S637')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(['Mindset Coach'])
})

test('branding is checked, warned about and saved (S421, S508, S509, S609, S636, D136, D137)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  await page.goto('/organizations')
  await tab(page, 'Branding').click()
  const form = page.getByRole('form', { name: 'Branding' })
  const save = form.getByRole('button', { name: 'Save Branding' })
  const primary = form.getByLabel('Primary color', { exact: true })
  await expect(primary).toHaveValue('#9334ea')
  await expect(form.getByLabel('Secondary color', { exact: true })).toHaveValue('#7c3aed')
  for (const wrong of ['#abc', 'red']) {
    await primary.fill(wrong)
    await save.click()
    await expectFault(form, 'Primary color', 'Please enter a valid hex color')
  }
  await primary.fill('#7c7c7c')
  await expect(form.getByText('Text on this color is hard to read.')).toBeVisible()
  await primary.fill('#A1b2C3')
  await expect(form.getByText('Text on this color is hard to read.')).toHaveCount(0)
  await expect(page.getByRole('figure')).toContainText('#A1b2C3')
  for (const field of ['Logo address (optional)', 'Website (optional)']) {
    await form.getByLabel(field).fill(field.startsWith('Logo') ? 'javascript:alert(1)' : 'x')
    await save.click()
    await expectFault(form, field, 'Please enter a valid URL')
    await form.getByLabel(field).fill('')
  }
  await form.getByLabel('Website (optional)').fill('https://southwind.test')

  const mend = await breakWrites('organization', 'update', owner)
  await save.click()
  await expectRow(page, 'S609')
  await mend()
  await closeToasts(page)
  await save.click()
  await expectRow(page, 'S636')
  expect(
    await sql('select primary_color, secondary_color, website_url from organization where id = $1', [firm.id]),
  ).toEqual([{ primary_color: '#A1b2C3', secondary_color: '#7c3aed', website_url: 'https://southwind.test' }])
  // The mark next to the name shows the new color at once.
  const mark = page.getByRole('link', { name: firm.name }).locator('[aria-hidden]').first()
  await expect(mark).toHaveCSS('background-color', 'rgb(161, 178, 195)')
  await expectAccessible(page)
})
