import { adminUsers } from '#contract/admin/users.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, choose, expect, page, server, tagged, test } from '#tests/pages.ts'
import { downloadList } from './admin.ts'
import { ben, serveUsers } from './users.ts'

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
  const search = page.getByRole('searchbox', { name: 'Search users' })
  as(adminMe)
  serveUsers(server, () => [zyben, zycleo, ...others])
  await page.goto('/admin?tab=users')
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(page.getByText('53 users', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin?tab=users&page=2')
  await expect(rowsOf(page)).toHaveCount(3)
  await search.fill('zy')
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
  await expect(search).toHaveValue('zy')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 'Filter by role', 'Admin')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
  await search.fill(zyben.email)
  await expect(rowsOf(page)).toHaveCount(1)
  const lines = await downloadList(page)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${zyben.email},Zyben,Reed,User,Active,`)
})
