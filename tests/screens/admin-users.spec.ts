import fs from 'node:fs'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { act, findUser, platformAdmin, rowsOf } from './admin.ts'
import { choose, findAndChoose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql, subscriber } from './people.ts'
import { expectTitle } from '../kit/toasts.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })

test('a list is searched, filtered, sorted and paged by the server, all in the address (D150)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const [ben, cleo] = [await registered('Zyben'), await registered('Zycleo')]
  await sql('update users set is_active = false where id = $1', [cleo.id])
  await enter(context, ada)
  await page.goto('/admin')
  await search(page).fill('zy')
  await expect(rowsOf(page)).toContainText(['Zyben Reed', 'Zycleo Reed'])
  await expect(page.getByText('2 users', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(rowsOf(page)).toContainText(['Zycleo Reed', 'Zyben Reed'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await choose(page, 'Filter by status', 'Inactive')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.reload()
  await expect(rowsOf(page)).toContainText([cleo.email])
  await expect(search(page)).toHaveValue('zy')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 'Filter by role', 'Admin')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search(page)).toHaveValue('')
  await findUser(page, ben)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const text = fs.readFileSync(await download.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(ben.email)
})

test('a role changes in its dialog, with an organization where one is needed; a refusal takes it back (S423, S633, S648, D145, D161)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  const [one, two] = [await organizationWith(ada), await organizationWith(ada)]
  await putInto(one.id, ben)
  await putInto(two.id, ben)
  await enter(context, ada)
  await page.goto('/admin')
  await findUser(page, ben)
  await act(page, 'Ben Reed', 'Change Role')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await dialog.getByRole('radio', { name: 'Organization Admin' }).click()
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expect(toastOf(page)).toContainText('This user belongs to several organizations. Please choose one.')
  // The row goes back to what it was.
  await expect(rowsOf(page)).not.toContainText('Organization Admin')
  await findAndChoose(page, 'Organization', `${two.name} (member)`)
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expectTitle(page, 'User role updated successfully')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(rowsOf(page)).toContainText(['Organization Admin'])
  expect(
    await sql('select role from organization_user where user_id = $1 and organization_id = $2', [ben.id, two.id]),
  ).toEqual([{ role: 'admin' }])
})

test('somebody is deactivated and activated; a failure takes it back with the server’s words (S424, S633, S647, D161)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  await enter(context, ada)
  await page.goto('/admin')
  await findUser(page, ben)
  const mend = await breakWrites('users', 'update', ben)
  const release = await hold(page, '**/api/admin/users/*/status')
  await act(page, 'Ben Reed', 'Deactivate')
  await expect(rowsOf(page)).toContainText('Inactive')
  await release()
  await expect(toastOf(page)).toContainText('Failed to update user status')
  await expect(rowsOf(page)).not.toContainText('Inactive')
  await mend()
  await closeToasts(page)
  const sent = page.waitForRequest('**/api/admin/users/*/status')
  await act(page, 'Ben Reed', 'Deactivate')
  expect([(await sent).method(), (await sent).postDataJSON()]).toEqual(['PATCH', { isActive: false }])
  await expectTitle(page, 'User status updated successfully')
  await expect(rowsOf(page)).toContainText('Inactive')
  await closeToasts(page)
  await act(page, 'Ben Reed', 'Activate')
  await expect(toastOf(page)).toContainText('User status updated successfully')
  await expect(rowsOf(page)).not.toContainText('Inactive')
})

test('deleting asks to type the e-mail; the toast and the list can take it back; what cannot be deleted stays (S425, S633, S649, D143, D161)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  const firm = await organizationWith(ben)
  await enter(context, ada)
  await page.goto('/admin')
  await findUser(page, ben)
  await act(page, 'Ben Reed', 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Nobody else is an admin of ${firm.name}`)
  await dialog.getByLabel('Email of this user').fill('somebody@else.test')
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expect(dialog.getByText(`Please type ${ben.email}`)).toBeVisible()
  await dialog.getByLabel('Email of this user').fill(ben.email.toUpperCase())
  const mend = await breakWrites('users', 'update', ben)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'Failed to delete user')
  await expect(rowsOf(page)).toContainText([ben.email])
  await mend()
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'User deleted successfully')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('0 users')).toBeFocused()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toContainText([ben.email])
  // The toast goes, and the keyboard does not begin anew with the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect(toastOf(page).filter({ hasText: 'User Restored' })).toBeVisible()
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Delete')
  await dialog.getByLabel('Email of this user').fill(ben.email)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'User deleted successfully')
  await expect(page.getByText('No users found')).toBeVisible()
  await closeToasts(page)
  await choose(page, 'Filter by status', 'Deleted')
  await expect(rowsOf(page)).toContainText([/Deleted\s*erased/])
  await act(page, 'Ben Reed', 'Restore')
  await expect(toastOf(page)).toContainText('User Restored')
  expect(await sql('select is_active, removed_at from users where id = $1', [ben.id])).toEqual([
    { is_active: true, removed_at: null },
  ])
})

test('credits are given and taken with a reason, and a payment is refunded (D44, D153)', async ({ page, context }) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  await enter(context, ada)
  await page.goto('/admin')
  await findUser(page, ben)
  await act(page, 'Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minutes').fill('10001')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.getByText('At most 10,000 minutes at once')).toBeVisible()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await choose(page, 'Change', 'Take')
  await dialog.getByLabel('Minutes').fill('200')
  await dialog.getByLabel('Reason').fill('Booked twice')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('A balance cannot go below 0.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('50')
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The balance is 100 now.')
  await expect(rowsOf(page)).toContainText(['100'])
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Refund a Payment')
  await dialog.getByRole('radio', { name: /Uplift/ }).click()
  await dialog.getByLabel('Amount in dollars').fill('30')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(dialog.getByText('At most $25.00 is left of this payment')).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('5')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf(page)).toContainText('$5.00 goes back to the card.')
})

test('the panel is accessible, empty, full and with each dialog, also at 320 px', async ({ page, context }) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  await putInto((await organizationWith(ada)).id, ben)
  await enter(context, ada)
  await page.goto('/admin')
  await findUser(page, ben)
  await expectAccessible(page)
  for (const [action, button] of [
    ['Change Role', 'Cancel'],
    ['Adjust Credits', 'Cancel'],
    ['Refund a Payment', 'Cancel'],
    ['Delete', 'Keep User'],
  ] as const) {
    await act(page, 'Ben Reed', action)
    await expect(page.getByRole('dialog').getByRole('button', { name: button })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await search(page).fill('nobody has this name')
  await expect(page.getByText('No users found')).toBeVisible()
  await expectAccessible(page)
})
