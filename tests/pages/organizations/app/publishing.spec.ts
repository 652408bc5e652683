import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { field, openBuilder, publishable, save, serveBuilder } from './builder.ts'

test.beforeEach(() => {
  as(ownerMe)
  serveBuilder(server, ownerMe, publishable)
})

test('a taken address is reported at its field, with a free one to use', tagged('D138'), async () => {
  server.refuse(saveBrandedApp, 'slug_taken', { field: 'slug', details: { suggestion: 'harbor-2' } })
  await openBuilder(page)
  await field(page, 'Name in the address').fill('harbor')
  await expect(page.getByText('/o/harbor/')).toBeVisible()
  await expect(page.getByText('For 30 days, /o/acme-consulting/ will redirect to the new address.')).toBeVisible()
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('This address is taken. Please choose another one.').first()).toBeVisible()
  await expect(field(page, 'Name in the address')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Use harbor-2' }).click()
  await expect(field(page, 'Name in the address')).toHaveValue('harbor-2')
  await closeToasts(page)
  server.answer(saveBrandedApp, () => {
    server.answer(brandedAppSettings, { ...publishable, slug: 'harbor-2' })
    return { ...publishable, slug: 'harbor-2' }
  })
  await save(page)
  await expect(page.getByRole('link', { name: /Preview Draft/ })).toHaveAttribute('href', '/o/harbor-2/')
  expect(server.asked(saveBrandedApp).map(({ body }) => body)).toEqual([
    { slug: 'harbor', before: { slug: 'acme-consulting' } },
    { slug: 'harbor-2', before: { slug: 'acme-consulting' } },
  ])
})

test('an admin who may publish does so, and unpublishes after a confirmation', tagged('S389 D139 D140'), async () => {
  server.answer(saveBrandedApp, ({ body: { isActive = false } }) => {
    server.answer(brandedAppSettings, { ...publishable, isActive })
    return { ...publishable, isActive }
  })
  await openBuilder(page)
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText(/Publishing costs/)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toastOf(page)).toContainText('App Published')
  await closeToasts(page)
  await expect(panel.getByText('Published', { exact: true })).toBeVisible()
  await expect(panel.getByRole('link', { name: /Open App/ })).toHaveAttribute('href', '/o/acme-consulting/')

  await panel.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Published' }).click()
  await expect(question).toHaveCount(0)
  await panel.getByRole('button', { name: 'Unpublish' }).click()
  await question.getByRole('button', { name: 'Unpublish App' }).click()
  await expect(toastOf(page)).toContainText('App Unpublished')
  await expect(panel.getByText('Draft', { exact: true })).toBeVisible()
  expect(server.asked(saveBrandedApp).map(({ body }) => body)).toEqual([{ isActive: true }, { isActive: false }])
})

test('publishing without a valid grant is refused with the offer', tagged('D140'), async () => {
  await openBuilder(page)
  const publish = page.getByRole('tabpanel').getByRole('button', { name: 'Publish', exact: true })
  await expect(publish).toBeVisible()
  server.refuse(saveBrandedApp, 'pwa_not_purchased', { field: 'isActive' })
  server.answer(brandedAppSettings, { ...publishable, canPublish: false })
  await publish.click()
  await expect(toastOf(page)).toContainText('Failed to publish your app')
  await expect(toastOf(page)).toContainText('$300 once and $20 a month')
  await expect(page.getByText(/Publishing costs \$300 once and \$20 a month/)).toBeVisible()
  await expect(publish).toHaveCount(0)
})
