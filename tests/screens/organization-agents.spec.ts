import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { chooseIn } from '../kit/choosing.ts'
import { assignAgent, organizationWith } from './organizations.ts'
import { callAs, enter, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('agents are added several at once, found beyond the first six, at one level (S397-S399, S517, S638, D126)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const offered = await callAs<{ name: string }[]>(owner, '/api/organization/available-agents', {}, 'GET')
  expect(offered.length).toBeGreaterThan(6)
  const [first, second] = offered.map(({ name }) => name) as [string, string]
  const last = offered.at(-1)?.name ?? ''
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=agents')
  await expect(page.getByText('No agents assigned')).toBeVisible()
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agents' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(6)
  await dialog.getByRole('button', { name: 'Add Selected' }).click()
  await expect(dialog.getByText('Please select at least one agent')).toBeVisible()
  await dialog.getByRole('checkbox', { name: first }).click()
  await dialog.getByRole('checkbox', { name: second }).click()
  await dialog.getByRole('searchbox', { name: 'Search agents' }).fill(last)
  await dialog.getByRole('checkbox', { name: last }).click()
  await chooseIn(dialog.getByRole('combobox', { name: 'Access level', exact: true }), 'Premium')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 3 Selected' }).click()
  await expect(toastOf(page)).toContainText('Agents Added')
  await closeToasts(page)
  const rows = page.getByRole('list', { name: 'Assigned agents' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  expect(await sql('select access_level from organization_agent where organization_id = $1', [firm.id])).toEqual([
    { access_level: 'premium' },
    { access_level: 'premium' },
    { access_level: 'premium' },
  ])
})

test('an assigned agent gets another level and instructions, and is removed (S397, S641, D126, D127)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  for (const agent of ['Mindset Coach', 'Hiring Partner']) await assignAgent(firm.id, owner, agent)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=agents')
  const rows = page.getByRole('list', { name: 'Assigned agents' }).getByRole('listitem')
  await chooseIn(page.getByRole('combobox', { name: 'Access level of Mindset Coach' }), 'Admin only')
  await expect(toastOf(page)).toContainText('Agent Updated')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Instructions: Mindset Coach' }).click()
  await page.getByLabel('Custom instructions').fill('Speak of our products.')
  await page.getByRole('button', { name: 'Save Instructions' }).click()
  await expect(toastOf(page)).toContainText('Agent Updated')
  await closeToasts(page)
  await expect(rows.filter({ hasText: 'Mindset Coach' })).toContainText('With custom instructions')
  await page.getByRole('button', { name: 'Remove: Hiring Partner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  await expect(toastOf(page)).toContainText('Agent Removed')
  await expect(rows).toHaveCount(1)
  expect(
    await sql(
      `select access_level, custom_instructions from organization_agent
       where organization_id = $1 and is_active order by access_level`,
      [firm.id],
    ),
  ).toEqual([{ access_level: 'admin-only', custom_instructions: 'Speak of our products.' }])
  await expectAccessible(page)
})
