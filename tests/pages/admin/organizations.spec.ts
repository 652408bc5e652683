import { adminOrganizations } from '#contract/admin/organizations.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, choose, expect, page, server, tagged, test } from '#tests/pages.ts'
import { downloadList } from './admin.ts'
import { acme, serveOrganizations } from './organizations.ts'

test('a row leads on below its buttons; the list is filtered and downloaded', tagged('S429 S431 D150'), async () => {
  as(adminMe)
  serveOrganizations(server, () => [acme, { ...acme, id: 100_011, name: 'Zyfirm', subscriptionStatus: 'inactive' }])
  await page.goto('/admin?tab=organizations')
  await choose(page, 'Filter by status', 'Inactive')
  await expect(rowsOf(page)).toHaveText(/Zyfirm.*Not paid yet/)
  expect(server.asked(adminOrganizations).at(-1)?.query).toEqual({ status: 'inactive', limit: 50, offset: 0 })
  const [, line] = await downloadList(page)
  expect(line).toContain('100011,Zyfirm,acme-consulting,Consulting,contact@acme.test,Not paid yet,Standard,Yes,2,5')
  const address = '/organization-dashboard?organizationId=100011&adminMode=true'
  await expect(rowsOf(page).getByRole('link', { name: 'Zyfirm' })).toHaveAttribute('href', address)
  // The link covers its row, and the row's buttons are above it.
  const hit = await rowsOf(page)
    .getByRole('cell', { name: '2 of 5' })
    .evaluate((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a')?.textContent
    })
  expect(hit).toBe('Zyfirm')
  await page.getByRole('button', { name: 'Details: Zyfirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Zyfirm' })).toBeVisible()
})
