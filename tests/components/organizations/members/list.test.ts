import * as calls from '#contract/organizations/members.ts'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { chooseIn } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { serveMembers, usersTab } from '#tests/pages/organizations/members/members.ts'
import { mia, olga, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import { button, confirm, dialog, expectFault, expectTexts, expectToast, field, list } from '../organization.ts'
import { question } from '../organization.ts'
import { closePerson, openPerson, rowOf, rows } from './people.ts'

const ben = { ...mia, id: '12000000-0000-4000-8000-000000000001', firstName: 'Ben', email: 'ben@reed.example' }
const search = page.getByRole('searchbox', { name: 'Search members' })
const changes = () => server.asked(calls.changeMember).map(({ params, body }) => [params.id, body])

/** Tries to choose what a question has to confirm. */
async function pick(name: string, option: string): Promise<void> {
  await list(name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
})

it('each person changes in place, and is removed', tags('S391 S395 S470 S488 S639 D128'), async () => {
  serveMembers(server, ben, mia, olga)
  await page.goto(usersTab)
  await expect(rows).toContainText(['Ben Member', 'Mia Member', 'Olga Owner'])
  await chooseIn(list('Category of Mia Member'), 'Clients')
  await expectToast('Category Updated')
  await openPerson('Mia Member')
  await chooseIn(list('Access level of Mia Member'), 'Premium')
  await expectToast('Member Updated')
  await closePerson('Mia Member')
  await expect(rowOf('Mia Member')).toContainText('Premium')
  const details = await openPerson('Ben Member')
  await button('Deactivate: Ben Member', details).click()
  await expect(question).toContainText("Ben Member will lose access to the organization's agents and minutes")
  await confirm('Keep Active')
  await expect(question).toHaveCount(0)
  await button('Deactivate: Ben Member', details).click()
  await expect(question).toHaveAccessibleName('Deactivate Ben Member?')
  await confirm('Deactivate Member', 'Member Updated')
  await closePerson('Ben Member')
  await expect(rowOf('Ben Member')).toContainText('Inactive')
  const category = server.asked(calls.changeMemberCategory).map(({ params, body }) => [params.id, body])
  expect(category).toEqual([[mia.id, { userCategory: 'Clients' }]])
  expect(changes()).toEqual([
    [mia.id, { accessLevel: 'premium' }],
    [ben.id, { isActive: false }],
  ])
  await openPerson('Ben Member')
  await button('Remove: Ben Member', details).click()
  await confirm('Remove Member', 'Member Removed')
  await expect(rows).toHaveCount(2)
  expect(server.asked(calls.removeMember).map(({ params }) => params.id)).toEqual([ben.id])
})

it('people are found by words, category and role, also in a crowd', tags('S391 S392 S393 S683'), async () => {
  const crowd = Array.from({ length: 200 }, (_, index) => ({
    ...mia,
    id: `14000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    firstName: `Crowd${index + 1}`,
    lastName: 'Person',
    email: `crowd${index + 1}.x@example.com`,
  }))
  serveMembers(server, { ...mia, userCategory: 'Clients' }, olga, ...crowd)
  await page.goto(usersTab)
  await expect(page.getByText('202 people')).toBeVisible()
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(rows).toHaveCount(2)
  for (const number of [1, 100, 149, 200]) {
    await search.fill(`crowd${number}.`)
    await expect(rows).toHaveText([new RegExp(`Crowd${number} Person`)])
  }
  await search.fill('')
  await chooseIn(list('Filter by category'), 'Clients')
  await expect(rows).toHaveText([/Mia Member/])
  await page.reload()
  await expect(rows).toHaveCount(1)
  await chooseIn(list('Filter by role'), 'Admin')
  await expect(page.getByText('No members found')).toBeVisible()
  await chooseIn(list('Filter by category'), 'All categories')
  await expect(rows).toHaveText([/Olga Owner/])
})

it('an admin appoints another one after a question, and the last one must stay', tags('D188 D128'), async () => {
  serveMembers(server, mia, olga)
  await page.goto(usersTab)
  await expect(rowOf('Olga Owner').getByText('You', { exact: true })).toBeVisible()
  await expect(rowOf('Mia Member').getByText('You', { exact: true })).toHaveCount(0)
  await openPerson('Mia Member')
  await pick('Role of Mia Member', 'Admin')
  await expect(question).toContainText("change other admins' roles, including yours")
  await confirm('Keep Role')
  await expect(list('Role of Mia Member')).toContainText('Member')
  expect(changes()).toEqual([])
  await pick('Role of Mia Member', 'Admin')
  await expect(question).toHaveAccessibleName('Make Mia Member an admin?')
  await confirm('Make Admin')
  await expect(list('Role of Mia Member')).toContainText('Admin')
  expect(changes()).toEqual([[mia.id, { role: 'admin' }]])

  serveMembers(server, olga)
  server.refuse(calls.changeMember, 'last_admin')
  server.refuse(leaveOrganization, 'last_admin')
  await page.goto(usersTab)
  const details = await openPerson('Olga Owner')
  const refusal = 'This is the last admin. Please make someone else an admin first.'
  await pick('Role of Olga Owner', 'Member')
  await expect(question).toHaveAccessibleName('Give up your admin role?')
  await confirm('Change Role', refusal)
  await expect(list('Role of Olga Owner')).toContainText('Admin')
  await button('Deactivate: Olga Owner', details).click()
  await expect(question).toHaveAccessibleName('Deactivate yourself?')
  await confirm('Deactivate Member', refusal)
  await button('Leave Organization', details).click()
  await confirm('Leave Organization', 'You are the last admin. Please make someone else an admin first.')
  await closePerson('Olga Owner')
  await expect(rows).toContainText(['Olga Owner'])
})

it('a change that fails is reported and changes nothing, and who is gone disappears', tags('S613 D128'), async () => {
  serveMembers(server, mia, olga)
  server.break(calls.changeMemberCategory)
  await page.goto(usersTab)
  await pick('Category of Mia Member', 'Clients')
  await expectToast('Failed to update user category')
  await expect(list('Category of Mia Member')).toHaveText('Members')
  // Another admin has removed her in the meantime.
  server.refuse(calls.removeMember, 'member_not_found')
  await openPerson('Mia Member')
  await button('Remove: Mia Member', dialog).click()
  server.answer(calls.members, [olga])
  await confirm('Remove Member', 'This person does not belong to the organization.')
  await expect(rows).toHaveCount(1)
})

it('an admin limits the minutes of a member, whose row shows them and the last visit', tags('S440 D131'), async () => {
  serveMembers(server, { ...mia, lastActiveAt: null }, olga)
  await page.goto(usersTab)
  await expect(rowOf('Olga Owner').locator('[title^="Nov 20, 2026, 10:00"]')).toBeVisible()
  await expectTexts(rowOf('Mia Member'), 'No visits yet', '1.50')
  const details = await openPerson('Mia Member')
  await expect(details).toContainText('1.50 minutes this month')
  await button('Set Limit: Mia Member', details).click()
  const limit = page.getByRole('dialog', { name: 'Monthly minutes for Mia Member' })
  const save = async (minutes: string) => {
    await field('Minutes per month', limit).fill(minutes)
    await button('Save', limit).click()
  }
  await save('two')
  await expectFault(limit, 'Minutes per month', 'Please enter a whole number up to 100,000, or leave it empty')
  await save('2')
  await expectToast('Member Updated')
  await expect(limit).toHaveCount(0)
  await expect(details).toContainText('1.50 of 2 minutes this month')
  await button('Change Limit: Mia Member', details).click()
  await save('')
  await expect(button('Set Limit: Mia Member', details)).toBeVisible()
  await expect(details).toContainText('1.50 minutes this month')
  expect(changes()).toEqual([
    [mia.id, { monthlyLimitMinutes: 2, before: { monthlyLimitMinutes: null } }],
    [mia.id, { monthlyLimitMinutes: null, before: { monthlyLimitMinutes: 2 } }],
  ])
})
