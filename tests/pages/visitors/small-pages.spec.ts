import { publicConfig } from '#contract/settings/platform.ts'
import { config, expect, page, server, tagged, test } from '#tests/pages.ts'

/** The pages behind the footer's links (D155). */

test('About Us says what Luna is for and leads on', async () => {
  await page.goto('/about')
  await expect(page.getByText('made by a digital company').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Your time',
    'Your money',
    'Your words',
    'The truth',
  ])
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/register')
})

test('Contact Support shows the configured ways, and no placeholder', tagged('D154'), async () => {
  const bare = { ...config, supportEmail: null, contactEmail: null, communityUrl: 'https://community.example' }
  server.answer(publicConfig, bare)
  await page.goto('/contact')
  const main = page.getByRole('main')
  // The settings have arrived with it.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Community' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Already have an account?' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /Write to support|Everything else|Call us/ })).toHaveCount(0)
  server.answer(publicConfig, {
    ...config,
    supportEmail: 'help@luna.example',
    contactEmail: 'hello@luna.example',
    contactPhone: '+1 (801) 555-0100',
  })
  await page.goto('/contact')
  for (const [name, address] of [
    ['help@luna.example', 'mailto:help@luna.example'],
    ['hello@luna.example', 'mailto:hello@luna.example'],
    ['+1 (801) 555-0100', 'tel:+18015550100'],
  ] as const) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
})
