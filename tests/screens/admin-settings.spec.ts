import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { platformAdmin, rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { expect, test } from './fixtures.ts'
import { callAs, enter, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('what admins did is read under Settings, found by words and kind (D153)', async ({ page, context }) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  await callAs(ada, `/api/admin/users/${ben.id}/credits`, { minutes: 12, reason: 'Good will' })
  await callAs(ada, `/api/admin/users/${ben.id}/role`, { role: 'organization_admin' }, 'PATCH')
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform Settings')
  await page.getByRole('searchbox', { name: 'Search acts' }).fill(ben.email)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).nth(0)).toContainText(/Changed role.*Role: user → organization admin/)
  await expect(rowsOf(page).nth(1)).toContainText(/Adjusted credits.*Minutes: 0 → 12.*“Good will”/)
  await expect(rowsOf(page).nth(1)).toContainText(ada.email)
  await expectAccessible(page)
  await choose(page, 'Filter by what was changed', 'Organization')
  await expect(page.getByText('No acts found')).toBeVisible()
})

test('settings are checked, saved, in force at once, and remember what they were (D27, D152)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Security Settings' }).click()
  const form = page.getByRole('form', { name: 'Platform settings' })
  await form.getByRole('textbox', { name: 'Product name' }).fill('')
  await form.getByRole('textbox', { name: 'Support email' }).fill('nobody')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill('linkedin.com/luna')
  await form.getByRole('textbox', { name: 'Longest conversation' }).fill('900')
  await form.getByRole('button', { name: 'Save Settings' }).click()
  for (const text of [
    'Product name is required',
    'Valid email is required',
    'Please enter an address that begins with https://',
    'Please enter a whole number from 1 to 720',
  ]) {
    await expect(form.getByText(text)).toBeVisible()
  }
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Product name' }).fill('Luna')
  await form.getByRole('textbox', { name: 'Support email' }).fill('help@luna.test')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill('https://linkedin.com/company/luna')
  await form.getByRole('textbox', { name: 'Longest conversation' }).fill('120')
  await form.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /LinkedIn/ })).toBeVisible()
  await closeToasts(page)

  await form.getByRole('textbox', { name: 'Support email' }).fill('')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill('')
  await form.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastOf(page)).toContainText('Settings Saved')
  await page.getByRole('button', { name: 'History: Support email' }).click()
  const history = page.getByRole('dialog').getByRole('listitem')
  await expect(history.first()).toContainText('Value: help@luna.test → none')
  await expect(history.nth(1)).toContainText('Value: none → help@luna.test')
  expect(await sql("select setting_key from platform_setting where setting_key = 'productName'")).toEqual([])
  await sql("delete from platform_setting where setting_key in ('supportEmail', 'socialLinks')")
})
