import fs from 'node:fs'
import { checkerNoise, expectAccessible } from './accessible.ts'
import { act, platformAdmin, rowsOf } from './admin.ts'
import { choose, chooseIn } from './choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { addPoolSession, assignAgent, type Organization, organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { closeToasts, countOf, hold, seeAllRequests, toastOf, watchRequests } from './watch.ts'

test.use({ expectedNoise: checkerNoise })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search organizations' })
const list = '/admin?tab=organizations'

/** Opens the tab with one organization in it. */
async function openList(page: Page, { id, name }: Organization): Promise<void> {
  await page.goto(`${list}&q=${id}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
}

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
  await openList(page, firm)
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
  await expect(toastOf(page)).toHaveText(/^Organization status updated successfully/)
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
  await openList(page, firm)
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

test('the details show five sections; its users are asked for when they open, for that organization alone (S432, S591, S592)', async ({
  page,
  context,
}) => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await organizationWith(olga)
  await assignAgent(firm.id, olga, 'Content Creator')
  await addPoolSession(firm, olga, 'Content Creator', 90, 1)
  await enter(context, ada)
  const seen = watchRequests(page)
  await openList(page, firm)
  await seeAllRequests(page)
  expect(seen.filter(({ call }) => /\/(details|users)$/.test(call.replace('/api/admin/users', '')))).toEqual([])
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const dialog = page.getByRole('dialog', { name: firm.name })
  for (const name of ['Details', 'Payment Info', 'Users', 'Usage Analytics', 'Services Purchased']) {
    await expect(dialog.getByRole('region', { name, exact: true })).toBeVisible()
  }
  await expect(dialog.getByRole('region', { name: 'Users' })).toContainText(olga.email)
  await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Content Creator')
  await expect(dialog.getByRole('region', { name: 'Payment Info' })).toContainText('No billing data available')
  await seeAllRequests(page)
  expect(countOf(seen, `GET /api/organizations/${firm.id}/users`)).toBe(1)
  expect(countOf(seen, `GET /api/organizations/${firm.id}/details`)).toBe(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Details: ${firm.name}` })).toBeFocused()
})

test('details that cannot be loaded say so in the words of the catalogue, with a way to try again (S626)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const firm = await organizationWith(ada)
  await enter(context, ada)
  await openList(page, firm)
  await sql('update organization set archived_at = now() where id = $1', [firm.id])
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const panel = page.getByRole('dialog').getByRole('alert')
  await expect(panel).toContainText('Error loading organization details: This organization does not exist.')
  await sql('update organization set archived_at = null where id = $1', [firm.id])
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payment Info' })).toBeVisible()
})

test('an agent is given with its level in the details, where its private flag shows (S435, D150)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const firm = await organizationWith(ada)
  await enter(context, ada)
  await openList(page, firm)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const form = page.getByRole('form', { name: `Add an agent to ${firm.name}` })
  await expect(form.getByLabel('Organization')).toHaveValue(firm.name)
  await expect(form.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(form.getByText('Please choose an agent')).toBeVisible()
  await choose(page, 'Agent', 'Content Creator')
  await choose(page, 'Access level', 'Premium')
  const mend = await breakWrites('organization_agent', 'insert', ada)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to add agent to organization')
  await mend()
  await closeToasts(page)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText('Agents Added')
  expect(
    await sql(
      `select access_level, is_private from organization_agent join agent on agent.id = agent_id
       where organization_id = $1 and agent.name = 'Content Creator'`,
      [firm.id],
    ),
  ).toEqual([{ access_level: 'premium', is_private: false }])
})

test('minutes, the branded app and new organizations are given, all on record (D130, D140, D153)', async ({
  page,
  context,
}) => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await organizationWith(olga)
  await enter(context, ada)
  await openList(page, firm)
  await act(page, firm.name, 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose(page, 'Change', 'Take')
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Booked twice')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('A balance cannot go below 0.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('12')
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The pool has 30 now.')
  await expect(dialog).toHaveCount(0)
  await closeToasts(page)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  await dialog.getByRole('button', { name: 'Grant App' }).click()
  await expect(toastOf(page)).toContainText('Branded App Granted')
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Withdraw App' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw App' }).click()
  await expect(toastOf(page)).toContainText('Branded App Withdrawn')
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const name = `Northwind ${Date.now()}`
  await page.getByRole('button', { name: 'Create Organization' }).click()
  await dialog.getByLabel('Organization name').fill(name)
  await dialog.getByLabel('Contact email').fill('contact@northwind.test')
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization Created')
  await search(page).fill(name)
  await expect(rowsOf(page)).toContainText([name])
  await expect(rowsOf(page)).toContainText('Active')
  const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [ada.id])
  expect(acts.map(({ action }) => action)).toEqual([
    'credits.adjust',
    'organization.appGrant',
    'organization.appGrant',
    'organization.create',
  ])
})

test('the tab is accessible, full, empty and with each dialog, also at 320 px', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await organizationWith(ada)
  await enter(context, ada)
  await openList(page, firm)
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
