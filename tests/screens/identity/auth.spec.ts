import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { password, type Person, signIn, sql, subscriber } from '../people.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { closeToasts } from '../../kit/browser/watch.ts'

function sessionsOf({ id }: Person) {
  return sql('select 1 from session where user_id = $1', [id])
}

test(
  'a person signs in at the second attempt, out by the menu, in again, and out by address',
  tagged('gate S029 S063 S154 S242 S250 D13 D17'),
  async ({ page }) => {
    const person = await subscriber('Olga')
    const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
    await sql('delete from session where user_id = $1', [person.id])
    await page.goto('/login')
    await signIn(page, person.email.toUpperCase(), 'wrong-horse-7')
    await expectRow(page, 'S250', 'Invalid email or password.')
    await closeToasts(page)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/marketplace')
    expect(await sessionsOf(person)).toHaveLength(1)

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await page.getByRole('button', { name: 'Olga' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.waitForURL('/')
    await expect(login).toBeVisible()
    expect(await sessionsOf(person)).toEqual([])
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
    await expect(page.getByText('Your Dashboard')).toHaveCount(0)

    await page.goto('/login')
    await signIn(page, person.email)
    await expect(page).toHaveURL('/marketplace')
    await page.goto('/api/logout')
    await expect(page.getByRole('heading', { name: 'Sign out of Luna?' })).toBeVisible()
    expect(await sessionsOf(person)).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(login).toBeVisible()
    expect(await sessionsOf(person)).toEqual([])
  },
)
