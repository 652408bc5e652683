import { publicConfig } from '#contract/settings/platform.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { readStatus } from '#contract/status/status.ts'
import { expectAccessible } from '../../kit/browser/accessible.ts'
import { apiDocument } from '../fake-server.ts'
import { services } from './services.ts'
import { expect, test } from '../fixtures.ts'
import { config } from '../people.ts'

/** The pages behind the footer's links (D155). */

const document = openApiDocument() as { paths: Record<string, Record<string, unknown>> }

test('About Us says what Luna is for and leads on', async ({ page }) => {
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

test('Contact Support shows the configured ways, and no placeholder (D154)', async ({ page, server }) => {
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

test.describe('accessibility', () => {
  for (const [path, shown] of [
    ['/help', 'Account'],
    ['/about', 'The truth'],
    ['/contact', 'Already have an account?'],
    ['/hours-saved', 'The question'],
    ['/status', 'Web app and API'],
    ['/docs/api', 'Open to everyone.'],
  ] as const)
    test(`${path} in both themes, narrow and wide`, async ({ page, server }) => {
      server.answer(readStatus, { services })
      // All calls look alike, and there are many.
      const few = Object.entries(document.paths).filter(([address]) => address.startsWith('/api/auth/'))
      server.say(apiDocument, 200, { ...document, paths: Object.fromEntries(few) })
      await page.goto(path)
      await expect(page.getByRole('main').getByText(shown, { exact: true }).first()).toBeVisible()
      await page
        .locator('details')
        .evaluateAll((all: HTMLDetailsElement[]) => all.slice(0, 3).forEach((one) => (one.open = true)))
      await expectAccessible(page)
    })
})
