import { verifyEmail, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { newestExport } from '#contract/departure/departure.ts'
import { signIns } from '#contract/identity/profile.ts'
import { createCombinedPurchase } from '#contract/billing/purchases.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { checkerNoise, expectAccessible } from '../../kit/browser/accessible.ts'
import { expect, test } from '../fixtures.ts'
import type { FakeServer } from '../fake-server.ts'
import { serveCheckout, serveMarketplace } from '../conversations/home.ts'
import { registeredMe, subscriberMe } from '../people.ts'

/** Light and dark, at 320 px and wide: screens whose own specs check what they do. */

test('screens for everybody are accessible', async ({ page, server }) => {
  server.refuse(verifyEmail, 'invalid_token')
  server.answer(verifyResetToken, { valid: false })
  for (const [path, title] of [
    ['/nowhere', 'Page Not Found'],
    ['/verify-email?token=bad', 'Invalid Link'],
    ['/reset-password?token=bad', 'Invalid Link'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectAccessible(page)
  }
})

test('forms of visitors are accessible, with everything they can find wrong', async ({ page, server }) => {
  server.answer(verifyResetToken, { valid: true })
  for (const [path, submit] of [
    ['/login', 'Sign In'],
    ['/register', 'Create Account'],
    ['/forgot-password', 'Send Reset Link'],
    ['/reset-password?token=good', 'Reset Password'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: submit }).click()
    await expect(page.getByRole('main').locator('[aria-invalid]').first()).toBeFocused()
    await expectAccessible(page)
  }
})

test('screens of a subscriber are accessible', async ({ page, server, as }) => {
  as(subscriberMe)
  serveMarketplace(server)
  serveCheckout(server)
  for (const [path, shown] of [
    ['/marketplace', 'Growth Strategist'],
    ['/checkout', 'Buy Credits'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shown })).toBeVisible()
    await expectAccessible(page)
  }
})

function serveProfile(server: FakeServer): void {
  server.answer(twoFactor, { enabledAt: null, recoveryCodesLeft: 0 })
  server.answer(newestExport, { export: null })
  server.answer(signIns, [
    {
      id: '51900000-0000-4000-8000-000000000001',
      browser: 'Chrome on Linux',
      firstSeenAt: '2026-11-20T08:12:00.000Z',
      lastSeenAt: '2026-11-20T09:00:00.000Z',
      isCurrent: true,
    },
  ])
}

test('the profile and its dialogs are accessible (D25, D28)', async ({ page, server, as }) => {
  as({ ...subscriberMe, emailVerified: true })
  serveProfile(server)
  await page.goto('/profile')
  await expect(page.getByText('Chrome on Linux')).toBeVisible()
  await expectAccessible(page)
  for (const name of ['Change Email', 'Change Password', 'Delete Account']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByLabel('Current password')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
  }
})

test.describe('with the card form', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the steps of registration that pay are accessible', async ({ page, server, as, provider }) => {
    as(registeredMe)
    server.answer(createCombinedPurchase, {
      clientSecret: await provider.openPayment(2797),
      summary: {
        totalAmount: 27.97,
        lines: [
          { label: 'Uplift', amount: 25 },
          { label: 'Platform access', amount: 2.97 },
        ],
        packageMinutes: 120,
        monthlyMinutes: 30,
      },
    })
    await page.goto('/register')
    await expect(page.getByRole('radio', { name: /uplift/i })).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: /\$27\.97/ }).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expectAccessible(page)
  })
})
