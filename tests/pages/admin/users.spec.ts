import { deleteUser, restoreUser, adminUsers, type AdminUser } from '#contract/admin/users.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import {
  adminMe,
  as,
  choose,
  closeToasts,
  expect,
  expectTitle,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { downloadList } from './admin.ts'
import { acme, ben, serveUsers } from './users.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })

test('a list is searched, filtered, sorted and paged by the server, all in the address', tagged('D150'), async () => {
  const zyben = { ...ben, firstName: 'Zyben', email: 'zyben@example.com' }
  const zycleo = {
    ...ben,
    id: '7a1d2c34-0001-4b11-8c22-000000000002',
    firstName: 'Zycleo',
    email: 'zycleo@example.com',
    isActive: false,
  }
  const others = Array.from({ length: 51 }, (_one, place) => ({
    ...ben,
    id: `7a1d2c34-0002-4b11-8c22-${String(place).padStart(12, '0')}`,
    firstName: `Anna${place}`,
    email: `anna${place}@example.com`,
  }))
  as(adminMe)
  serveUsers(server, () => [zyben, zycleo, ...others])
  await page.goto('/admin?tab=users')
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(page.getByText('53 users', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin?tab=users&page=2')
  await expect(rowsOf(page)).toHaveCount(3)
  await search(page).fill('zy')
  await expect(rowsOf(page)).toContainText(['Zyben Reed', 'Zycleo Reed'])
  await expect(page.getByText('2 users', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/admin?tab=users&q=zy')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(rowsOf(page)).toContainText(['Zycleo Reed', 'Zyben Reed'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await choose(page, 'Filter by status', 'Inactive')
  await expect(rowsOf(page)).toHaveCount(1)
  expect(server.asked(adminUsers).at(-1)?.query).toEqual({
    search: 'zy',
    sort: '-name',
    status: 'inactive',
    limit: 50,
    offset: 0,
  })
  await page.reload()
  await expect(rowsOf(page)).toContainText([zycleo.email])
  await expect(search(page)).toHaveValue('zy')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 'Filter by role', 'Admin')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search(page)).toHaveValue('')
  await search(page).fill(zyben.email)
  await expect(rowsOf(page)).toHaveCount(1)
  const lines = await downloadList(page)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${zyben.email},Zyben,Reed,User,Active,150,No`)
})

test('deleting requires the typed e-mail; the toast and the list can revert it; a person who cannot be deleted stays (S425, S633, S649, D143, D161)', async () => {
  const alone: AdminUser = { ...ben, organizations: [{ ...acme, role: 'admin', isOnlyAdmin: true }] }
  const erasedAt = '2026-12-22T08:00:00.000Z'
  let user = alone
  as(adminMe)
  serveUsers(server, () => [user])
  await page.goto('/admin?tab=users')
  await act(page, 'Ben Reed', 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${acme.name} would be left without an admin.`)
  await dialog.getByLabel('Email of this user').fill('somebody@else.test')
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expect(dialog.getByText(`Please type ${ben.email}`)).toBeVisible()
  expect(server.asked(deleteUser)).toEqual([])
  await dialog.getByLabel('Email of this user').fill(ben.email.toUpperCase())
  server.break(deleteUser)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'Failed to delete user')
  await expect(rowsOf(page)).toContainText([ben.email])
  server.answer(deleteUser, () => {
    user = { ...alone, isActive: false, deletedAt: '2026-11-22T08:00:00.000Z', erasedAt }
    return { success: true as const, erasedAt }
  })
  server.answer(restoreUser, () => {
    user = alone
    return user
  })
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'User deleted successfully')
  await expect(page.getByText('No users yet')).toBeVisible()
  await expect(page.getByText('0 users')).toBeFocused()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toContainText([ben.email])
  // The toast goes, and the keyboard focus does not start over at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect(toastOf(page).filter({ hasText: 'User Restored' })).toBeVisible()
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Delete')
  await dialog.getByLabel('Email of this user').fill(ben.email)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'User deleted successfully')
  await expect(page.getByText('No users yet')).toBeVisible()
  await closeToasts(page)
  await choose(page, 'Filter by status', 'Deleted')
  await expect(rowsOf(page)).toContainText([/Deleted\s*Will be erased Dec 22, 2026/])
  await act(page, 'Ben Reed', 'Restore')
  await expect(toastOf(page)).toContainText('User Restored')
  await expect(page.getByText('No users found')).toBeVisible()
  expect(server.asked(deleteUser).map(({ params }) => params.id)).toEqual([ben.id, ben.id, ben.id])
  expect(server.asked(restoreUser).map(({ params }) => params.id)).toEqual([ben.id, ben.id])
})
