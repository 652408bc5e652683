import { act, openOrganization, platformAdmin, rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { addPoolSession, assignAgent, organizationWith } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { closeToasts, countOf, seeAllRequests, toastOf, watchRequests } from '../kit/watch.ts'

test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

test('the details show five sections; its users are asked for when they open, for that organization alone (S432, S591, S592)', async ({
  page,
  context,
}) => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await organizationWith(olga)
  await assignAgent(firm.id, olga, 'Mindset Coach')
  await addPoolSession(firm, olga, 'Mindset Coach', 90, 1)
  await enter(context, ada)
  const seen = watchRequests(page)
  await openOrganization(page, firm)
  await seeAllRequests(page)
  expect(seen.filter(({ call }) => /organizations\/\d+\/(details|users)$/.test(call))).toEqual([])
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const dialog = page.getByRole('dialog', { name: firm.name })
  for (const name of ['Details', 'Payment Info', 'Users', 'Usage Analytics', 'Services Purchased']) {
    await expect(dialog.getByRole('region', { name, exact: true })).toBeVisible()
  }
  await expect(dialog.getByRole('region', { name: 'Users' })).toContainText(olga.email)
  await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Mindset Coach')
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
  await openOrganization(page, firm)
  await sql('update organization set archived_at = now() where id = $1', [firm.id])
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const panel = page.getByRole('dialog').getByRole('alert')
  await expect(panel).toContainText('Error loading organization details: This organization does not exist.')
  await sql('update organization set archived_at = null where id = $1', [firm.id])
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payment Info' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)
  await context.setOffline(true)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  await expect(panel).toContainText('Failed to load organization details')
  await context.setOffline(false)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payment Info' })).toBeVisible()
})

test('an agent is given with its level in the details, where its private flag shows (S435, S632, D150)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const firm = await organizationWith(ada)
  await enter(context, ada)
  await openOrganization(page, firm)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const form = page.getByRole('form', { name: `Add an agent to ${firm.name}` })
  await expect(form.getByLabel('Organization')).toHaveValue(firm.name)
  await expect(form.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(form.getByText('Please choose an agent')).toBeVisible()
  await choose(page, 'Agent', 'Mindset Coach')
  await choose(page, 'Access level', 'Premium: premium members')
  const mend = await breakWrites('organization_agent', 'insert', ada)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to add agent to organization')
  await mend()
  await closeToasts(page)
  await form.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText(`${firm.name} has Mindset Coach now.`)
  expect(
    await sql(
      `select link.access_level, link.is_private from organization_agent as link join agent on agent.id = agent_id
       where organization_id = $1 and agent.name = 'Mindset Coach'`,
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
  await openOrganization(page, firm)
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
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name)
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
