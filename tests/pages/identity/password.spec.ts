import { forgotPassword, resetPassword, verifyEmail, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { stopClock, tickUntil } from '../../kit/browser/page-clock.ts'
import { as, expect, expectRow, page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'

const sentence = 'If an account with this email exists, a password reset link has been sent.'

test('a forgotten password: one field, and an answer that reveals nothing about the address (S070, S071, S182, S257, D19)', async () => {
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await expect(page.getByRole('textbox')).toHaveCount(1)
  expect(server.asked(forgotPassword)).toEqual([])

  server.answer(forgotPassword, { message: sentence })
  await email.fill(' Robin@Example.com ')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('The link works once, for one hour.')).toBeVisible()
  expect(server.asked(forgotPassword).map(({ body }) => body)).toEqual([{ email: 'robin@example.com' }])
  await page.getByRole('button', { name: 'Send Another Email' }).click()
  await expect(email).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('a reset mail that cannot be sent says so and keeps the address', tagged('S256 D19'), async () => {
  server.break(forgotPassword)
  await page.goto('/forgot-password')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('robin@example.com')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectRow(page, 'S256')
  await expect(email).toHaveValue('robin@example.com')
  server.answer(forgotPassword, { message: sentence })
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
})

test('a reset link is checked once, leaves the address bar, and its form sets the password (S073, S075, S076, D18)', async () => {
  server.answer(verifyResetToken, { valid: true })
  const check = server.hold(verifyResetToken)
  await page.goto('/reset-password?token=t0ken')
  await expect(page.getByText('Checking your link…')).toBeVisible()
  check()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  expect(server.asked(verifyResetToken).map(({ params }) => params)).toEqual([{ token: 't0ken' }])

  await page.getByLabel('New password').fill('new-horse-8')
  await page.getByLabel('Confirm password').fill('new-horse-8')
  server.answer(resetPassword, { success: true })
  const save = server.hold(resetPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Saving…')).toBeVisible()
  save()
  await expect(page.getByRole('heading', { name: 'Password Reset!' })).toBeFocused()
  await expect(page.getByText('Your password has been changed. You can sign in now.')).toBeVisible()
  expect(server.asked(resetPassword).map(({ body }) => body)).toEqual([{ token: 't0ken', newPassword: 'new-horse-8' }])
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('a signed-in person is signed out once the password is reset', tagged('S171 D18'), async () => {
  as(registeredMe)
  server.answer(verifyResetToken, { valid: true })
  server.answer(resetPassword, () => {
    as(null)
    return { success: true as const }
  })
  // The regular check of who is signed in, every 10 s, is not waited for.
  await stopClock(page)
  await page.goto('/reset-password?token=t0ken')
  const banner = page.getByRole('banner')
  await tickUntil(page, () => expect(banner.getByRole('button', { name: 'Robin' })).toBeVisible())
  await tickUntil(page, () => expect(page.getByLabel('New password')).toBeVisible())
  await page.getByLabel('New password').fill('new-horse-8')
  await page.getByLabel('Confirm password').fill('new-horse-8')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await tickUntil(page, () => expect(page.getByRole('heading', { name: 'Password Reset!' })).toBeVisible())
  await tickUntil(page, () => expect(banner.getByRole('link', { name: 'Login' })).toBeVisible({ timeout: 5000 }))
})

test('without a token, or with a wrong one, there is no form', tagged('S072 S074 S258 S259 S172'), async () => {
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/login')
  await expectRow(page, 'S258')

  server.answer(verifyResetToken, { valid: false })
  await page.goto('/reset-password?token=bad')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByText('This reset link is invalid or has expired')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Request a New Link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a reset that fails says so, and the form keeps its values', tagged('S260 D18'), async () => {
  server.answer(verifyResetToken, { valid: true })
  await page.goto('/reset-password?token=t0ken')
  await page.getByLabel('New password').fill('new-horse-8')
  await page.getByLabel('Confirm password').fill('new-horse-8')
  server.break(resetPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectRow(page, 'S260')
  server.refuse(resetPassword, 'invalid_token')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectRow(page, 'S260', 'This reset link is invalid or has expired')
  await expect(page.getByLabel('New password')).toHaveValue('new-horse-8')
  await expect(page.getByLabel('Confirm password')).toHaveValue('new-horse-8')
})

test('the mailed link that confirms an address says what it did, or that it has expired (D24, D25)', async () => {
  server.answer(verifyEmail, { success: true, email: 'robin.reed@example.com', isChanged: false })
  const release = server.hold(verifyEmail)
  await page.goto('/verify-email?token=t0ken')
  await expect(page.getByText('Confirming your email…')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeFocused()
  await expect(page).toHaveURL('/verify-email')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  expect(server.asked(verifyEmail).map(({ body }) => body)).toEqual([{ token: 't0ken' }])

  server.answer(verifyEmail, { success: true, email: 'new@example.com', isChanged: true })
  await page.goto('/verify-email?token=t0ken-2')
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await expect(page.getByText('Your email is now new@example.com. Use it to sign in from now on.')).toBeVisible()

  server.refuse(verifyEmail, 'invalid_token')
  await page.goto('/verify-email?token=t0ken')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Continue to Luna' }).click()
  await expect(page).toHaveURL('/')
})
