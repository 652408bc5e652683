import { invitationsOfOrganization } from '#contract/organizations/invitations.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { changeMember, members, removeMember } from '#contract/organizations/members.ts'
import { expectFault } from '../../../kit/browser/forms.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { both, details } from '../managed.ts'
import { closePerson, confirm, list, openPerson, rows, serveMembers, usersTab } from './members.ts'
import { mia, olga, serveDashboard } from '../organization.ts'

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
})

test("a change that a member notices right away asks first and names its effect; the admin's own row is marked (D188)", async () => {
  serveMembers(server, mia, olga)
  await page.goto(usersTab)
  await expect(rows(page).filter({ hasText: 'Olga Owner' }).getByText('You', { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Mia Member' }).getByText('You', { exact: true })).toHaveCount(0)
  const question = page.getByRole('alertdialog')
  await openPerson(page, 'Mia Member')
  await page.getByRole('button', { name: 'Deactivate: Mia Member' }).click()
  await expect(question).toContainText("Mia Member will lose access to the organization's agents and minutes")
  await question.getByRole('button', { name: 'Keep Active' }).click()
  await expect(question).toHaveCount(0)
  const role = list(page, 'Role of Mia Member')
  await role.click()
  await page.getByRole('option', { name: 'Admin', exact: true }).click()
  await expect(question).toContainText("change other admins' roles, including yours")
  await question.getByRole('button', { name: 'Keep Role' }).click()
  await expect(role).toContainText('Member')
  expect(server.asked(changeMember)).toEqual([])
  await role.click()
  await page.getByRole('option', { name: 'Admin', exact: true }).click()
  await confirm(page, 'Make Mia Member an admin?', 'Make Admin')
  await expect(role).toContainText('Admin')
  expect(server.asked(changeMember).map(({ body }) => body)).toEqual([{ role: 'admin' }])
})

test('a member whom another admin has removed meanwhile disappears from the list with a message (D128)', async () => {
  serveMembers(server, mia, olga)
  await page.goto(usersTab)
  server.refuse(removeMember, 'member_not_found')
  await openPerson(page, 'Mia Member')
  await page.getByRole('button', { name: 'Remove: Mia Member' }).click()
  server.answer(members, [olga])
  await confirm(page, 'Remove Mia Member?', 'Remove Member')
  await expect(toastOf(page)).toContainText('This person does not belong to the organization.')
  await expect(rows(page)).toHaveCount(1)
})

test('each row says when the person last worked there', tagged('S440'), async () => {
  serveMembers(server, { ...mia, lastActiveAt: null }, olga)
  await page.goto(usersTab)
  const olgas = rows(page).filter({ hasText: 'Olga Owner' })
  await expect(olgas.getByTitle(/Nov 20, 2026, \d+:00\s[AP]M/)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Mia Member' })).toContainText('No visits yet')
  await expect(await openPerson(page, 'Olga Owner')).toContainText(/Last active Nov 20, 2026, \d+:00\s[AP]M/)
})

test("the admin's own row is marked in the team as well", tagged('D188'), async () => {
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, details)
  server.answer(invitationsOfOrganization, [])
  await page.goto('/organizations?tab=team')
  const team = page.getByRole('list', { name: 'Team' }).getByRole('listitem')
  await expect(team.filter({ hasText: 'Olga' }).getByText('You', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You', { exact: true })).toHaveCount(1)
})

test('an admin sets how many minutes a month a member may talk, and removes the limit', tagged('D131'), async () => {
  serveMembers(server, mia, olga)
  await page.goto(usersTab)
  const row = await openPerson(page, 'Mia Member')
  await expect(row).toContainText('1.50 minutes this month')
  await row.getByRole('button', { name: 'Set Limit: Mia Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly minutes for Mia Member' })
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('two')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFault(dialog, 'Minutes per month', 'Please enter a whole number up to 100,000, or leave it empty')
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Member Updated')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('1.50 of 2 minutes this month')
  await closeToasts(page)

  await row.getByRole('button', { name: 'Change Limit: Mia Member' }).click()
  await dialog.getByRole('textbox', { name: 'Minutes per month' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('button', { name: 'Set Limit: Mia Member' })).toBeVisible()
  await expect(row).toContainText('1.50 minutes this month')
  await closePerson(page, 'Mia Member')
  await expect(rows(page).filter({ hasText: 'Mia Member' })).toContainText('1.50')
  expect(server.asked(changeMember).map(({ params, body }) => [params.id, body])).toEqual([
    [mia.id, { monthlyLimitMinutes: 2, before: { monthlyLimitMinutes: null } }],
    [mia.id, { monthlyLimitMinutes: null, before: { monthlyLimitMinutes: 2 } }],
  ])
})
