import { publicConfig } from '#contract/settings/platform.ts'
import { readStatus } from '#contract/status/status.ts'
import { as, config, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveCheckout } from '../conversations/home.ts'
import { services } from './services.ts'

/** Without addresses for the rest, which are settings. */
const links = {
  'Custom Agents': ['/organization-info', 'Luna for Business'],
  'API Documentation': ['/docs/api', 'API Documentation'],
  'System Status': ['/status', 'System Status'],
  'Help Center': ['/help', 'Help Center'],
  'Contact Support': ['/contact', 'Contact Support'],
  'About Us': ['/about', 'About Us'],
  'Privacy Policy': ['/privacy-policy', 'Privacy Policy'],
  'Terms of Use': ['/terms-of-service', 'Terms of Use'],
} as const

const footer = () => page.getByRole('contentinfo')
const dark = () => page.getByRole('radio', { name: 'Dark theme' })

test('the footer says who makes Luna and leads to real pages', tagged('S056 S057 S058 D155'), async () => {
  server.answer(readStatus, { services })
  await page.goto('/contact')
  await expect(footer().getByText('Luna is made by a digital company.')).toBeVisible()
  for (const [name, [address, title]] of Object.entries(links)) {
    await footer().getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('Community, Careers and the social icons appear only when they are set', tagged('S057 D155'), async () => {
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: config.supportEmail })).toBeVisible()
  await expect(footer().getByRole('link')).toHaveText(Object.keys(links))
  const given = {
    Community: 'https://community.example/luna',
    Careers: 'https://jobs.example',
    'Luna on LinkedIn': 'https://social.example/in',
    'Luna on X': 'https://social.example/x',
    'Luna on YouTube': 'https://social.example/yt',
  }
  const [linkedin, x, youtube] = ['LinkedIn', 'X', 'YouTube'].map(
    (name) => given[`Luna on ${name}` as keyof typeof given],
  )
  const socialLinks = { linkedin, x, youtube }
  server.answer(publicConfig, { ...config, communityUrl: given.Community, careersUrl: given.Careers, socialLinks })
  for (const me of [null, subscriberMe]) {
    as(me)
    await page.goto('/about')
    for (const [name, address] of Object.entries(given))
      await expect(footer().getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
})

test('inside the app the footer has the same links in one line', tagged('S056 S057 S058 D173'), async () => {
  as(subscriberMe)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/about')
  await expect(footer().getByText('Luna is made by a digital company.')).toBeVisible()
  await expect(footer().getByRole('link')).toHaveText(Object.keys(links))
  expect((await footer().boundingBox())?.height).toBeLessThan(72)

  // The theme chosen there is kept.
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
  for (const path of ['/login', '/register', '/forgot-password', '/organization-register']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dark()).toBeAttached()
    await expect(footer()).toHaveCount(0)
  }
  as(subscriberMe)
  serveCheckout(server)
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  await page.getByTitle('Dark theme').click()
  await expect(dark()).toBeChecked()
  await expect(footer()).toHaveCount(0)
})
