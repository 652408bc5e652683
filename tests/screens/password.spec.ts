import type { Page } from '@playwright/test'
import { expect, test, url } from './fixtures.ts'
import { breakWrites } from './faults.ts'
import { enter, freshEmail, registered, signIn, sql } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { countOf, hold, mailedLink, toastOf, watchRequests } from '../kit/watch.ts'

const sentence = 'If an account with this email exists, a password reset link has been sent.'

/** Asks for a reset link on the page and reads it from the mail. */
async function resetLink(page: Page, email: string): Promise<string> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  return mailedLink(url, email, 'Reset your password')
}

test('a forgotten password: one field, and the same answer for everybody (S070, S071, S182, S257, D19)', async ({
  page,
}) => {
  const seen = watchRequests(page)
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  expect(countOf(seen, 'POST /api/auth/forgot-password')).toBe(0)

  const person = await registered()
  for (const email of [freshEmail(), person.email]) {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Send Another Email' }).click()
  }
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('a reset mail that cannot be sent says so and keeps the address (S256, D19)', async ({ page }) => {
  const person = await registered()
  const mend = await breakWrites('password_reset_token', 'insert', person)
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectRow(page, 'S256')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await mend()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
})

test('the mailed link sets a new password, once, and ends every session (S017, S073, S075, S076, S171, S183, S184, S185, D11, D18)', async ({
  page,
  context,
}) => {
  const person = await registered()
  const link = await resetLink(page, person.email)
  await enter(context, person)
  const token = new URL(link).searchParams.get('token') ?? ''
  const seen = watchRequests(page)
  const release = await hold(page, '**/api/auth/verify-reset-token/*')
  await page.goto(link)
  await expect(page.getByText('Checking your link…')).toBeVisible()
  await release()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  expect(countOf(seen, `GET /api/auth/verify-reset-token/${token}`)).toBe(1)
  expect(page.url()).not.toContain(token)

  const newPassword = page.getByLabel('New password')
  const confirm = page.getByLabel('Confirm password')
  const save = page.getByRole('button', { name: 'Reset Password' })
  await newPassword.fill('new-horse-8')
  await save.click()
  await expect(page.getByText('Please fill in all fields')).toBeVisible()
  await expect(confirm).toBeFocused()
  await newPassword.fill('seven-7')
  await confirm.fill('seven-7')
  await save.click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(newPassword).toBeFocused()
  await newPassword.fill('new-horse-8')
  await confirm.fill('new-horse-9')
  await save.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await newPassword.fill('password123')
  await confirm.fill('password123')
  await save.click()
  await expect(page.getByRole('main').getByText('Please choose a less common password.')).toBeVisible()
  await expect(confirm).toHaveValue('password123')
  await newPassword.fill('new-horse-8')
  await confirm.fill('new-horse-8')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Password Reset!' })).toBeVisible()
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email)
  await expect(toastOf(page)).toContainText('Sign In Failed')
  await page.getByLabel('Password', { exact: true }).fill('new-horse-8')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
})

test('a reset link works 59 minutes and not 61 (S172, S259)', async ({ page }) => {
  const person = await registered()
  const link = await resetLink(page, person.email)
  const age =
    "update password_reset_token set expires_at = created_at + interval '1 hour' - $2::interval where user_id = $1"
  const [row] = await sql<{ life: number }>(
    'select extract(epoch from expires_at - created_at)::int as life from password_reset_token where user_id = $1',
    [person.id],
  )
  expect(row?.life).toBe(3600)
  await sql(age, [person.id, '59 minutes'])
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await sql(age, [person.id, '61 minutes'])
  await page.goto(link)
  await expect(page.getByText('This reset link is invalid or has expired')).toBeVisible()
})

test('without a token, or with a wrong one, there is no form (S072, S074, S258, S259)', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/login')
  await expectRow(page, 'S258')

  await page.goto('/reset-password?token=bad')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await expect(page.getByText('This reset link is invalid or has expired')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Request a New Link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a reset that fails says so, and the form stays as it was filled (S260, D18)', async ({ page }) => {
  const person = await registered()
  await page.goto(await resetLink(page, person.email))
  await page.getByLabel('New password').fill('new-horse-8')
  await page.getByLabel('Confirm password').fill('new-horse-8')
  const mend = await breakWrites('users', 'update', person)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectRow(page, 'S260')
  await mend()
  await sql('update password_reset_token set used = true where user_id = $1', [person.id])
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectRow(page, 'S260', 'This reset link is invalid or has expired')
  await expect(page.getByLabel('New password')).toHaveValue('new-horse-8')
})

test('the mailed link confirms the e-mail address, once (D24)', async ({ page }) => {
  const person = await registered()
  const link = await mailedLink(url, person.email, 'Confirm your e-mail address')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  const [row] = await sql<{ email_verified: boolean }>('select email_verified from users where id = $1', [person.id])
  expect(row?.email_verified).toBe(true)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Continue to Luna' }).click()
  await expect(page).toHaveURL('/')
})
