import { expect, test } from '../fixtures.ts'
import { chooseIn } from '../../kit/browser/choosing.ts'
import { organizationWith, putInto } from './organizations.ts'
import { enter, freshEmail, registered, sql } from '../people.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'

test('an admin changes people, agents and settings, and the organization stays as they leave it (S391, S396, S397, S639, S641, D126, D128, D131)', async ({
  page,
  context,
}) => {
  const [owner, ada] = [await registered('Olga'), await registered('Ada')]
  const firm = await organizationWith(owner)
  await putInto(firm.id, ada)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=users')
  await chooseIn(page.getByRole('combobox', { name: 'Category of Ada Reed', exact: true }), 'Clients')
  await expect(toastOf(page)).toContainText('Category Updated')
  await closeToasts(page)
  const form = page.getByRole('form', { name: 'Invite a member' })
  await form.getByLabel('Email').fill(freshEmail())
  await form.getByLabel('First name').fill('Dora')
  await form.getByLabel('Last name').fill('Dill')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await page.getByRole('link', { name: 'Dora Dill' }).click()
  await expect(page.getByRole('button', { name: 'Revoke: Dora Dill' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Dora Dill' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Agents' })
  await adding.getByRole('searchbox', { name: 'Search agents' }).fill('Mindset Coach')
  await adding.getByRole('checkbox', { name: 'Mindset Coach' }).click()
  await adding.getByRole('button', { name: 'Add 1 Selected' }).click()
  await expect(page.getByRole('list', { name: 'Assigned agents' })).toContainText('Mindset Coach')

  await page.getByRole('tab', { name: 'Settings' }).click()
  const profile = page.getByRole('form', { name: 'Profile' })
  await profile.getByRole('textbox', { name: 'Organization name' }).fill('Boats and More')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boats and More')
  expect(
    await sql(
      `select name, (select user_category from organization_user where organization_id = organization.id
           and user_id = $2) as category,
         (select status from organization_invitation where organization_id = organization.id) as invitation,
         (select count(*)::int from organization_agent where organization_id = organization.id) as agents
       from organization where id = $1`,
      [firm.id, ada.id],
    ),
  ).toEqual([{ name: 'Boats and More', category: 'Clients', invitation: 'pending', agents: 1 }])
})
