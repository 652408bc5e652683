import { adminOrganizations } from '#contract/admin/organizations.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, choose, expect, page, server, tagged, test } from '#tests/pages.ts'
import { downloadList } from './admin.ts'
import { acme, serveOrganizations } from './organizations.ts'

test('the list is searched, filtered, downloaded, and leads on', tagged('S429 S431 D149 D150'), async () => {
  const statuses = ['active', 'canceled', 'inactive'] as const
  const firms = statuses.map((subscriptionStatus, place) => {
    return { ...acme, id: 100_011 + place, name: `Zyfirm ${place}`, subscriptionStatus }
  })
  as(adminMe)
  serveOrganizations(server, () => [acme, ...firms])
  server.answer(adminUsers, [])
  await page.goto('/admin?tab=users')
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await expect(page).toHaveURL('/admin?tab=organizations')
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill('zyfirm')
  await expect(page.getByText('3 organizations', { exact: true })).toBeVisible()
  for (const [place, label] of (['Active', 'Canceled', 'Inactive'] as const).entries()) {
    await choose(page, 'Filter by status', label)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(`Zyfirm ${place}`)
  }
  await expect(rowsOf(page)).toContainText('Not paid yet')
  const inactive = { search: 'zyfirm', status: 'inactive', limit: 50, offset: 0 }
  expect(server.asked(adminOrganizations).at(-1)?.query).toEqual(inactive)
  await page.getByRole('combobox', { name: 'Filter by status' }).click()
  await expect(page.getByRole('option')).toHaveText(['All statuses', 'Active', 'Inactive', 'Canceled'])
  await page.getByRole('option', { name: 'All statuses' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  const lines = await downloadList(page)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('100011,Zyfirm 0,acme-consulting,Consulting,contact@acme.test,Active,Standard,Yes,2,5')
  for (const [place, { id, name }] of firms.entries()) {
    const link = rowsOf(page).nth(place).getByRole('link', { name })
    await expect(link).toHaveAttribute('href', `/organization-dashboard?organizationId=${id}&adminMode=true`)
  }
  // The link covers its row, and the row's buttons are above it.
  const first = rowsOf(page).first()
  const hit = await first.getByRole('cell', { name: '2 of 5' }).evaluate((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a')?.textContent
  })
  expect(hit).toBe('Zyfirm 0')
  await first.getByRole('button', { name: 'Details: Zyfirm 0' }).click()
  await expect(page.getByRole('dialog', { name: 'Zyfirm 0' })).toBeVisible()
})
