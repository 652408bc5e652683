import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveCheckout } from '../conversations/home.ts'

const footer = () => page.getByRole('contentinfo')
const dark = () => page.getByRole('radio', { name: 'Dark theme' })

test('inside the app the footer is one line, whose theme is kept', tagged('S056 D173'), async () => {
  as(subscriberMe)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/about')
  await expect(footer().getByText('Luna is made by a digital company.')).toBeVisible()
  expect((await footer().boundingBox())?.height).toBeLessThan(72)

  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByTitle('Dark theme').click()
  await expect(dark()).toBeChecked()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const night = await background()
  await page.reload()
  await expect(dark()).toBeChecked()
  expect(await background()).toBe(night)
  await page.getByTitle('System theme').click()
  await expect.poll(background).not.toBe(night)
})

test('where people sign in, register and pay there is no footer, but the theme', tagged('D173'), async () => {
  as(subscriberMe)
  serveCheckout(server)
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  await page.getByTitle('Dark theme').click()
  as(null)
  for (const path of ['/checkout', '/login', '/register', '/forgot-password', '/organization-register']) {
    if (path !== '/checkout') await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dark()).toBeChecked()
    await expect(footer()).toHaveCount(0)
  }
})
