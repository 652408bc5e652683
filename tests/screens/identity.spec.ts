import { codeOf } from '../kit/identity/app-codes.ts'
import * as story from '#tests/screens.ts'
import { context, expect, page, password, signIn, sql, tagged, test, toastOf } from '#tests/screens.ts'

const { closeToasts, enter, expectRow, mailedLink, registered, subscriber, url } = story

const sessionsOf = ({ id }: story.Person) => sql('select 1 from session where user_id = $1', [id])
const heading = (name: string) => page.getByRole('heading', { name })

/** Enters another password in the form that was just refused. */
async function signInAgain(secret: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const signingIn = 'gate S029 S063 S154 S242 S250 D13 D17'
test('a person signs in at the second try, out by menu, in again, and out by address', tagged(signingIn), async () => {
  const person = await subscriber('Olga')
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await sql('delete from session where user_id = $1', [person.id])
  await page.goto('/login')
  await signIn(person.email.toUpperCase(), 'wrong-horse-7')
  await expectRow(page, 'S250', 'Invalid email or password.')
  await closeToasts(page)
  await signInAgain(password)
  await expect(page).toHaveURL('/marketplace')
  expect(await sessionsOf(person)).toHaveLength(1)

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(heading('Your Dashboard')).toBeVisible()
  await page.getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL('/')
  await expect(login).toBeVisible()
  expect(await sessionsOf(person)).toEqual([])
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  await expect(page.getByText('Your Dashboard')).toHaveCount(0)

  await page.goto('/login')
  await signIn(person.email)
  await expect(page).toHaveURL('/marketplace')
  await page.goto('/api/logout')
  await expect(heading('Sign out of Luna?')).toBeVisible()
  expect(await sessionsOf(person)).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(login).toBeVisible()
  expect(await sessionsOf(person)).toEqual([])
})

test('an account is deleted with its password, and a sign-in cancels that', tagged('gate D28'), async () => {
  const person = await subscriber('Robin')
  await enter(person)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('Your 150 minutes will be lost.')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page).toHaveURL('/')
  await expect(toastOf(page).filter({ hasText: 'Account Deleted' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await sessionsOf(person)).toEqual([])

  await page.goto('/login')
  await signIn(person.email)
  await expect(toastOf(page).filter({ hasText: 'Welcome Back' })).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
  const rows = await sql('select deletion_requested_at as at from users where id = $1', [person.id])
  expect(rows).toEqual([{ at: null }])
})

const newPassword = 'gate S017 S070 S071 S072 S073 S074 S075 S076 S171 S183 S184 S185 D11 D18 D19'
test('the mailed link sets a new password, once, and ends every session', tagged(newPassword), async () => {
  const person = await registered()
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const sent = 'If an account with this email exists, a password reset link has been sent.'
  await expect(page.getByText(sent)).toBeVisible()
  const link = await mailedLink(url, person.email, 'Reset your password')
  await enter(person)
  await page.goto(link)
  await expect(heading('Set a new password')).toBeVisible()
  expect(page.url()).not.toContain('token')

  const choose = async (secret: string) => {
    await page.getByLabel('New password').fill(secret)
    await page.getByLabel('Confirm password').fill(secret)
    await page.getByRole('button', { name: 'Reset Password' }).click()
  }
  await choose('password123')
  await expect(page.getByRole('main').getByText('Please choose a less common password.')).toBeVisible()
  await choose('new-horse-8')
  await expect(heading('Password Reset!')).toBeVisible()
  expect(await sessionsOf(person)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(person.email)
  await expect(toastOf(page)).toContainText('Sign In Failed')
  await signInAgain('new-horse-8')
  await page.waitForURL((address) => address.pathname !== '/login')

  await page.goto(link)
  await expect(heading('Link Already Used')).toBeVisible()
})

test('a code of an app is requested at sign-in, or a recovery code once', tagged('gate D27 D2'), async () => {
  const person = await registered()
  await enter(person)
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Two-factor sign-in' })
  await section.getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  const recoveryCode = await dialog.getByRole('listitem').first().innerText()
  await dialog.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(section).toContainText('10 recovery codes left')

  // As if the code used so far were long past.
  await sql('update two_factor set last_step = last_step - 100 where user_id = $1', [person.id])
  const beginSignIn = async () => {
    await context.clearCookies()
    await page.goto('/login?next=%2Fprofile')
    await signIn(person.email)
  }
  await beginSignIn()
  await expect(heading('Enter your code')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(section).toContainText('10 recovery codes left')

  await beginSignIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(section).toContainText('9 recovery codes left')
})
