import type { Page } from '@playwright/test'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { assignAgent, organizationWith, putInto } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: /status of 500/ })

const titleOf = (page: Page) => toastOf(page).getByRole('heading')

test('what cannot be saved on the dashboard is told, and is as it was (S611, S612, S613)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await enter(context, owner)

  const mendRemoving = await breakWrites('organization_agent', 'update', owner)
  const mendAdding = await breakWrites('organization_agent', 'insert', owner)
  await page.goto('/organization-dashboard?tab=agents')
  await page.getByRole('button', { name: 'Remove: Mindset Coach' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  await expect(titleOf(page)).toHaveText('Failed to remove agent from organization')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Assigned agents' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agents' })
  await dialog.getByRole('checkbox').first().click()
  await dialog.getByRole('button', { name: 'Add 1 Selected' }).click()
  await expect(titleOf(page)).toHaveText('Failed to add agents to organization')
  await mendRemoving()
  await mendAdding()

  const mendMembers = await breakWrites('organization_user', 'update', ada)
  await page.goto('/organization-dashboard?tab=users')
  const category = page.getByRole('combobox', { name: 'Category of Ada Reed', exact: true })
  const option = page.getByRole('option', { name: 'Clients', exact: true })
  // Again when the press fell into the moment in which the list opens.
  await expect(async () => {
    if ((await option.count()) === 0) await category.click()
    await option.click({ timeout: 2000 })
    await expect(titleOf(page)).toHaveText('Failed to update user category', { timeout: 2000 })
  }).toPass()
  await expect(category).toHaveText('Members')
  await mendMembers()
  expect(await sql('select user_category from organization_user where user_id = $1', [ada.id])).toEqual([
    { user_category: 'Members' },
  ])
})

test('a sign-out from the dashboard that fails is told, and leaves one signed in (S625)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  const mend = await breakWrites('session', 'delete', owner)
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(titleOf(page)).toHaveText('Logout failed')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.name)
  await mend()
})
