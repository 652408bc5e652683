import { codeOf, wrongCodeOf } from '../app-codes.ts'
import { expect, test } from './fixtures.ts'
import { password, registered, sql } from './people.ts'
import { protect } from './two-factor-people.ts'
import { toastOf } from '../kit/watch.ts'

test('signing in asks for the code, or a recovery code, and leads on (D27, D2)', async ({ page }) => {
  const person = await protect(await registered())
  const email = page.getByLabel('Email', { exact: true })
  const givePassword = async () => {
    await email.fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  }
  await page.goto('/login?next=%2Fprofile')
  await givePassword()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter the code')).toBeVisible()
  await code.fill(wrongCodeOf(person.secret))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('This code is not right, or was used already.')
  await expect(code).toBeFocused()

  // Back, and on again.
  await page.getByRole('button', { name: 'Back to password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await givePassword()
  await code.fill(codeOf(person.secret))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login?next=%2Fprofile')
  await givePassword()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await recovery.fill(person.recoveryCodes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('region', { name: 'Two-factor sign-in' })).toContainText('9 recovery codes left')
})

test('a sign-in that waited too long begins again with the password (D27)', async ({ page }) => {
  const person = await protect(await registered())
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(codeOf(person.secret))
  await sql("update pending_sign_in set expires_at = now() - interval '1 second' where user_id = $1", [person.id])
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('This sign-in has expired. Please start again with your password.')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})
