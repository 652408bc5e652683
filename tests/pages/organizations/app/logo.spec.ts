import {
  brandedAppSettings,
  saveBrandedApp,
  uploadBrandedAppLogo,
} from '#contract/organizations/app/branded-app-settings.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { openBuilder, preview, publishable, serveBuilder } from './builder.ts'

test('a logo is uploaded, shown, and removed', tagged('D137 D151'), async () => {
  as(ownerMe)
  serveBuilder(server, ownerMe, publishable)
  const logoUrl = '/favicon.svg'
  const withLogo = { ...publishable, logoUrl, shownLogoUrl: logoUrl }
  server.answer(uploadBrandedAppLogo, () => {
    server.answer(brandedAppSettings, withLogo)
    return withLogo
  })
  server.answer(saveBrandedApp, () => {
    server.answer(brandedAppSettings, publishable)
    return publishable
  })
  await openBuilder(page)
  await expect(page.getByText('Until then, we show your initial.')).toBeVisible()
  const buffer = Buffer.from('a picture')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer })
  await expect(toastOf(page)).toContainText('Invalid file type')
  await closeToasts(page)
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(toastOf(page)).toContainText('Logo Saved')
  await closeToasts(page)
  const [sent] = server.asked(uploadBrandedAppLogo)
  expect(await sent?.body.image.text()).toBe('a picture')
  await expect(preview(page).locator('img').first()).toHaveAttribute('src', logoUrl)
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await expect(toastOf(page)).toContainText('Logo Removed')
  await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeFocused()
  await expect(preview(page).locator('img')).toHaveCount(0)
  expect(server.asked(saveBrandedApp).map(({ body }) => body)).toEqual([{ logoUrl: null }])
})
