import fs from 'node:fs'
import { endOtherSignIns, signIns } from '#contract/identity/profile.ts'
import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import { as, closeToasts, expect, page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import * as own from './identity.ts'

const { password, recoveryCodes, serveProfile, serveTurningOn, thisBrowser, twoFactorSecret, unknownBrowser } = own

test.beforeEach(() => {
  as(registeredMe)
  serveProfile(server)
})

test('an expired mailed link, and ended access, lead to the export', tagged('D6 D28'), async () => {
  const button = page.getByRole('button', { name: 'Export My Data' })
  await page.goto('/profile#export')
  await expect(button).toBeInViewport()
  as({ ...registeredMe, subscriptionStatus: 'canceled', subscriptionTier: 'platform-access' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Export My Data' }).click()
  await expect(page).toHaveURL('/profile#export')
  await expect(button).toBeInViewport()
})

test('both theme switches show the same choice, and the photo button opens files', tagged('D25'), async () => {
  await page.goto('/profile')
  const switches = page.getByRole('group', { name: 'Theme' })
  await expect(switches).toHaveCount(2)
  await switches.first().getByTitle('Dark theme').click()
  await expect(switches.last().getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await switches.last().getByTitle('System theme').click()
  await expect(switches.first().getByRole('radio', { name: 'System theme' })).toBeChecked()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Photo' }).click()
  expect((await chooser).isMultiple()).toBe(false)
})

test('two-factor is turned on by keyboard; key and codes can be copied and saved', tagged('D27'), async () => {
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
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

test('the focus is kept when a button disappears while its question fades out', tagged('D25'), async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  server.answer(signIns, [thisBrowser, unknownBrowser(1)])
  server.answer(endOtherSignIns, () => {
    server.answer(signIns, [thisBrowser])
    return { ended: 1 }
  })
  await page.goto('/profile')
  const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Sign Out Everywhere Else' }).press('Enter')
  await question.getByRole('button', { name: 'Sign Out Everywhere Else' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(question).toHaveCount(0)
  await pressFor(page, 'Shift', rows.first())
})
