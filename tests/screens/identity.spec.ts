import * as story from '#tests/screens.ts'
import { expect, page, password, signIn, sql, tagged, test, toastOf } from '#tests/screens.ts'

const { closeToasts, enter, expectRow, mailedLink, registered, subscriber, url } = story

const sessionsOf = ({ id }: story.Person) => sql('select 1 from session where user_id = $1', [id])
const heading = (name: string) => page.getByRole('heading', { name })

/** Enters another password in the form that was just refused. */
async function signInAgain(secret: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test(
  'a person signs in at the second attempt, out by the menu, in again, and out by address',
  tagged('gate S029 S063 S154 S242 S250 D13 D17'),
  async () => {
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
  },
)

test(
  'the mailed link sets a new password, once, and ends every session',
  tagged('gate S017 S070 S071 S072 S073 S074 S075 S076 S171 S183 S184 S185 D11 D18 D19'),
  async () => {
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
    await expect(heading('Invalid Link')).toBeVisible()
  },
)
