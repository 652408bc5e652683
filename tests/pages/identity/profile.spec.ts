import { askForExport, type DataExport, exportFilePath, newestExport } from '#contract/departure/departure.ts'
import { endOtherSignIns, signIns } from '#contract/identity/profile.ts'
import { pressFor } from '../../kit/browser/keyboard.ts'
import { as, expect, page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import { serveProfile, thisBrowser, unknownBrowser } from './identity.ts'

const id = '9e1d7f8e-0001-4a61-8f0e-6f2f3b1c0001'
const preparing = {
  id,
  state: 'preparing',
  requestedAt: '2026-11-22T08:00:00.000Z',
  expiresAt: null,
} satisfies DataExport

test.beforeEach(() => {
  as(registeredMe)
  serveProfile(server)
})

test('an archive is requested, says that it is being made, and appears by itself', tagged('D28'), async () => {
  await page.clock.install()
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  server.answer(askForExport, () => {
    server.answer(newestExport, { export: preparing })
    return preparing
  })
  await section.getByRole('button', { name: 'Export My Data' }).press('Enter')
  await expect(section).toContainText(
    `We're preparing your archive. You can leave this page: we'll also send the link to ${registeredMe.email}`,
  )
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)
  server.answer(newestExport, { export: { ...preparing, state: 'ready', expiresAt: '2026-11-23T08:00:00.000Z' } })
  await page.clock.runFor(2000)
  const link = section.getByRole('link', { name: 'Download Archive' })
  await expect(link).toHaveAttribute('href', exportFilePath(id))
  await expect(section).toContainText('Until Nov 23, 2026')
  await expect(section.getByRole('button', { name: 'Export Again' })).toBeVisible()
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
