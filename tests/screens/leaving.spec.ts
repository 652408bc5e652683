import { breakWrites, setSwitches } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import {
  enter,
  makeAdmin,
  password,
  registered,
  setSubscription,
  signIn,
  sql,
  subscriber,
  type Person,
} from './people.ts'
import { toastOf } from '../kit/watch.ts'

async function open(page: Page, person: Person): Promise<void> {
  await enter(page.context(), person)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
}

test('an account is deleted with its password, and a sign-in takes it back and says so (D28)', async ({ page }) => {
  const person = await subscriber('Robin')
  await open(page, person)
  const button = page.getByRole('region', { name: 'Delete account' }).getByRole('button', { name: 'Delete Account' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('Your 150 minutes are lost then.')
  await expect(dialog).toContainText('Your subscription is cancelled now and is not charged again.')
  await dialog.getByRole('button', { name: 'Keep Account' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.press('Enter')
  const confirmDeletion = dialog.getByRole('button', { name: 'Delete Account' })
  await confirmDeletion.click()
  await expect(dialog.getByText('Your current password is required')).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill('wrong-horse-1')
  await confirmDeletion.click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await setSwitches({ apiFault: { stripe: 'error' } })
  await confirmDeletion.click()
  await expect(toastOf(page).filter({ hasText: 'Your subscription cannot be cancelled right now.' })).toBeVisible()
  await setSwitches({ apiFault: { stripe: null } })
  const isSeen = Promise.withResolvers<void>()
  const mend = await breakWrites('users', 'update', person)
  await confirmDeletion.click()
  await expect(toastOf(page).filter({ hasText: 'Nothing was deleted.' })).toBeVisible()
  await mend()
  await page.route('**/api/account/delete', async (route) => {
    await isSeen.promise
    await route.continue()
  })
  await confirmDeletion.click()
  await expect(dialog.getByText('Deleting…')).toBeVisible()
  isSeen.resolve()
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
})

test('the dialog says what happens to a subscription, a payment that waits, and minutes (D28)', async ({ page }) => {
  const person = await registered()
  const states: [status: string | null, shown: RegExp | null][] = [
    [null, null],
    ['active', /Your subscription is cancelled now and is not charged again/],
    ['past_due', /Your subscription ends now\. The payment that waits is no longer collected/],
    ['canceled', null],
  ]
  await enter(page.context(), person)
  for (const [status, shown] of states) {
    if (status) await setSubscription(person, status)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog).toContainText('Records of payments and minutes stay')
    if (shown) await expect(dialog).toContainText(shown)
    else await expect(dialog).not.toContainText('subscription')
    await expect(dialog).not.toContainText('minutes are lost')
  }
})

test('the last platform admin cannot leave (D28)', async ({ page }) => {
  const person = await registered()
  const others = await sql<{ id: string }>("update users set role = 'user' where role = 'admin' returning id")
  await makeAdmin(person)
  try {
    await open(page, person)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(toastOf(page)).toContainText('You are the last admin of the platform or of an organization.')
    await expect(dialog).toBeVisible()
  } finally {
    await sql("update users set role = 'user' where id = $1", [person.id])
    await sql("update users set role = 'admin' where id = any($1)", [others.map(({ id }) => id)])
  }
})
