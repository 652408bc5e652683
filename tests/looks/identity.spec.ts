import { login } from '#contract/identity/auth.ts'
import { emailLink, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { beginTwoFactor } from '#contract/identity/two-factor.ts'
import { expect, page, type Page, server, subscriberMe, test } from '#tests/pages.ts'
import { password, serveProfile } from '../pages/identity/identity.ts'
import { looksOf } from './look.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const submit = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('main').locator('[aria-invalid]').first()).toBeFocused()
}

/** Closes the dialog before, and opens another one that asks for the password. */
const openDialog = async (page: Page, name: string) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('dialog').getByLabel('Current password')).toBeVisible()
}

const looks = looksOf('identity', {
  '/login': {
    states: {
      'with its errors': () => submit(page, 'Sign In'),
      'the code': async () => {
        server.answer(login, { twoFactorRequired: true })
        await page.getByLabel('Email', { exact: true }).fill(subscriberMe.email)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
      },
    },
  },
  '/forgot-password': { states: { 'with its errors': () => submit(page, 'Send Reset Link') } },
  '/reset-password': {
    at: '/reset-password?token=good',
    serve: () => server.answer(verifyResetToken, { valid: true, isUsed: false }),
    states: {
      'with its errors': () => submit(page, 'Reset Password'),
      'a used link': async () => {
        server.answer(verifyResetToken, { valid: false, isUsed: true })
        await page.goto('/reset-password?token=used')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Already Used')
      },
    },
  },
  '/verify-email': {
    at: '/verify-email?token=good',
    serve: () => server.answer(emailLink, { email: subscriberMe.email, isChange: false, isReached: false }),
    title: 'Confirm your email',
  },
  '/profile': {
    me: subscriberMe,
    serve: () => serveProfile(server),
    title: 'Profile & security',
    ready: () => expect(page.getByText('Chrome on Windows')).toBeVisible(),
    states: {
      'Change Email': () => openDialog(page, 'Change Email'),
      'Turn On': async () => {
        server.answer(beginTwoFactor, { secret, address: `otpauth://totp/Luna:robin?issuer=Luna&secret=${secret}` })
        await openDialog(page, 'Turn On')
        await page.getByRole('dialog').getByLabel('Current password').fill(password)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog', { name: 'Connect your app' }).getByRole('img')).toBeVisible()
      },
      'Delete Account': () => openDialog(page, 'Delete Account'),
    },
    tag: ['@D25', '@D28'],
  },
})

for (const look of looks) test(...look)
