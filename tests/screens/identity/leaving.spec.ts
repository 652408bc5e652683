import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { enter, password, signIn, sql, subscriber } from '../people.ts'
import { toastOf } from '../../kit/browser/watch.ts'

test(
  'an account is deleted with its password, and a sign-in cancels that and says so',
  tagged('gate D28'),
  async ({ page, context }) => {
    const person = await subscriber('Robin')
    await enter(context, person)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog).toContainText('Your 150 minutes will be lost.')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page).toHaveURL('/')
    await expect(toastOf(page).filter({ hasText: 'Account Deleted' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await sql('select 1 from session where user_id = $1', [person.id])).toEqual([])

    await page.goto('/login')
    await signIn(page, person.email)
    await expect(toastOf(page).filter({ hasText: 'Welcome Back' })).toBeVisible()
    await expect(page).toHaveURL('/marketplace')
    const [row] = await sql<{ deletion_requested_at: Date | null }>(
      'select deletion_requested_at from users where id = $1',
      [person.id],
    )
    expect(row?.deletion_requested_at).toBeNull()
  },
)
