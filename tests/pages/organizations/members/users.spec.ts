import { invitations, inviteMember, resendInvitation, revokeInvitation } from '#contract/organizations/invitations.ts'
import type { Answer } from '#contract/call.ts'
import { changeMember, changeMemberCategory, removeMember } from '#contract/organizations/members.ts'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { as, chooseIn, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { expectFault } from '../../../kit/browser/forms.ts'
import { closePerson, confirm, list, openPerson, rows, serveMembers, usersTab } from './members.ts'
import { acmeId, mia, olga, serveDashboard } from '../organization.ts'

const ben = { ...mia, id: '12000000-0000-4000-8000-000000000001', firstName: 'Ben', email: 'ben@reed.example' }

const dora = {
  id: '13000000-0000-4000-8000-000000000001',
  organizationId: acmeId,
  email: 'dora.dill@example.com',
  firstName: 'Dora',
  lastName: 'Dill',
  role: 'member',
  accessLevel: 'standard',
  userCategory: 'Employees',
  invitedBy: ownerMe.id,
  expiresAt: '2026-12-04T08:00:00.000Z',
  acceptedAt: null,
  status: 'pending',
  invitationType: 'email',
  bulkInviteId: null,
  createdAt: '2026-11-20T08:00:00.000Z',
} satisfies Answer<typeof invitations>[number]

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
})

test('people are found by words, category and role; each changes in place (S391-S393, S395, S470, S488, S639, D128)', async () => {
  serveMembers(server, ben, mia, olga)
  await page.goto(usersTab)
  await expect(rows(page)).toContainText(['Ben Member', 'Mia Member', 'Olga Owner'])

  await chooseIn(list(page, 'Category of Mia Member'), 'Clients')
  await expect(toastOf(page)).toContainText('Category Updated')
  await closeToasts(page)
  await openPerson(page, 'Mia Member')
  await chooseIn(list(page, 'Access level of Mia Member'), 'Premium')
  await expect(toastOf(page)).toContainText('Member Updated')
  await closeToasts(page)
  await closePerson(page, 'Mia Member')
  await expect(rows(page).filter({ hasText: 'Mia Member' })).toContainText('Premium')
  await openPerson(page, 'Ben Member')
  await page.getByRole('button', { name: 'Deactivate: Ben Member' }).click()
  await confirm(page, 'Deactivate Ben Member?', 'Deactivate Member')
  await expect(toastOf(page)).toContainText('Member Updated')
  await closeToasts(page)
  await closePerson(page, 'Ben Member')
  await expect(rows(page).filter({ hasText: 'Ben Member' })).toContainText('Inactive')
  expect(server.asked(changeMemberCategory).map(({ params, body }) => [params.id, body])).toEqual([
    [mia.id, { userCategory: 'Clients' }],
  ])
  expect(server.asked(changeMember).map(({ params, body }) => [params.id, body])).toEqual([
    [mia.id, { accessLevel: 'premium' }],
    [ben.id, { isActive: false }],
  ])

  await chooseIn(list(page, 'Filter by category'), 'Clients')
  await expect(rows(page)).toContainText(['Mia Member'])
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await chooseIn(list(page, 'Filter by role'), 'Admin')
  await expect(page.getByText('No one found')).toBeVisible()
  await chooseIn(list(page, 'Filter by category'), 'All categories')
  await expect(rows(page)).toContainText(['Olga Owner'])
  await chooseIn(list(page, 'Filter by role'), 'All')
  await page.getByRole('searchbox', { name: 'Search members' }).fill('ben@reed')
  await expect(rows(page)).toContainText(['Ben Member'])
  await expect(rows(page)).toHaveCount(1)

  await openPerson(page, 'Ben Member')
  await page.getByRole('button', { name: 'Remove: Ben Member' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Member' }).click()
  await expect(toastOf(page)).toContainText('Member Removed')
  await expect(page.getByText('No one found')).toBeVisible()
  expect(server.asked(removeMember).map(({ params }) => params.id)).toEqual([ben.id])
})

test('the last admin can be neither demoted, deactivated nor removed', tagged('D128'), async () => {
  serveMembers(server, olga)
  server.refuse(changeMember, 'last_admin')
  server.refuse(leaveOrganization, 'last_admin')
  await page.goto(usersTab)
  const details = await openPerson(page, 'Olga Owner')
  const refusal = 'This is the last admin. Please make someone else an admin first.'
  await list(page, 'Role of Olga Owner').click()
  await page.getByRole('option', { name: 'Member', exact: true }).click()
  await confirm(page, 'Give up your admin role?', 'Change Role')
  await expect(toastOf(page)).toContainText(refusal)
  await expect(list(page, 'Role of Olga Owner')).toContainText('Admin')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Deactivate: Olga Owner' }).click()
  await confirm(page, 'Deactivate yourself?', 'Deactivate Member')
  await expect(toastOf(page)).toContainText(refusal)
  await closeToasts(page)
  await details.getByRole('button', { name: 'Leave Organization' }).click()
  await confirm(page, 'Leave Acme Consulting?', 'Leave Organization')
  await expect(toastOf(page)).toContainText('You are the last admin. Please make someone else an admin first.')
  await closeToasts(page)
  await closePerson(page, 'Olga Owner')
  await expect(rows(page)).toContainText(['Olga Owner'])
})

test('a category that cannot be saved is reported, and stays as it was', tagged('S613'), async () => {
  serveMembers(server, mia, olga)
  server.break(changeMemberCategory)
  await page.goto(usersTab)
  const category = list(page, 'Category of Mia Member')
  await category.click()
  await page.getByRole('option', { name: 'Clients', exact: true }).click()
  await expect(toastOf(page).getByRole('heading')).toHaveText('Failed to update user category')
  await expect(category).toHaveText('Members')
})

test('the invite form says what is missing, and an invited person appears as pending (S394, S396, S466, S468, S511-S513, S641, D114)', async () => {
  serveMembers(server, olga)
  server.answer(inviteMember, () => {
    server.answer(invitations, [dora])
    return dora
  })
  server.answer(resendInvitation, dora)
  server.answer(revokeInvitation, () => {
    server.answer(invitations, [{ ...dora, status: 'revoked' }])
    return { ...dora, status: 'revoked' as const }
  })
  await page.goto(usersTab)
  const form = page.getByRole('form', { name: 'Invite a member' })
  await form.getByLabel('Email').fill('x')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  for (const text of ['Please enter a valid email address', 'Please enter a first name', 'Please enter a last name'])
    await expect(form.getByText(text)).toBeVisible()
  await expectFault(form, 'Email', 'Please enter a valid email address')
  for (const [name, options] of [
    ['Role', ['Choose…', 'Member', 'Admin']],
    ['Access level', ['Choose…', 'Standard', 'Premium', 'Admin only']],
  ] as const) {
    await form.getByRole('combobox', { name }).click()
    await expect(page.getByRole('option')).toHaveText(options)
    await page.keyboard.press('Escape')
  }
  expect(server.asked(inviteMember)).toEqual([])
  await form.getByLabel('Email').fill(dora.email)
  await form.getByLabel('First name').fill('Dora')
  await form.getByLabel('Last name').fill('Dill')
  await chooseIn(list(page, 'Category'), 'Employees')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('Invitation Sent')
  await closeToasts(page)
  expect(server.asked(inviteMember).map(({ body }) => body)).toMatchObject([
    { email: dora.email, firstName: 'Dora', lastName: 'Dill', userCategory: 'Employees', role: 'member' },
  ])
  await expect(form.getByLabel('Email')).toHaveValue('')
  const row = rows(page).filter({ hasText: 'Dora Dill' })
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('Employees')

  const details = await openPerson(page, 'Dora Dill')
  await expect(details).toContainText('Employees · Member · Standard')
  await details.getByRole('button', { name: 'Resend: Dora Dill' }).click()
  await expect(toastOf(page)).toContainText('Invitation Sent')
  await closeToasts(page)
  await details.getByRole('button', { name: 'Revoke: Dora Dill' }).click()
  await expect(toastOf(page)).toContainText('Invitation Revoked')
  await expect(row).toHaveCount(0)
  expect(server.asked(revokeInvitation).map(({ params }) => params.id)).toEqual([dora.id])
})

test('an emptied choice of an invitation is required, and nobody is invited (S514, S515, S516, D117)', async () => {
  serveMembers(server, olga)
  server.answer(inviteMember, dora)
  await page.goto(usersTab)
  const form = page.getByRole('form', { name: 'Invite a member' })
  await form.getByLabel('Email').fill(dora.email)
  await form.getByLabel('First name').fill('Dora')
  await form.getByLabel('Last name').fill('Dill')
  for (const name of ['Role', 'Category', 'Access level']) await chooseIn(list(page, name), 'Choose…')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  for (const text of ['Please select a role', 'Please select a category', 'Please select an access level'])
    await expect(form.getByText(text)).toBeVisible()
  expect(server.asked(inviteMember)).toEqual([])
  await chooseIn(list(page, 'Role'), 'Admin')
  await chooseIn(list(page, 'Category'), 'Employees')
  await chooseIn(list(page, 'Access level'), 'Premium')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('Invitation Sent')
  expect(server.asked(inviteMember).map(({ body }) => body)).toMatchObject([
    { role: 'admin', userCategory: 'Employees', accessLevel: 'premium' },
  ])
})

test('every one of 200 members can be found by search', tagged('S683'), async () => {
  const crowd = Array.from({ length: 200 }, (_, index) => ({
    ...mia,
    id: `14000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    firstName: `Crowd${index + 1}`,
    lastName: 'Person',
    email: `crowd${index + 1}.x@example.com`,
  }))
  serveMembers(server, olga, ...crowd)
  await page.goto(usersTab)
  await expect(page.getByText('201 people')).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(rows(page)).toHaveCount(1)
  for (const number of [1, 100, 149, 200]) {
    await page.getByRole('searchbox', { name: 'Search members' }).fill(`crowd${number}.`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`Crowd${number} Person`)
  }
})
