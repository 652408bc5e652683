import fs from 'node:fs'
import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import { as, closeToasts, expect, page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import { password, recoveryCodes, serveProfile, serveTurningOn, twoFactorSecret } from './identity.ts'

test('two-factor is turned on by keyboard; key and codes can be copied and saved', tagged('D27'), async () => {
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  as(registeredMe)
  serveProfile(server)
  serveTurningOn(server)
  await page.goto('/profile#two-factor')
  const section = page.getByRole('region', { name: 'Two-factor sign-in' })
  await expect(section).toBeInViewport()
  await tabTo(page, section.getByRole('button', { name: 'Turn On' }))
  const dialog = page.getByRole('dialog', { name: /Turn on|Connect|Save/ })
  await pressFor(page, 'Enter', dialog.getByLabel('Current password'))
  await dialog.getByLabel('Current password').fill(password)
  await pressFor(page, 'Enter', dialog.getByRole('img'))
  await dialog.getByRole('button', { name: 'Copy Key' }).click()
  await expect(toastOf(page)).toContainText('Key Copied')
  expect(await readClipboard()).toBe(twoFactorSecret)
  await dialog.getByLabel('Code', { exact: true }).fill('123456')
  await pressFor(page, 'Enter', dialog.getByRole('list'))
  const text = `${recoveryCodes.join('\n')}\n`
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(toastOf(page).filter({ hasText: 'Codes Copied' })).toBeVisible()
  expect(await readClipboard()).toBe(text)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('luna-recovery-codes.txt')
  expect(fs.readFileSync(await download.path(), 'utf8')).toBe(text)
  await closeToasts(page)
  await tabTo(page, dialog.getByRole('button', { name: 'I Saved Them' }))
  await pressFor(page, 'Enter', section.getByRole('button', { name: 'Turn Off' }))
})
