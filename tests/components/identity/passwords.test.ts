import { currentUser } from '#contract/identity/current-user.ts'
import {
  emailLink,
  forgotPassword,
  resetPassword,
  verifyEmail,
  verifyResetToken,
} from '#contract/identity/mailed-links.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, click, closeToasts, expectRow, field, fill, heading, main, toastOf } from '#tests/components/words.ts'
import { registeredMe } from '#tests/pages/people.ts'

const fresh = { 'New password': 'new-horse-8', 'Confirm password': 'new-horse-8' }

it('a forgotten password has one field and reveals nothing', tags('S070 S071 S182 S256 S257 D19'), async () => {
  const message = 'If an account with this email exists, a password reset link has been sent.'
  await page.goto('/forgot-password')
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await field('Email').fill(' Robin@Example.com ')
  server.break(forgotPassword)
  await click('Send Reset Link')
  await expectRow('S256')
  await expect(field('Email')).toHaveValue(' Robin@Example.com ')
  server.answer(forgotPassword, { message })
  await click('Send Reset Link')
  await expect(heading('Check Your Email')).toBeFocused()
  for (const text of [message, 'The link works once, for one hour.']) await expect(page.getByText(text)).toBeVisible()
  await expect(toastOf()).toHaveCount(0)
  expect(server.asked(forgotPassword).at(-1)?.body).toEqual({ email: 'robin@example.com' })
  await click('Send Another Email')
  await expect(field('Email')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login')
})

it('a reset link is checked once and sets the password, signed out', tags('S073 S075 S076 S171 S260 D18'), async () => {
  as(registeredMe)
  server.answer(verifyResetToken, { valid: true, isUsed: false })
  const check = server.hold(verifyResetToken)
  await page.goto('/reset-password?token=t0ken')
  await expect(page.getByText('Checking your link…')).toBeVisible()
  check()
  await expect(heading('Set a new password')).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await expect(banner().getByRole('button', { name: 'Robin' })).toBeVisible()
  expect(server.asked(verifyResetToken).map(({ params }) => params)).toEqual([{ token: 't0ken' }])

  await fill(fresh)
  server.break(resetPassword)
  await click('Reset Password')
  await expectRow('S260')
  await closeToasts()
  server.refuse(resetPassword, 'invalid_token')
  await click('Reset Password')
  await expectRow('S260', 'This reset link is invalid or has expired')
  for (const [label, value] of Object.entries(fresh)) await expect(field(label)).toHaveValue(value)
  server.answer(resetPassword, () => {
    as(null)
    return { success: true as const }
  })
  const save = server.hold(resetPassword)
  await click('Reset Password')
  await expect(page.getByText('Saving…')).toBeVisible()
  const checks = () => server.asked(currentUser).length
  const before = checks()
  save()
  // Sooner than the regular check of who is signed in, every 10 s.
  await expect.poll(checks, { timeout: 3000 }).toBeGreaterThan(before)
  await expect(heading('Password Reset!')).toBeFocused()
  await expect(page.getByText('Your password has been changed. You can sign in now.')).toBeVisible()
  expect(server.asked(resetPassword).at(-1)?.body).toEqual({ token: 't0ken', newPassword: 'new-horse-8' })
  await expect(main().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
})

it('without a token, or with a wrong one, there is no form', tags('S072 S074 S258 S259 S172'), async () => {
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/login')
  await expectRow('S258')

  server.answer(verifyResetToken, { valid: false, isUsed: false })
  await page.goto('/reset-password?token=bad')
  await expect(heading('Invalid Link')).toBeVisible()
  await expect(page.getByText('This reset link is invalid or has expired')).toBeVisible()
  await expect(field('New password')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Request a New Link' })).toHaveAttribute('href', '/forgot-password')
  // One that has done its work leads on (D201).
  server.answer(verifyResetToken, { valid: false, isUsed: true })
  await page.goto('/reset-password?token=used')
  await expect(heading('Link Already Used')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
})

it('the mailed link confirms an address with one press, and once', tags('D24 D25 D201'), async () => {
  const email = 'robin.reed@example.com'
  server.answer(emailLink, { email, isChange: false, isReached: false })
  server.answer(verifyEmail, { success: true, email, isChanged: false })
  await page.goto('/verify-email?token=t0ken')
  await expect(heading('Confirm your email')).toBeFocused()
  await expect(page).toHaveURL('/verify-email')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  // Programs that open links confirm nothing.
  expect(server.asked(verifyEmail)).toEqual([])
  const release = server.hold(verifyEmail)
  await click('Confirm Address')
  await expect(page.getByText('Confirming…')).toBeVisible()
  release()
  await expect(heading('Email confirmed')).toBeFocused()
  expect(server.asked(verifyEmail).map(({ body }) => body)).toEqual([{ token: 't0ken' }])

  server.answer(emailLink, { email, isChange: false, isReached: true })
  await page.goto('/verify-email?token=t0ken')
  await expect(page.getByText('Your address is already confirmed.')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Continue to Luna' })).toHaveAttribute('href', '/')

  server.answer(emailLink, { email: 'new@example.com', isChange: true, isReached: false })
  server.answer(verifyEmail, { success: true, email: 'new@example.com', isChanged: true })
  await page.goto('/verify-email?token=t0ken-2')
  await click('Use This Address')
  await expect(heading('Email changed')).toBeVisible()
  await expect(page.getByText('Your email is now new@example.com. Use it to sign in from now on.')).toBeVisible()

  server.refuse(emailLink, 'invalid_token')
  await page.goto('/verify-email?token=t0ken')
  await expect(heading('Invalid Link')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Continue to Luna' })).toHaveAttribute('href', '/')
})
