import fs from 'node:fs'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { act, openOrganization, platformAdmin, rowsOf } from './admin.ts'
import { choose, chooseIn } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { expectTitle } from '../kit/toasts.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search organizations' })
const list = '/admin?tab=organizations'

test('the list is searched, filtered by its four statuses and downloaded; a row leads into the organization (S429, S431, D149, D150)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const firms = [await organizationWith(ada), await organizationWith(ada), await organizationWith(ada)]
  const word = `Zyfirm ${Date.now()}`
  const states = ["'active'", "'canceled'", "'inactive'"]
  for (const [place, { id }] of firms.entries()) {
    await sql(`update organization set name = $2, subscription_status = ${states[place]} where id = $1`, [
      id,
      `${word} ${place}`,
    ])
  }
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await expect(page).toHaveURL(list)
  await search(page).fill(word)
  await expect(page.getByText('3 organizations', { exact: true })).toBeVisible()
  for (const [place, label] of (['Active', 'Canceled', 'Inactive'] as const).entries()) {
    await choose(page, 'Filter by status', label)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(`${word} ${place}`)
  }
  await page.reload()
  await expect(rowsOf(page)).toContainText(`${word} 2`)
  await page.getByRole('combobox', { name: 'Filter by status' }).click()
  await expect(page.getByRole('option')).toHaveText(['All statuses', 'Active', 'Inactive', 'Canceled'])
  await page.getByRole('option', { name: 'All statuses' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(
    fs
      .readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(4)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(`/organization-dashboard?organizationId=${firms[0]?.id}&adminMode=true`)
  await expect(page.getByText('Platform Admin View')).toBeVisible()
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(3)
  await rowsOf(page).nth(1).getByRole('link').press('Enter')
  await expect(page).toHaveURL(`/organization-dashboard?organizationId=${firms[1]?.id}&adminMode=true`)
})

test('a status is set in the details, which offer active and canceled alone; canceling names who loses access (S430, S650, D149)', async ({
  page,
  context,
}) => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await organizationWith(olga)
  await putInto(firm.id, await registered('Ben'))
  await enter(context, ada)
  await openOrganization(page, firm)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const status = page.getByRole('dialog').getByRole('combobox', { name: 'Subscription status' })
  await expect(status).toHaveText('Active')
  await status.click()
  await expect(page.getByRole('option')).toHaveText(['Active', 'Canceled'])
  await page.getByRole('option', { name: 'Canceled' }).click()
  const question = page.getByRole('alertdialog', { name: `Cancel ${firm.name}?` })
  await expect(question).toContainText('2 members lose access at once')
  await question.getByRole('button', { name: 'Keep Organization' }).click()
  await expect(status).toHaveText('Active')
  await status.click()
  await page.getByRole('option', { name: 'Canceled' }).click()
  await question.getByRole('button', { name: 'Cancel Organization' }).click()
  await expectTitle(page, 'Organization status updated successfully')
  await expect(status).toHaveText('Canceled')
  await closeToasts(page)
  await chooseIn(status, 'Active')
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  const [row] = await sql('select subscription_status from organization where id = $1', [firm.id])
  expect(row).toEqual({ subscription_status: 'active' })
})

test('a status that cannot be set goes back to what it was, with a toast (S633, D161)', async ({ page, context }) => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await organizationWith(olga)
  await enter(context, ada)
  await openOrganization(page, firm)
  const mend = await breakWrites('organization', 'update', olga)
  const release = await hold(page, '**/api/admin/organizations/*/status')
  await act(page, firm.name, 'Set Canceled')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Organization' }).click()
  await expect(rowsOf(page)).toContainText('Canceled')
  await release()
  await expect(toastOf(page)).toContainText('Failed to update organization status')
  await expect(rowsOf(page)).not.toContainText('Canceled')
  await mend()
  await closeToasts(page)
  await act(page, firm.name, 'Set Canceled')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  await expect(rowsOf(page)).toContainText('Canceled')
  await closeToasts(page)
  await act(page, firm.name, 'Set Active')
  await expect(toastOf(page)).toContainText('Organization status updated successfully')
  await expect(rowsOf(page)).not.toContainText('Canceled')
})

test('the tab is accessible, full, empty and with each dialog, also at 320 px', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await organizationWith(ada)
  await enter(context, ada)
  await openOrganization(page, firm)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  await expect(page.getByRole('form', { name: `Add an agent to ${firm.name}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Users' })).toContainText(ada.email)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await act(page, firm.name, 'Adjust Credits')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await act(page, firm.name, 'Set Canceled')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep Organization' }).click()
  await search(page).fill('nobody has this name')
  await expect(page.getByText('No organizations found')).toBeVisible()
  await expectAccessible(page)
})
