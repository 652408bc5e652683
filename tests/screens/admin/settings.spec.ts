import { toastOf } from '../../kit/browser/watch.ts'
import { platformAdmin } from './admin.ts'
import { expect, test } from '../fixtures.ts'
import { enter, sql } from '../people.ts'

test('a setting is saved, takes effect at once, keeps its history, and leaves the others alone (D152, D153)', async ({
  page,
  context,
}) => {
  await enter(context, await platformAdmin())
  await page.goto('/admin?tab=users')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const form = page.getByRole('form', { name: 'Platform settings' })
  try {
    await form.getByRole('textbox', { name: 'Support email' }).fill('help@luna.test')
    await form.getByRole('textbox', { name: 'LinkedIn' }).fill('https://linkedin.com/company/luna')
    await form.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page)).toContainText('Settings Saved')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /LinkedIn/ })).toBeVisible()
    await page.getByRole('button', { name: 'History: Support email' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('Value: none → help@luna.test')
    expect(await sql("select setting_key from platform_setting where setting_key = 'productName'")).toEqual([])
  } finally {
    await sql("delete from platform_setting where setting_key in ('supportEmail', 'socialLinks')")
  }
})
