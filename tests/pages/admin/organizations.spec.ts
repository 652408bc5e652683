import { adminOrganizations, setOrganizationStatus, type AdminOrganization } from '#contract/admin/organizations.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choose, chooseIn } from '../../kit/browser/choosing.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { downloadList } from './admin.ts'
import { acme, openDetails, openOrganizations, serveOrganizations } from './organizations.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search organizations' })

test('the list is searched, filtered by its four statuses and downloaded; a row leads to the organization (S429, S431, D149, D150)', async ({
  page,
  server,
  as,
}) => {
  const firms = (['active', 'canceled', 'inactive'] as const).map((subscriptionStatus, place) => ({
    ...acme,
    id: 100_011 + place,
    name: `Zyfirm ${place}`,
    subscriptionStatus,
  }))
  as(adminMe)
  serveOrganizations(server, () => [acme, ...firms])
  server.answer(adminUsers, [])
  await page.goto('/admin?tab=users')
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await expect(page).toHaveURL('/admin?tab=organizations')
  await search(page).fill('zyfirm')
  await expect(page.getByText('3 organizations', { exact: true })).toBeVisible()
  for (const [place, label] of (['Active', 'Canceled', 'Inactive'] as const).entries()) {
    await choose(page, 'Filter by status', label)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(`Zyfirm ${place}`)
  }
  await expect(rowsOf(page)).toContainText('Not paid yet')
  await page.reload()
  await expect(rowsOf(page)).toContainText('Zyfirm 2')
  expect(server.asked(adminOrganizations).at(-1)?.query).toEqual({
    search: 'zyfirm',
    status: 'inactive',
    limit: 50,
    offset: 0,
  })
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

test('a status is set in the details, which offer only active and canceled; canceling names who loses access (S430, S650, D149)', async ({
  page,
  server,
  as,
}) => {
  let firm: AdminOrganization = acme
  as(adminMe)
  serveOrganizations(server, () => [firm])
  server.answer(setOrganizationStatus, ({ body: { status } }) => {
    firm = { ...acme, subscriptionStatus: status, givesAccess: status === 'active' }
    return firm
  })
  await openOrganizations(page)
  const status = (await openDetails(page)).getByRole('combobox', { name: 'Subscription status' })
  await expect(status).toHaveText('Active')
  await status.click()
  await expect(page.getByRole('option')).toHaveText(['Active', 'Canceled'])
  await page.getByRole('option', { name: 'Canceled' }).click()
  const question = page.getByRole('alertdialog', { name: `Cancel ${acme.name}?` })
  await expect(question).toContainText('2 members lose access right away')
  await question.getByRole('button', { name: 'Keep Organization' }).click()
  await expect(status).toHaveText('Active')
  expect(server.asked(setOrganizationStatus)).toEqual([])
  await status.click()
  await page.getByRole('option', { name: 'Canceled' }).click()
  await question.getByRole('button', { name: 'Cancel Organization' }).click()
  await expectTitle(page, 'Organization status updated successfully')
  await expect(status).toHaveText('Canceled')
  await closeToasts(page)
  await chooseIn(status, 'Active')
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  await expect(status).toHaveText('Active')
  expect(server.asked(setOrganizationStatus).map(({ params, body }) => [params.id, body.status])).toEqual([
    [String(acme.id), 'canceled'],
    [String(acme.id), 'active'],
  ])
})

test('a status that cannot be set is reverted, with a toast (S633, D161)', async ({ page, server, as }) => {
  let firm: AdminOrganization = acme
  as(adminMe)
  serveOrganizations(server, () => [firm])
  await openOrganizations(page)
  server.break(setOrganizationStatus)
  const release = server.hold(setOrganizationStatus)
  const cancel = async () => {
    await act(page, acme.name, 'Set Canceled')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Organization' }).click()
  }
  await cancel()
  await expect(rowsOf(page)).toContainText('Canceled')
  release()
  await expect(toastOf(page)).toContainText('Failed to update organization status')
  await expect(rowsOf(page)).not.toContainText('Canceled')
  server.answer(setOrganizationStatus, ({ body: { status } }) => {
    firm = { ...acme, subscriptionStatus: status }
    return firm
  })
  await closeToasts(page)
  await cancel()
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  await expect(rowsOf(page)).toContainText('Canceled')
  await closeToasts(page)
  await act(page, acme.name, 'Set Active')
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  await expect(rowsOf(page)).not.toContainText('Canceled')
})
