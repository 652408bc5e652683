import { tagged } from '../../kit/tags.ts'
import { expect, test, url } from '../fixtures.ts'
import { enter, registered, signIn, sql } from '../people.ts'
import { mailedLink, toastOf } from '../../kit/browser/watch.ts'

test(
  'the mailed link sets a new password, once, and ends every session',
  tagged('gate S017 S070 S071 S072 S073 S074 S075 S076 S171 S183 S184 S185 D11 D18 D19'),
  async ({ page, context }) => {
    const person = await registered()
    await page.goto('/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(
      page.getByText('If an account with this email exists, a password reset link has been sent.'),
    ).toBeVisible()
    const link = await mailedLink(url, person.email, 'Reset your password')
    await enter(context, person)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    expect(page.url()).not.toContain('token')

    const newPassword = page.getByLabel('New password')
    const confirm = page.getByLabel('Confirm password')
    const save = page.getByRole('button', { name: 'Reset Password' })
    await newPassword.fill('password123')
    await confirm.fill('password123')
    await save.click()
    await expect(page.getByRole('main').getByText('Please choose a less common password.')).toBeVisible()
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
  },
)
